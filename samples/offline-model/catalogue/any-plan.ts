import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { sayNotUnderstood } from '../answers/limits.js';
import { join, objectOf } from '../answers/words.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { quoteWords, reasonsFor, requireAllRead, requireQuestionRead } from '../audit/refusal.js';
import { wordSet } from '../data.js';
import { harmless } from '../lexicon.js';
import { namedThing } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import { attempt, giveUp, need, type Part, type Plan } from '../steps.js';
import type { Planner, World } from '../world.js';
import { deedsOf, isRead, verbsFor } from './effects.js';
import { hasIdForm, inPath, isOdd, quotedBehind, saidBehind, valueFor } from './fill-arguments.js';
import { fitOfTools } from './fit.js';
import { isLookedUp, listQuery, lookUpThing, type Named } from './look-up.js';
import { asked, type Fill, type ReadRequest } from './requests.js';
import { sayAny } from './say-any.js';
import { rankExamples } from './similarity.js';
import {
  emptyObjects,
  enumOf,
  plainName,
  propertiesOf,
  titleOf,
  wordsOfTool,
  type Property,
} from './tool-words.js';

/** What a skill adds to going by words. */
export interface Known {
  reads: readonly ReadRequest[];
  fill: Readonly<Record<string, Fill>>;
  plans: Readonly<Record<string, Planner>>;
}

const FIND_TOOLS = 'find_tools';
/** Below this no sentence of a tool is near enough to what was asked. */
export const ENOUGH = 0.3;
/** The same for what does not look like a question. */
export const MUCH = 0.5;

/**
 * Serves a request by the tool whose example sentences are most like it, in any catalogue: its arguments come
 * from schema, sentence and context, an id from a list, and what is missing is asked for.
 */
export function* planByWords(world: World, known?: Known, enough = ENOUGH): Plan {
  const chosen = chooseRequest(world, known, enough);
  if (chosen === undefined) {
    if (known === undefined && canSearch(world))
      yield* attempt(FIND_TOOLS, { query: world.reading.text });
    return sayNotUnderstood(world);
  }
  const plan = known?.plans[chosen.plan ?? ''];
  if (plan !== undefined) return yield* plan(world);
  const tool = world.tools.find(({ name }) => name === chosen.tool);
  // The runner looks for it: what it takes is known once it is offered.
  if (tool === undefined) return sayAny(yield* need(chosen.tool, { ...chosen.with }), chosen.tool);
  return yield* callOnce(tool, chosen, world, known);
}

/** What is asked for: the request or tool with the sentence most like it. */
function chooseRequest(
  world: World,
  known: Known | undefined,
  enough: number,
): ReadRequest | undefined {
  const offered = world.tools.filter(
    (tool) => tool.name !== FIND_TOOLS && (known === undefined || isRead(tool)),
  );
  const reads = known?.reads ?? [];
  const own = offered.flatMap((tool) => {
    const entry = reads.find((read) => read.tool === tool.name && read.with === undefined);
    const of: ReadRequest = entry ?? { tool: tool.name, ask: '' };
    return sentencesOf(tool).map((sentence) => ({ of, sentence }));
  });
  const told = reads.flatMap((of) => asked(of).map((sentence) => ({ of, sentence })));
  const ranked = rankExamples(world.reading, [...own, ...told]);
  const agreement = known ? () => 0 : fitOfTools(offered, world);
  const scored = ranked.map(({ of, score }) => ({ of, score: score + agreement(of.tool) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= enough ? best.of : undefined;
}

/** What asks for a tool: its examples, and where a catalogue has none the words of its name and description. */
function sentencesOf(tool: ToolSpec): string[] {
  const { title = '', description, examples = [] } = tool;
  const [first = ''] = description.split(/(?<=[.!?])\s/);
  const about = /^[A-Z]+ \//.test(first) ? '' : first;
  return [...examples, plainName(tool.name).join(' '), title, about].filter(Boolean);
}

/** Whether a search for tools may still bring something: each is made once. */
function canSearch({ tools, transcript }: World, query?: string): boolean {
  const made = transcript.exchanges.filter(({ name }) => name === FIND_TOOLS);
  const isMade =
    query === undefined ? made.length > 0 : made.some((call) => call.arguments['query'] === query);
  return !isMade && tools.some(({ name }) => name === FIND_TOOLS);
}

function* callOnce(
  tool: ToolSpec,
  chosen: ReadRequest,
  world: World,
  known: Known | undefined,
): Plan {
  const flat: JsonObject = { ...chosen.with };
  const found: Named[] = [];
  const unnamed = known ? [] : unnamedThings(tool, world);
  for (const property of propertiesOf(tool)) {
    if (property.name in flat || unnamed.includes(property.name)) continue;
    const value = yield* argument(tool, property, flat, world, found, known);
    if (value !== undefined) flat[property.name] = value;
  }
  const args = nested(tool, flat);
  const open = propertiesOf(tool).filter(({ name }) => flat[name] === undefined);
  const missing = open.filter(({ isRequired }) => isRequired);
  const having = told(flat, found);
  if (missing.length > 0) giveUp(askFor(tool, missing, having));
  const empty = emptyObjects(tool, args);
  const some = open.filter(({ within = '' }) => empty.includes(within));
  if (some.length > 0) giveUp(askFor(tool, some, having, 'or'));
  const taken = takenBy(tool, chosen, flat, found, world.reading);
  if (!isRead(tool)) {
    requireAllRead(world.reading, taken);
    yield* need(tool.name, args);
    return `I have prepared “${titleOf(tool)}”${told(flat, found)}. The preview is ready: nothing is sent until you accept it.`;
  }
  requireNoStrange(world.reading, flat);
  const own = wordSet([...asked(chosen), ...(tool.examples ?? [])].join(' ').toLowerCase());
  const unread = unreadWords(world.reading, taken).filter((word) => !own.has(word.toLowerCase()));
  if (reasonsFor(unread).length > 0 || isMostUnread(unread, world.reading))
    requireQuestionRead(world.reading, { ...taken, texts: [...(taken.texts ?? []), ...own] });
  const answer = sayAny(yield* need(tool.name, args), tool.name);
  const note = `I could not take in ${quoteWords(unread, world.reading)} of your question; this is without it.\n`;
  return unread.length === 0 ? answer : `${note}${answer}`;
}

/** Things a change must know and nothing names: asked for with what else is missing, not looked up first. */
function unnamedThings(tool: ToolSpec, world: World): string[] {
  const needed = propertiesOf(tool).filter(
    (each) => each.isRequired && valueFor(each, tool, world) === undefined,
  );
  const things = needed.filter((each) => !each.within && isLookedUp(each, tool, world.tools));
  const isNamed =
    world.facts.has('is.pointed') ||
    needed.some(({ name }) => saidBehind(name, tool, world.reading) !== undefined) ||
    world.reading.tokens.some((token) => token.kind === 'quoted' || isOdd(token)) ||
    /\s\p{Lu}/u.test(world.reading.text);
  return isRead(tool) || isNamed || things.length === needed.length
    ? []
    : things.map(({ name }) => name);
}

/** An answer to the lesser half of a question is an answer to another one. */
function isMostUnread(unread: readonly string[], { tokens }: Reading): boolean {
  const words = tokens.filter(({ kind, lower }) => kind !== 'mark' && !harmless.has(lower));
  return unread.length * 2 > words.length;
}

/** "the median order value": looking for the word is no answer to what it asks. */
function requireNoStrange(reading: Reading, args: JsonObject): void {
  const sought = Object.values(args).join(' ').toLowerCase().split(' ');
  const ranking = new Set(reading.all('dir.*').flatMap(({ covers }) => covers));
  const strange = reading.tokens
    .filter(
      ({ text, lower }, at) =>
        [lower, text.toLowerCase()].some((word) => sought.includes(word)) &&
        (ranking.has(at) || RANKS.test(text)),
    )
    .map(({ text }) => text);
  if (strange.length > 0)
    giveUp(
      `I cannot answer that as you asked it: I do not understand “${strange.join('”, “')}” here. ${reasonsFor(strange).join(' ')}`,
    );
}

const RANKS = /^(average|median|mean|most|least|percent)$/i;

/** Arguments as the tool takes them: those of an object in its input inside that. */
function nested(tool: ToolSpec, flat: JsonObject): JsonObject {
  const args: JsonObject = { ...flat };
  for (const { name, within } of propertiesOf(tool)) {
    if (within === undefined || flat[name] === undefined) continue;
    args[within] = { ...objectOf(args[within]), [name]: flat[name] };
    delete args[name];
  }
  return args;
}

function* argument(
  tool: ToolSpec,
  property: Property,
  args: JsonObject,
  world: World,
  found: Named[],
  known: Known | undefined,
): Part<unknown> {
  const { name, within, isRequired } = property;
  const fill = known?.fill[`${tool.name}.${name}`] ?? known?.fill[name];
  if (fill !== undefined) return yield* fill(world, args);
  const path = inPath(name, tool, world.reading);
  if (path !== undefined && within === undefined) return path;
  const isOuter = known === undefined && isRequired && within === undefined;
  const isThing = isOuter && isLookedUp(property, tool, world.tools);
  // A name is looked for among the things there are before a word is taken for it.
  const isWord = !isThing || hasIdForm(name);
  const isPlain = isRequired || known === undefined;
  const value = isWord ? valueFor(property, tool, world, isPlain) : undefined;
  if (value !== undefined || !isThing) return value;
  return usedBefore(name, world) ?? (yield* listedThing(tool, name, args, world, found));
}

/** The id of a thing from the list of such things, which is looked for when none is offered. */
function* listedThing(
  tool: ToolSpec,
  name: string,
  args: JsonObject,
  world: World,
  found: Named[],
): Part<unknown> {
  const query = listQuery(name, tool, world.tools);
  if (query !== undefined && canSearch(world, query)) yield* attempt(FIND_TOOLS, { query });
  if (query !== undefined)
    return saidBehind(name, tool, world.reading) ?? quotedBehind(name, world.reading);
  const item = yield* lookUpThing(name, tool, world, args);
  if (item !== undefined) found.push(item);
  return item?.id;
}

/** "close it": the same argument of an earlier call, where the request points to it and names none. */
function usedBefore(name: string, { facts, transcript, reading }: World): unknown {
  if (!facts.has('is.pointed') || reading.tokens.some(isOdd)) return undefined;
  const calls = transcript.earlier.flatMap(({ exchanges }) => exchanges);
  return calls.findLast((call) => call.arguments[name] !== undefined)?.arguments[name];
}

/** What a call accounts for: its arguments, and what the tool's own sentences speak of too. */
function takenBy(
  tool: ToolSpec,
  chosen: ReadRequest,
  args: JsonObject,
  found: readonly Named[],
  reading: Reading,
): Taken {
  const isOfThing = isRead(tool) && Object.keys(args).some((name) => hasIdForm(name));
  const thing = isOfThing ? [namedThing(reading) ?? ''] : [];
  const sentences = [...sentencesOf(tool), ...asked(chosen)].map((text) => reading.again(text));
  const concepts = isRead(tool)
    ? sentences.flatMap(({ tags }) => tags.map(({ concept }) => concept))
    : deedsOf(reading.again(titleOf(tool)));
  return {
    calls: [args],
    concepts: ['act.list', 'act.find', 'q.*', 'polite', ...new Set(concepts)],
    texts: [
      ...wordsOfTool(tool, isRead(tool)),
      verbsFor(tool),
      ...found.map(({ name }) => name),
      ...thing,
    ],
  };
}

function askFor(tool: ToolSpec, wanted: readonly Property[], having: string, last = 'and'): string {
  const names = wanted.map(({ name, schema }) => {
    const values = enumOf(schema).slice(0, 8).join(', ');
    return `${plainName(name).join(' ')}${values === '' ? '' : ` (${values})`}`;
  });
  const known = having === '' ? '' : ` I have ${having.slice(2)}.`;
  return `For “${titleOf(tool)}” I still need ${join(names, last)}.${known} What shall it be?`;
}

function told(args: JsonObject, found: readonly Named[]): string {
  const lines = Object.entries(args).map(([name, value]) => {
    const item = found.find(({ id }) => id === value);
    return `${plainName(name).join(' ')} ${item ? `“${item.name}”` : JSON.stringify(value)}`;
  });
  return lines.length === 0 ? '' : `: ${lines.join(', ')}`;
}
