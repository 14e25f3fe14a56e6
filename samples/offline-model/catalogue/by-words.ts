import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { stem } from '../../../src/language/english-stem.js';
import { meaningOf } from '../../../src/language/word-meaning.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { sayAbilities, sayNotUnderstood } from '../answers/limits.js';
import { join, textOf } from '../answers/words.js';
import { unreadWords } from '../audit/account.js';
import {
  countContent,
  makesOther,
  quoteWords,
  reasonsFor,
  refuseChange,
  refuseQuestion,
  requireAllRead,
  withNote,
} from '../audit/refusal.js';
import { wordSet } from '../data.js';
import { besideFields, harmless, ranks, rhythms, wordsNamed } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import {
  attempt,
  FIND_TOOLS,
  giveUp,
  need,
  saysOnly,
  tried,
  type Part,
  type Plan,
} from '../steps.js';
import type { Planner, World } from '../world.js';
import { askFor } from './asking.js';
import { dateSaid } from './days.js';
import { isPlainText, isSearch } from './kinds.js';
import { fitOfTools, takenBy, toldBy, wishesDeed } from './fit.js';
import { canSearch, onlyListed, usedBefore, wholeQuery } from './before.js';
import { restBehind } from './new-names.js';
import { formerValue, isDescription, saidBehind, valueBeside, valueFor } from './given.js';
import { isNameLike, isOdd, type Named } from './names.js';
import { fieldsOf, narrowed, otherValue, rowsIn, valuesOf } from './narrowed.js';
import { asked, type Fill, type ReadRequest } from './requests.js';
import { sayAny } from './say-any.js';
import { rankExamples } from './similarity.js';
import { isLookedUp, isTold, listFor, listQuery, namedBy, lookUpThing, saidOf } from './things.js';
import {
  deedOf,
  isId,
  isRead,
  isWholeList,
  nested,
  plainName,
  propertiesOf,
  sentencesOf,
  shapeOf,
  titleOf,
  type Property,
} from './tools.js';
import { idOf, nameById } from './which.js';

/** What a skill adds to going by words. */
export interface Known {
  reads: readonly ReadRequest[];
  fill: Readonly<Record<string, Fill>>;
  plans: Readonly<Record<string, Planner>>;
}

/** Below this no sentence of a tool is near enough to what was asked. */
export const ENOUGH = 0.3;
/** The same for what does not look like a question. */
export const MUCH = 0.5;
/** How many lists are read in search of what a question names. */
const MOST_LISTS = 3;
const WHOLES = wordsNamed('wholes');
/** From here on a word is a form of another: "rented" of "rental". */
const SAME = 0.7;
/** So far before all others a tool to read need not be near. */
const FAR = 0.2;

/**
 * Serves a request by the tool whose example sentences are most like it, in any catalogue: its arguments come
 * from schema, sentence and context, an id from a list, and what is missing is asked for.
 */
export function* planByWords(world: World, known?: Known, enough = ENOUGH): Plan {
  const chosen = chooseRequest(world, known, enough);
  if (chosen === undefined) {
    // "Hello", "what can you do?"
    if (known === undefined && countContent(world.reading) === 0)
      return sayAbilities(
        world,
        'I look things up, and prepare changes that you accept or reject.',
      );
    if (known === undefined && canSearch(world))
      yield* attempt(FIND_TOOLS, { query: wholeQuery(world) });
    if (known === undefined) giveUp(sayNotUnderstood(world));
    return yield* known.plans['fragment']?.(world) ?? saysOnly(sayNotUnderstood(world));
  }
  const plan = known?.plans[chosen.plan ?? ''];
  if (plan !== undefined) return yield* plan(world);
  const tool = world.tools.find(({ name }) => name === chosen.tool);
  // It is looked for: what it takes is known once it is offered.
  if (tool === undefined) return sayAny(yield* need(chosen.tool, { ...chosen.with }), chosen.tool);
  return yield* new Call(tool, chosen, world, known).plan();
}

/** Looks up lists that a question may speak of rows of; undefined where none has rows that explain all its words. */
export function* findRows(world: World): Part<string | undefined> {
  const lists = world.tools.filter((tool) => tool.name !== FIND_TOOLS && isWholeList(tool));
  const fit = fitOfTools(lists, world);
  const fits = new Map(lists.map((tool) => [tool, fit(tool)] as const));
  const likely = lists.toSorted((a, b) => (fits.get(b) ?? 0) - (fits.get(a) ?? 0));
  for (const tool of likely.slice(0, MOST_LISTS)) {
    const call = new Call(tool, { tool: tool.name, ask: '' }, world, undefined);
    const { isDone, say } = yield* tried(call.rows());
    if (isDone) return say();
  }
  return undefined;
}

/** What is asked for: the request or tool with the sentence most like it. */
function chooseRequest(
  world: World,
  known: Known | undefined,
  enough: number,
): ReadRequest | undefined {
  // Where a skill is at home, what a search for another tool brought up makes it no other request.
  const found = known ? JSON.stringify(foundIn(world)) : '';
  const offered = world.tools.filter(
    (tool) =>
      tool.name !== FIND_TOOLS &&
      (known === undefined || (isRead(tool) && !found.includes(`"${tool.name}"`))),
  );
  const reads = known?.reads ?? [];
  const own = offered.flatMap((tool) => {
    const entry = reads.find((read) => read.tool === tool.name && read.with === undefined);
    const of: ReadRequest = entry ?? { tool: tool.name, ask: '' };
    return sentencesOf(tool).map((sentence) => ({ of, sentence }));
  });
  const told = reads.flatMap((of) => asked(of).map((sentence) => ({ of, sentence })));
  const fit = fitOfTools(offered, world);
  const fits = new Map(known ? [] : offered.map((tool) => [tool.name, fit(tool)]));
  const scored = rankExamples(world.reading, [...own, ...told]).map(({ of, score }) => ({
    of,
    score: score + (fits.get(of.tool) ?? 0),
  }));
  const [best, ...others] = scored.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return undefined;
  const tool = offered.find(({ name }) => name === best.of.tool);
  const rival = others.find(({ of }) => of.tool !== best.of.tool);
  // Looking harms nothing: there it does to fit far better than any other; "hello" is like none.
  const isLike = countContent(world.reading) > 1;
  const isFar = !known && isLike && tool && isRead(tool) && best.score - (rival?.score ?? 0) >= FAR;
  return best.score >= (isFar ? 0 : enough) ? best.of : undefined;
}

const foundIn = ({ transcript }: World) =>
  transcript.exchanges.filter(({ name }) => name === FIND_TOOLS).map(({ data }) => data);

/** One call of a tool: its arguments put together, its words accounted for, its result told. */
class Call {
  /** Things that were looked up for it. */
  private readonly found: Named[] = [];
  private readonly values: JsonObject;
  private readonly properties: readonly Property[];

  constructor(
    private readonly tool: ToolSpec,
    private readonly chosen: ReadRequest,
    private readonly world: World,
    private readonly known: Known | undefined,
  ) {
    this.values = { ...chosen.with };
    this.properties = propertiesOf(tool);
  }

  *plan(): Plan {
    const { tool, values, world } = this;
    if (!this.known) this.requireNoTurn();
    const unnamed = this.known ? [] : this.unnamedThings();
    for (const property of this.properties) {
      if (property.name in values || unnamed.includes(property.name)) continue;
      const value = yield* this.argument(property);
      if (value !== undefined) values[property.name] = value;
    }
    if (!this.known && !isRead(tool)) {
      this.takeReasons();
      this.takeRest();
    }
    if (deedOf(tool)?.deed === 'update') this.dropDescribing();
    const args = nested(tool, values);
    if (!isRead(tool)) this.requireKnownValues();
    this.requireComplete(args);
    if (isRead(tool)) return yield* this.read(args);
    requireAllRead(world.reading, this.taken());
    yield* need(tool.name, args);
    return `I have prepared “${titleOf(tool)}”${this.told()}. The preview is ready: nothing is sent until you accept it.`;
  }

  /** Rows of the whole list that hold what is said, where that and the fields of a row explain every word. */
  *rows(): Plan {
    return yield* this.readAny({}, true);
  }

  private taken() {
    const named = Object.values(this.values).flatMap((id) => nameById(id, this.world) ?? []);
    const values = Object.values(this.values);
    const things = this.world.linked ?? [];
    const linked = isTold(this.tool, this.world) ? things : namedBy(values, this.world);
    const found = [
      ...named,
      ...this.found.map(({ name }) => name),
      ...linked.map(({ noun, name }) => `${noun} ${name}`),
    ];
    const said = this.properties.flatMap((each) => {
      const date = this.known ? undefined : dateSaid(each, this.tool, this.world);
      const former = each.name in this.values ? formerValue(each, this.world.reading) : undefined;
      const isTaken = this.values[each.name] === date?.date;
      return [...(date && isTaken ? [date.words] : []), ...(former ? [former] : [])];
    });
    const taken = { found, said, asks: asked(this.chosen) };
    return takenBy(this.tool, this.values, this.world.reading, taken);
  }

  private *read(args: JsonObject): Plan {
    const { tool } = this;
    const { facts, reading } = this.world;
    requireNoRank(reading, this.values);
    if (this.known === undefined) return yield* this.readAny(args);
    const unread = unreadWords(reading, this.taken());
    const isWish = !facts.has('is.question') && !facts.has('is.asked');
    const isOther = makesOther(unread, reading) || leavesKey(unread, reading);
    const isTaken = !isOther && !(isWish && leavesRecord(unread, reading));
    const fragment = this.known.plans['fragment'];
    // Names that the tool does not take in may be those of records.
    if (!isTaken && fragment !== undefined && reading.tokens.some(isNameLike))
      return yield* fragment(this.world);
    if (!isTaken) refuseQuestion(unread, reading);
    const data = yield* need(tool.name, args);
    // What holds no word of the name that is asked about is no answer to it.
    const told = JSON.stringify(data).toLowerCase();
    const names = reading.tokens.filter((token) => isNameLike(token) && !harmless.has(token.lower));
    const isMissed = names.length > 0 && !names.some(({ lower }) => told.includes(lower));
    if (isMissed && fragment !== undefined) return yield* fragment(this.world);
    if (isMissed && isWish) return sayNotUnderstood(this.world);
    const lost = this.lost(told, isWish);
    return withNote([...unread, ...lost], reading, sayAny(data, tool.name));
  }

  /** What nobody told us of is read first: the words that it leaves over may be its fields, or values of some of its rows. */
  private *readAny(args: JsonObject, isSearch = false): Plan {
    const { tool } = this;
    const { facts, reading } = this.world;
    const unread = unreadWords(reading, this.taken());
    if (leavesDeed(unread, reading)) refuseQuestion(unread, reading);
    const data = yield* need(tool.name, args);
    const fields = fieldsOf(data);
    const own = `${[...fields].join(' ')} ${toldBy(tool, this.world.tools)}`;
    const others = unread.filter((word) => meaningOf(word, 'en')(own) < SAME);
    const rest = others.filter((word) => !besideFields.has(word.toLowerCase()));
    const isAsked = /^(is|are|was|has)$/.test(reading.lower(0));
    const says = rest.map((word) =>
      isAsked ? otherValue(data, word, this.world.tools) : undefined,
    );
    const [judged] = says.filter(Boolean);
    if (judged !== undefined && rest.length === 1) return `${judged}\n${sayAny(data, tool.name)}`;
    const { data: told, by, kept, of } = narrowed(data, rest);
    const lost = [
      ...rest.filter((word) => !by.includes(word)),
      ...this.lost(JSON.stringify(told).toLowerCase(), false),
      ...this.missed(JSON.stringify(told).toLowerCase()),
    ];
    const one = lost.length > 0 && !isSearch ? this.detailOf(told) : undefined;
    if (one !== undefined) return yield* one.plan();
    const isWish = isSearch || (!facts.has('is.question') && !facts.has('is.asked'));
    if (isSearch && kept === of) refuseQuestion(unread, reading);
    const isNamed = reading.tokens.some((token) => isNameLike(token) && lost.includes(token.text));
    if (
      lost.length > 0 &&
      (isWish || isNamed || makesOther(lost, reading) || leavesKey(lost, reading))
    )
      refuseQuestion(lost, reading);
    const note =
      kept < of
        ? `Only those with ${quoteWords(by, reading)}, ${kept} of ${of} that were listed.\n`
        : '';
    return withNote(lost, reading, `${note}${sayAny(told, tool.name)}`);
  }

  /** The call that tells more of the one thing that a list holds, where there is one. */
  private detailOf(told: unknown): Call | undefined {
    const { world, tool } = this;
    const [row, ...others] = rowsIn(told).filter(isObject);
    if (row === undefined || others.length > 0) return undefined;
    for (const other of world.tools.filter((each) => isRead(each) && each !== tool)) {
      const [id, ...more] = propertiesOf(other).filter(({ isRequired }) => isRequired);
      const isOf = id && more.length === 0 && listFor(id.name, other, world.tools) === tool;
      const value = isOf ? idOf(row, id.name) : undefined;
      if (id === undefined || value === undefined) continue;
      const chosen = { tool: other.name, ask: '', with: { [id.name]: value } };
      const call = new Call(other, chosen, world, undefined);
      const name = valuesOf(row).filter((text) =>
        world.reading.text.toLowerCase().includes(text.toLowerCase()),
      );
      call.found.push({ id: value, name: name.join(' ') });
      return call;
    }
    return undefined;
  }

  /** Words that were looked for beside others, and that nothing that was found holds. */
  private lost(told: string, isWish: boolean): string[] {
    const sought = wordSet(textOf(this.values['query']).toLowerCase());
    const isTold = (word: string) => told.includes(stem(word));
    const { reading } = this.world;
    const lost = reading.tokens
      .filter(({ lower }) => sought.has(lower) && !isTold(lower) && [...sought].some(isTold))
      .map(({ text }) => text);
    if (isWish || makesOther(lost, reading)) refuseQuestion(lost, reading);
    return lost;
  }

  /** Words that were searched for, where nothing that was found holds any of them. */
  private missed(told: string): string[] {
    const { linked = [], reading } = this.world;
    const search = this.properties.find((each) => isSearch(each) && each.name in this.values);
    const sought = wordSet(textOf(this.values[search?.name ?? '']).toLowerCase());
    const isFound = [...sought].some((word) => told.includes(stem(word)));
    if (linked.length > 0 || isFound) return [];
    return reading.tokens.filter(({ lower }) => sought.has(lower)).map(({ text }) => text);
  }

  /** "The most expensive", "or": what no tool does is said before anything is looked up. */
  private requireNoTurn(): void {
    const { reading } = this.world;
    // "20 a day" may be a field of what is read.
    const isWhole = (word: string) => !isRead(this.tool) && WHOLES.has(word);
    const turns = unreadWords(reading, this.taken()).filter((word) => {
      const lower = word.toLowerCase();
      return isWhole(lower) || (!rhythms.has(lower) && reasonsFor([word]).length > 0);
    });
    if (isRead(this.tool)) refuseQuestion(turns, reading);
    else refuseChange(turns, reading);
  }

  /** Things a change must know and nothing names: asked for with what else is missing, not looked up first. */
  private unnamedThings(): string[] {
    const { tool, world } = this;
    const { reading, tools } = world;
    const needed = this.properties.filter(
      (each) => each.isRequired && saidOf(each, tool, world) === undefined,
    );
    const things = needed.filter(
      (each) => (!each.within || isId(each)) && isLookedUp(each, tool, tools),
    );
    const isNamed =
      world.facts.has('is.pointed') ||
      needed.some(({ name }) => saidBehind(name, tool, reading) !== undefined) ||
      reading.tokens.some(isNameLike);
    const isKept = isRead(tool) || isNamed || things.length === needed.length;
    return isKept ? [] : things.map(({ name }) => name);
  }

  private *argument(property: Property): Part<unknown> {
    const { tool, world, known, values } = this;
    const { name, within, isRequired } = property;
    const fill = known?.fill[`${tool.name}.${name}`] ?? known?.fill[name];
    if (fill !== undefined) return yield* fill(world, values);
    const isThing = within === undefined || isId(property);
    const isOuter = known === undefined && isRequired && isThing;
    const value = known
      ? valueFor(property, tool, world, isRequired)
      : saidOf(property, tool, world);
    if (value !== undefined || !isOuter || !isLookedUp(property, tool, world.tools)) return value;
    return (
      usedBefore(name, world) ?? onlyListed(name, tool, world) ?? (yield* this.listedThing(name))
    );
  }

  /** The id of a thing from the list of such things, which is looked for when none is offered. */
  private *listedThing(name: string): Part<unknown> {
    const { tool, world } = this;
    const query = listQuery(name, tool, world.tools);
    if (query !== undefined && canSearch(world, query)) yield* attempt(FIND_TOOLS, { query });
    if (query !== undefined) return saidBehind(name, tool, world.reading);
    const item = yield* lookUpThing(name, tool, world, this.values);
    if (item !== undefined) this.found.push(item);
    return item?.id;
  }

  /** "A trip to Durham", "42.50 for nail trimming": the one text that is missing is what nothing else explains. */
  private takeRest(): void {
    const { reading } = this.world;
    const missing = this.properties.filter(
      ({ name, isRequired }) => isRequired && this.values[name] === undefined,
    );
    const [property, ...others] = missing;
    if (property === undefined || others.length > 0 || !isPlainText(property)) return;
    const said = restBehind(unreadWords(reading, this.taken()), reading);
    if (said !== undefined) this.values[property.name] = said;
  }

  /** "Block the card, it got stolen": a value in what was taken for a mere reason. */
  private takeReasons(): void {
    const { asides, reading } = this.world;
    const open = this.properties.filter(
      ({ name, schema }) => !(name in this.values) && shapeOf(schema).values.length > 0,
    );
    for (const property of open) {
      const said = asides.map((aside) =>
        valueFor(property, this.tool, { ...this.world, reading: reading.again(aside) }),
      );
      const [value] = said.filter((each) => each !== undefined);
      if (value !== undefined) this.values[property.name] = value;
    }
  }

  /** "Close the urgent WEB-12": beside another value, one that only describes the thing is none that it shall get. */
  private dropDescribing(): void {
    const inner = this.properties.filter(({ name, within }) => within && name in this.values);
    if (inner.length < 2) return;
    for (const { name, schema, isRequired } of inner) {
      const describes = shapeOf(schema).values.length > 0 && !isRequired;
      if (describes && isDescription(name, String(this.values[name]), this.world.reading))
        delete this.values[name];
    }
  }

  /** "priority blocker": a value that is said and that the list does not have. */
  private requireKnownValues(): void {
    for (const { name, schema } of this.properties) {
      const { values } = shapeOf(schema);
      const said = name in this.values ? undefined : valueBeside(name, this.world.reading);
      if (values.length === 0 || said === undefined) continue;
      giveUp(
        `“${said}” is no ${plainName(name).join(' ')} that is known here: ${join(values.slice(0, 12), 'or')}. Which one shall it be?`,
      );
    }
  }

  /** Asks for what the tool must know, and for one of what an object that it must have may hold. */
  private requireComplete(args: JsonObject): void {
    const open = this.properties.filter(({ name }) => this.values[name] === undefined);
    const missing = open.filter(({ isRequired }) => isRequired);
    const some = open.filter(({ within = '', isOfRequired }) => isOfRequired && !(within in args));
    const wanted = missing.length > 0 ? missing : some;
    if (wanted.length === 0) return;
    const names = wanted.map(({ name, schema }) => {
      const values = shapeOf(schema).values.slice(0, 8).join(', ');
      return `${plainName(name).join(' ')}${values === '' ? '' : ` (${values})`}`;
    });
    const having = this.told() === '' ? '' : ` I have ${this.told().slice(2)}.`;
    const { reading } = this.world;
    const unread = isRead(this.tool) ? [] : unreadWords(reading, this.taken());
    const note = unread.length === 0 ? '' : `I could not take in ${quoteWords(unread, reading)}. `;
    giveUp(`${note}${askFor(titleOf(this.tool), names, { all: missing.length > 0, having })}`);
  }

  private told(): string {
    const things = [...this.found, ...(this.world.linked ?? [])];
    const lines = Object.entries(this.values).map(([name, value]) => {
      const item = things.find(({ id }) => id === value);
      return `${plainName(name).join(' ')} ${item ? `“${item.name}”` : JSON.stringify(value)}`;
    });
    return lines.length === 0 ? '' : `: ${lines.join(', ')}`;
  }
}

/** Whether the key of a record is among the words that are left out. */
function leavesKey(unread: readonly string[], reading: Reading): boolean {
  return reading.tokens.some((token) => isOdd(token) && unread.includes(token.text));
}

/** Whether what somebody wants done is among them: looking at the thing is no answer to it. */
function leavesDeed(unread: readonly string[], reading: Reading): boolean {
  return unread.some((word) => wishesDeed(reading.again(word)));
}

/** What is no question, and speaks of a record that the answer leaves out, may be a wish: "urgent order in: critical alert". */
function leavesRecord(unread: readonly string[], reading: Reading): boolean {
  const places = reading.all('entity.*').flatMap(({ covers }) => covers);
  return places.some((at) => unread.includes(reading.tokens[at]?.text ?? ''));
}

/** "the median order value": looking for the word is no answer to what it asks. */
function requireNoRank(reading: Reading, values: JsonObject): void {
  const sought = wordSet(Object.values(values).join(' ').toLowerCase());
  const strange = reading.tokens
    .filter(
      ({ text, lower }, at) =>
        (sought.has(lower) || sought.has(text.toLowerCase())) &&
        (reading.at(at, 'dir.*') !== undefined || ranks.has(text.toLowerCase())),
    )
    .map(({ text }) => text);
  refuseQuestion(strange, reading);
}
