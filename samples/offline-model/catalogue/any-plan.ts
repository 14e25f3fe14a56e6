import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { sayNotUnderstood } from '../answers/limits.js';
import { join, plain } from '../answers/words.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { quoteWords, reasonsFor, requireAllRead, requireQuestionRead } from '../audit/refusal.js';
import { wordSet } from '../data.js';
import { namedThing } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import { attempt, giveUp, need, type Part, type Plan } from '../steps.js';
import type { Planner, World } from '../world.js';
import { isRead, wishAgrees } from './effects.js';
import { valueFor } from './fill-arguments.js';
import { hasIdForm, isIdName, lookUpId, type Named } from './look-up.js';
import { asked, type Fill, type ReadRequest } from './requests.js';
import { sayAny } from './say-any.js';
import { rankExamples } from './similarity.js';
import { enumOf, propertiesOf, requiredOf, titleOf, wordsOfTool } from './tool-words.js';

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
  const scored = ranked.map(({ of, score }) => ({
    of,
    score: known || score === 0 ? score : score + wishAgrees(of.tool, offered, world.reading),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= enough ? best.of : undefined;
}

/** What asks for a tool: its examples, and where a catalogue has none the words of its name and description. */
function sentencesOf(tool: ToolSpec): string[] {
  const name = titleOf(tool);
  const [first = ''] = tool.description.split(/(?<=[.!?])\s/);
  return [...(tool.examples ?? []), name, first];
}

function canSearch({ tools, transcript }: World): boolean {
  const searched = transcript.exchanges.some(({ name }) => name === FIND_TOOLS);
  return !searched && tools.some(({ name }) => name === FIND_TOOLS);
}

function* callOnce(
  tool: ToolSpec,
  chosen: ReadRequest,
  world: World,
  known: Known | undefined,
): Plan {
  const args: JsonObject = { ...chosen.with };
  const found: Named[] = [];
  for (const [name, schema] of Object.entries(propertiesOf(tool))) {
    if (name in args) continue;
    const value = yield* argument(tool, { name, schema }, args, world, found, known);
    if (value !== undefined) args[name] = value;
  }
  const missing = requiredOf(tool).filter((name) => args[name] === undefined);
  if (missing.length > 0) giveUp(askFor(tool, missing));
  const taken = takenBy(tool, chosen, args, found, world.reading);
  if (!isRead(tool)) {
    requireAllRead(world.reading, taken);
    yield* need(tool.name, args);
    return `I have prepared “${titleOf(tool)}”${told(args, found)}. The preview is ready: nothing is sent until you accept it.`;
  }
  const own = wordSet([...asked(chosen), ...(tool.examples ?? [])].join(' ').toLowerCase());
  const unread = unreadWords(world.reading, taken).filter((word) => !own.has(word.toLowerCase()));
  if (reasonsFor(unread).length > 0)
    requireQuestionRead(world.reading, { ...taken, texts: [...(taken.texts ?? []), ...own] });
  const answer = sayAny(yield* need(tool.name, args), tool.name);
  const note = `I could not take in ${quoteWords(unread, world.reading)} of your question; this is without it.\n`;
  return unread.length === 0 ? answer : `${note}${answer}`;
}

function* argument(
  tool: ToolSpec,
  property: { name: string; schema: unknown },
  args: JsonObject,
  world: World,
  found: Named[],
  known: Known | undefined,
): Part<unknown> {
  const { name } = property;
  const fill = known?.fill[`${tool.name}.${name}`] ?? known?.fill[name];
  if (fill !== undefined) return yield* fill(world, args);
  const isNeeded = requiredOf(tool).includes(name);
  const value = valueFor({ ...property, isPlain: isNeeded || known === undefined }, tool, world);
  if (value !== undefined || !isNeeded || !isIdName(name, tool, world.tools)) return value;
  const item = yield* lookUpId(name, tool, world);
  if (item !== undefined) found.push(item);
  return item?.id;
}

/** What a call accounts for: its arguments, and what the tool's own sentences speak of too. */
function takenBy(
  tool: ToolSpec,
  chosen: ReadRequest,
  args: JsonObject,
  found: readonly Named[],
  reading: Reading,
): Taken {
  const thing = Object.keys(args).some((name) => hasIdForm(name))
    ? [namedThing(reading) ?? '']
    : [];
  const sentences = [...sentencesOf(tool), ...asked(chosen)].map((text) => reading.again(text));
  const concepts = isRead(tool)
    ? sentences.flatMap(({ tags }) => tags.map(({ concept }) => concept))
    : [];
  return {
    calls: [args],
    concepts: ['act.list', 'act.find', 'q.*', 'polite', ...new Set(concepts)],
    texts: [...wordsOfTool(tool), ...found.map(({ name }) => name), ...thing],
  };
}

function askFor(tool: ToolSpec, names: readonly string[]): string {
  const wanted = names.map((name) => {
    const values = enumOf(propertiesOf(tool)[name]).slice(0, 8).join(', ');
    return `${plain(name)}${values === '' ? '' : ` (${values})`}`;
  });
  return `For “${titleOf(tool)}” I still need ${join(wanted)}. What shall it be?`;
}

function told(args: JsonObject, found: readonly Named[]): string {
  const lines = Object.entries(args).map(([name, value]) => {
    const item = found.find(({ id }) => id === value);
    return `${plain(name)} ${item ? `“${item.name}”` : JSON.stringify(value)}`;
  });
  return lines.length === 0 ? '' : `: ${lines.join(', ')}`;
}
