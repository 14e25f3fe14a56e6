import { stem } from '../language/english-stem.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { countContent } from '../audit/refusal.js';
import { besideFields, currencyCodes, harmless, verbs, wordsNamed } from '../lexicon.js';
import { isQuestion } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import type { World } from '../world.js';
import { countWords, UNITS } from './given.js';
import { isNameLike, isOdd } from './names.js';
import { idKinds, isTold, namedBy, saidOf } from './things.js';
import {
  calledBy,
  deedOf,
  isId,
  isRead,
  namesOf,
  nounOfId,
  ownVerb,
  plainName,
  propertiesOf,
  sentencesOf,
  shapeOf,
  stemsOf,
  titleOf,
  withoutSource,
  type Property,
} from './tools.js';

const OWN_DEEDS = wordsNamed('own_deeds');

/** How much each look at a tool of an unknown catalogue counts, beside how alike its sentences are. */
const WEIGHTS = {
  said: 0.4,
  left: 0.8,
  lost: 0.2,
  missing: 0.2,
  given: 0.15,
  named: 0.05,
  guessed: 0.15,
  rows: 0.3,
  other: 0.5,
  field: 0.4,
  same: 0.5,
} as const;

const PLAIN_VERBS = /^(?:|create|creat|add|new|make|delet|remov|updat|chang|set|edit|put|patch)$/;
/** How a request begins that goes on with the one before. */
const GOES_ON = /^(?:and|or|what about|how about) /i;

/** What it costs that what a tool is about is not said, by what it does. */
const UNSAID: Readonly<Record<string, number>> = { create: 1, delete: 3 };

/**
 * How well each tool of an unknown catalogue fits a request: whether it does what the verbs wish, how much
 * of its name is said, how many words it leaves unread, and how much of what it must know is not said.
 */
export function fitOfTools(tools: readonly ToolSpec[], world: World): (tool: ToolSpec) => number {
  const request = new Request(tools, world);
  const wish = wishIn(tools, world.reading);
  return (tool) => wish(tool) + new Look(tool, request).score();
}

/** A request beside all tools that are there. */
class Request {
  readonly reading: Reading;
  readonly words: ReadonlySet<string>;
  /** Things that it names and that some tool is about. */
  readonly about: ReadonlySet<string>;
  /** Words that stand in the names of all tools. */
  private readonly common: readonly string[];

  constructor(
    private readonly tools: readonly ToolSpec[],
    readonly world: World,
  ) {
    this.reading = world.reading;
    this.words = new Set(this.reading.tokens.map(({ text }) => stem(text)));
    this.common = commonIn(tools);
    this.about = new Set(tools.flatMap(nounsOf).filter((word) => this.words.has(word)));
  }

  nounsOf(tool: ToolSpec): string[] {
    return nounsOf(tool).filter((word) => !this.common.includes(word));
  }

  /** Whether a value is said that only things of this kind have: "Miso's dental" is an appointment. */
  saysValueOf(nouns: readonly string[]): boolean {
    const own = new Set(changesOf(nouns, this.tools));
    const inOwn = valuesIn([...own]);
    const others = valuesIn(this.tools.filter((tool) => !isRead(tool) && !own.has(tool)));
    return [...inOwn].some((value) => this.words.has(value) && !others.has(value));
  }

  /** What things of a kind hold, as far as the tools that write them tell. */
  fieldsOf(nouns: readonly string[]): string[] {
    return changesOf(nouns, this.tools).flatMap((tool) =>
      propertiesOf(tool).flatMap(({ name, within }) => (within ? [...stemsOf(name)] : [])),
    );
  }
}

/** Stems of the values that tools list for what they are told. */
function valuesIn(tools: readonly ToolSpec[]): Set<string> {
  const values = tools.flatMap(propertiesOf).flatMap(({ schema }) => shapeOf(schema).values);
  return new Set(values.map(stem));
}

function commonIn(tools: readonly ToolSpec[]): string[] {
  return [...(tools[0] ? calledBy(tools[0]) : [])].filter((word) =>
    tools.every((tool) => calledBy(tool).has(word)),
  );
}

/** The tools that change what these words name. */
function changesOf(nouns: readonly string[], tools: readonly ToolSpec[]): ToolSpec[] {
  return tools.filter(
    (tool) => !isRead(tool) && nounsOf(tool).some((word) => nouns.includes(word)),
  );
}

/** What a read's answer may tell of its things beside their fields: what they are, and what can be done to them. */
export function toldBy(tool: ToolSpec, tools: readonly ToolSpec[]): string {
  const common = commonIn(tools);
  const nouns = nounsOf(tool).filter((word) => !common.includes(word));
  return [tool, ...changesOf(nouns, tools)]
    .map((each) => `${plainName(each.name).join(' ')} ${titleOf(each)}`)
    .join(' ');
}

/** One tool beside a request. */
class Look {
  private readonly args: JsonObject = {};
  private readonly required: readonly Property[];
  private readonly nouns: readonly string[];
  /** Stems that are said; "close WEB-12" speaks of an issue, where that is the key of one. */
  private readonly spoken: ReadonlySet<string>;
  private readonly unread: ReadonlySet<string>;

  constructor(
    private readonly tool: ToolSpec,
    private readonly request: Request,
  ) {
    const { reading, words, world } = request;
    for (const each of propertiesOf(tool)) {
      const value = saidOf(each, tool, world);
      if (value !== undefined) this.args[each.name] = value;
    }
    this.required = propertiesOf(tool).filter(({ isRequired }) => isRequired);
    this.nouns = request.nounsOf(tool);
    const given = Object.keys(this.args).flatMap((name) => [...stemsOf(name)]);
    const linked = (world.linked ?? []).map(({ noun }) => stem(noun));
    this.spoken = new Set([
      ...linked,
      ...words,
      ...given,
      ...(world.facts.has('is.pointed') ? before(world) : []),
    ]);
    const things = isTold(tool, world)
      ? (world.linked ?? [])
      : namedBy(Object.values(this.args), world);
    const found = things.map(({ noun, name }) => `${noun} ${name}`);
    const unread = unreadWords(reading, takenBy(tool, this.args, reading, { found }));
    this.unread = new Set(unread.map(stem));
  }

  score(): number {
    const { transcript, facts } = this.request.world;
    const last = transcript.earlier.at(-1)?.exchanges.at(-1)?.name;
    const goesOn = GOES_ON.test(this.request.reading.text) && !facts.has('is.pointed');
    const same = goesOn && last === this.tool.name ? WEIGHTS.same : 0;
    return this.forArguments() + this.forName() + same - this.forRest();
  }

  private forArguments(): number {
    const needed = this.required.filter(({ name }) => name in this.args).length;
    const optional = Math.min(2, Object.keys(this.args).length - needed);
    return WEIGHTS.given * (needed + optional);
  }

  /** How much of what the tool is about is said, and what else is spoken of. */
  private forName(): number {
    const { tool, nouns, spoken, unread, request } = this;
    const said = nouns.filter((word) => spoken.has(word)).length / Math.max(1, nouns.length);
    const own = new Set(namesOf(tool).flatMap((name) => [...stemsOf(name)]));
    const isOther = [...request.about].some((word) => !own.has(word) && unread.has(word));
    const isField = isRead(tool) && request.fieldsOf(nouns).some((word) => unread.has(word));
    // "Delete the branch" is not "delete branch protection".
    const head = nouns.findLast((word) => !/^v\d+$/.test(word));
    const { verb } = firstVerb(request.reading);
    // "Book Pepper in" says what "book appointment" does.
    const first = stem(firstContent(request.reading)?.text ?? '');
    const isMade =
      !isRead(tool) &&
      [verb, first].some((word) => !PLAIN_VERBS.test(word) && ownVerb(tool) === word);
    const isUnsaid =
      head !== undefined &&
      !isRead(tool) &&
      !spoken.has(head) &&
      !isMade &&
      !request.saysValueOf([head]);
    const isOne = request.reading.has('q.howmany') && isOfOne(this.required, nouns);
    return (
      WEIGHTS.said * said +
      (isField ? WEIGHTS.field : 0) -
      (isOther ? WEIGHTS.other * (isRead(tool) ? 1 : 2) : 0) -
      (isUnsaid ? (UNSAID[deedOf(tool)?.deed ?? ''] ?? 0) : 0) -
      (isOne ? WEIGHTS.rows : 0)
    );
  }

  /** What the words that nothing explains cost: they may name things to be looked up, or one row or field of what is read. */
  private forRest(): number {
    const { tool, unread, request } = this;
    const { reading, world } = request;
    const runs = runsOf(reading, unread);
    const open = this.required.filter(({ name, within }) => !within && !(name in this.args)).length;
    const named = runs.slice(0, open);
    const row = isRead(tool) ? runs[open] : undefined;
    const left = runs.slice(open + (row ? 1 : 0));
    const isNone = !propertiesOf(tool).some(isId);
    const unmade =
      isNone && deedOf(tool)?.deed === 'create' && world.facts.has('is.pointed') ? 4 : 0;
    const missing = unmade + open - runs.length - (world.facts.has('is.pointed') ? 1 : 0);
    // A key is hardly a name, and rather one that another tool takes.
    const isName = (word: Token) => isNameLike(word) && !/\d/.test(word.text);
    return (
      WEIGHTS.left * (left.flat().length / Math.max(1, countContent(reading))) +
      WEIGHTS.lost * left.filter((run) => run.some(isNameLike)).length +
      WEIGHTS.missing * Math.max(0, missing) +
      WEIGHTS.named * named.length +
      WEIGHTS.guessed * named.filter((run) => !run.some(isName)).length +
      (row ? WEIGHTS.rows * (row.some(isOdd) ? 2 : 1) : 0)
    );
  }
}

/** Stems of what the last call was told of: "cancel it" speaks of that. */
function before({ transcript }: World): string[] {
  const last = transcript.earlier.at(-1)?.exchanges.at(-1);
  const told = [last?.name ?? '', ...Object.keys(last?.arguments ?? {})];
  return told.flatMap((name) => [...stemsOf(name)]);
}

/** Whether a tool is told which one of what it is about: it counts none. */
function isOfOne(required: readonly Property[], nouns: readonly string[]): boolean {
  return required.some(({ name }) => nouns.includes(stem(nounOfId(name))));
}

/** The pieces of a sentence that words with these stems make, the longest first. */
function runsOf({ tokens }: Reading, words: ReadonlySet<string>): Token[][] {
  const runs: Token[][] = [];
  for (const [at, token] of tokens.entries()) {
    if (!words.has(stem(token.text))) continue;
    const goesOn = words.has(stem(tokens[at - 1]?.text ?? ''));
    runs.push([...(goesOn ? (runs.pop() ?? []) : []), token]);
  }
  return runs.toSorted((a, b) => b.length - a.length);
}

/** How well a tool does what the verbs of a request wish: one to read never changes anything. */
function wishIn(tools: readonly ToolSpec[], reading: Reading): (tool: ToolSpec) => number {
  const first = stem(firstContent(reading)?.text ?? '');
  const things = new Set(idKinds(tools).map(({ noun }) => stem(noun)));
  const isSaidBy = (tool: ToolSpec) =>
    !isRead(tool) && !things.has(first) && calledBy(tool).has(first);
  const { wishes, verb } = firstVerb(reading);
  const isAsked = wishes.includes('read') || (wishes.length === 0 && !tools.some(isSaidBy));
  const deeds = deedsOf(reading);
  const isOwn = (tool: ToolSpec) => !isRead(tool) && ownVerb(tool) === verb;
  const hasOwn = !PLAIN_VERBS.test(verb) && tools.some(isOwn);
  return (tool) => {
    if (isAsked || isQuestion(reading)) return isRead(tool) ? 0.15 : -1;
    if (isRead(tool)) return -0.6;
    // "Check him out" is no "check in".
    const particle = plainName(withoutSource(tool.name))[1] ?? '';
    if (PARTICLES.test(particle) && !reading.says(particle)) return -0.5;
    // "turn on" for a tool that says "enable".
    if (deedsOf(reading.again(titleOf(tool))).some((deed) => deeds.includes(deed))) return 0.5;
    if (calledBy(tool).has(verb)) return 0.4;
    if (isSaidBy(tool)) return 0.3;
    // "Cancel Miso's dental" is no wish to delete anything.
    if (hasOwn && !isOwn(tool)) return -0.4;
    const { deed } = deedOf(tool) ?? {};
    return deed === undefined ? -0.3 : wishes.includes(deed) ? 0.3 : -0.8;
  };
}

/** Whether the words want something done, and not only told. */
export function wishesDeed(reading: Reading, tools: readonly ToolSpec[] = []): boolean {
  const { wishes } = firstVerb(reading);
  const own = tools.filter((tool) => !isRead(tool)).map(ownVerb);
  const first = stem(firstContent(reading)?.text ?? '');
  return !wishes.includes('read') && (wishes.length > 0 || own.includes(first));
}

const firstContent = ({ tokens }: Reading): Token | undefined =>
  tokens.find(({ kind, lower }) => kind === 'word' && !harmless.has(lower));

/** What the first verb of a request may want done, and its stem. */
function firstVerb({ tokens }: Reading): { wishes: readonly string[]; verb: string } {
  // "open issues" are issues, and nothing is to be opened.
  const isState = tokens[0]?.lower === 'open' && !/^(an?|the|new)$/.test(tokens[1]?.lower ?? 'a');
  if (isState) return { wishes: ['read'], verb: '' };
  for (const [at, { lower, text }] of tokens.entries()) {
    // "A new phone number" is made by no deed of its own.
    if (lower === 'new' && at > 0 && !/^(a|an|the|my|one)$/.test(tokens[at - 1]?.lower ?? ''))
      continue;
    // "Give me the list", as against "give it to Priya".
    if (lower === 'give' && !/^(me|us)$/.test(tokens[at + 1]?.lower ?? ''))
      return { wishes: ['update'], verb: 'give' };
    const found = verbs.filter(({ words }) => words.has(lower) || words.has(text.toLowerCase()));
    if (found.length > 0) return { wishes: found.map(({ deed }) => deed), verb: stem(text) };
  }
  return { wishes: [], verb: '' };
}

/** What is done, by concepts that other words stand for too. */
function deedsOf(reading: Reading): string[] {
  const acts = reading.all('act.*').map(({ concept }) => concept);
  return acts.filter((concept) => !/^act\.(list|create|add|change)$/.test(concept));
}

const JOINTS = /^(by|for|in|to|from|of|with|and|or|on|off|at|all|the)$/;
const isVerb = (word: string) => verbs.some(({ words }) => words.has(word));

const PARTICLES = /^(in|out|off|up|down|on)$/;

/** The stems of what a tool's name is about. */
function nounsOf(tool: ToolSpec): string[] {
  const words = plainName(tool.name);
  return words.filter((word) => !JOINTS.test(word) && !isVerb(word)).map(stem);
}

/** Stems of what numbers of a tool count, as their descriptions tell: "Number of seats". */
function countedBy(tool: ToolSpec): Set<string> {
  return new Set(propertiesOf(tool).flatMap((each) => [...countWords(each)]));
}

/** "Phone number": what is said behind the names of the fields that are given. */
function fieldsSaid(tool: ToolSpec, args: JsonObject, reading: Reading): string[] {
  const words = new Set(Object.keys(args).flatMap((name) => [...stemsOf(name)]));
  const isCount = (value: unknown) => value !== undefined && Object.values(args).includes(value);
  return reading.tokens.flatMap(({ text, value }, at) => {
    const isBeside = words.has(stem(text)) && besideFields.has(reading.lower(at + 1));
    const counted =
      isCount(value) &&
      (countedBy(tool).has(stem(UNITS[reading.lower(at + 1)] ?? reading.lower(at + 1))) ||
        currencyCodes.has(reading.lower(at + 1)));
    return isBeside || counted ? [reading.words(at, at + 2)] : [];
  });
}

/**
 * What a call accounts for: its arguments, the names of what was found, and what the tool's own sentences speak
 * of; for a change only its name does, and what people say for it.
 */
export function takenBy(
  tool: ToolSpec,
  args: JsonObject,
  reading: Reading,
  {
    found = [],
    said = [],
    asks = [],
  }: { found?: readonly string[]; said?: readonly string[]; asks?: readonly string[] } = {},
): Taken {
  const { description, examples = [] } = tool;
  const concepts = isRead(tool)
    ? [...sentencesOf(tool), ...asks]
        .flatMap((text) => reading.again(text).tags.map(({ concept }) => concept))
        // What a tool is not told it compares nothing with.
        .filter((concept) => !/^cmp\.[gl]te?$/.test(concept) || /\d/.test(JSON.stringify(args)))
    : deedsOf(reading.again(titleOf(tool)));
  const called = calledBy(tool);
  const deeds = [...(deedOf(tool)?.words ?? [])].filter(
    (word) => !OWN_DEEDS.has(word) || called.has(stem(word)),
  );
  const own = isRead(tool) ? [description, ...examples, ...asks] : deeds;
  return {
    calls: [args],
    said: [...said, ...fieldsSaid(tool, args, reading)],
    atOnce: !isRead(tool),
    concepts: ['act.list', 'act.find', 'q.*', 'polite', ...new Set(concepts)],
    texts: [...namesOf(tool), ...own, ...found],
  };
}
