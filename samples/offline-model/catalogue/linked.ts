import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { stem } from '../language/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import { plural, singular } from '../answers/words.js';
import { FIND_TOOLS, lookUp, type Part } from '../steps.js';
import type { NamedThing, World } from '../world.js';
import { canSearch } from './before.js';
import { keyPrefixes } from './forms.js';
import { isOdd, nameStems, ownName } from './names.js';
import { isStrange, wordsOf } from './synonyms.js';
import { idKinds } from './things.js';
import { isWholeList, plainName } from './tools.js';
import { holdsId, rowsIn } from './narrowed.js';
import { idOf } from './which.js';

const MOST_SEARCHES = 3;
/** How many lists are read to find out what a name names. */
const MOST_LISTS = 6;
/** Fields that call a thing by its name, and those that only tell something of it. */
const NAMING = /^(name|title|label|subject|summary|full_?name|display_?name)$/i;

/** Longer texts are prose. */
const LONGEST = 60;

/** A place of a request that names a thing, and what it is. */
interface Link {
  from: number;
  to: number;
  noun: string;
  /** The thing, where only one can be meant. */
  thing?: NamedThing;
  weight: number;
}

/** The request with what a key is of before it, as the form of keys tells: "close issue WEB-12". */
function withKeyNouns(reading: Reading, tools: readonly ToolSpec[]): Reading {
  const kinds = idKinds(tools);
  const links = reading.tokens.flatMap((token, at) => {
    const prefix = /^(\p{L}{1,8})-\d{1,9}$/u.exec(token.text)?.[1]?.toLowerCase();
    const fits = kinds.filter(({ property }) =>
      keyPrefixes(property.schema).includes(prefix ?? ''),
    );
    const nouns = new Set(fits.map(({ noun }) => noun));
    const [noun] = nouns;
    return prefix === undefined || noun === undefined || nouns.size > 1
      ? []
      : [{ from: at, to: at + 1, noun, weight: 1 }];
  });
  return withLinks(reading, links);
}

/**
 * The request with what is named before each name that a list here holds ("put pet Juniper in for a checkup"), and the things
 * themselves, and what keys are of. Undefined where there is none.
 */
export function* withKinds(world: World): Part<World | undefined> {
  const { tools } = world;
  const reading = withKeyNouns(world.reading, tools);
  const keyed = reading.text === world.reading.text ? undefined : { ...world, reading };
  const known = wordsOf(tools);
  // The parts of "acme/webshop" are explained by their place.
  const isPart = (at: number) => [at - 1, at + 1].some((place) => reading.lower(place) === '/');
  const strange = reading.tokens.map((token, at) => isStrange(token, known) && !isPart(at));
  if (!strange.includes(true) && !reading.tokens.some(isIdLike)) return keyed;
  yield* findLists(world);
  const kinds = idKinds(tools).filter(({ list }) => list !== undefined && isWholeList(list));
  const others = tools
    .filter((tool) => tool.name !== FIND_TOOLS && isWholeList(tool))
    .map((list) => ({
      list,
      noun: singular(plainName(list.name).at(-1) ?? ''),
      property: { name: 'id' },
    }));
  const lists = new Map([...others, ...kinds].map((kind) => [kind.list?.name ?? '', kind]));
  const links: Link[] = [];
  const all: NamedThing[] = [];
  const read = [...lists].slice(0, MOST_LISTS);
  const listed = yield* lookUp(read.map(([name]) => ({ name, arguments: {} })));
  for (const [at, [, { noun, property }]] of read.entries()) {
    const rows = rowsIn(listed[at]).filter(isObject);
    // What is only called so has no id that another tool would take.
    const isNamed = (row: JsonObject) => property.name === 'id' && idOf(row) === row['name'];
    const things = rows.map((row) => ({
      row,
      id: isNamed(row) ? undefined : idOf(row, property.name),
    }));
    all.push(
      ...things.flatMap(({ row, id }) => (id === undefined ? [] : [{ id, noun, row, name: noun }])),
    );
    links.push(...linksTo(things, noun, reading, strange), ...linksToIds(things, noun, reading));
  }
  const best = withoutOverlap(links.filter((link) => !isOfTwo(link, links)));
  if (best.length === 0) return keyed;
  const named = best.flatMap(({ thing }) => thing ?? []);
  const linked = [...named, ...meantByTwo(named, all)];
  return { ...world, reading: withLinks(reading, best), linked };
}

/** Looks for the tools that list what the offered ones take the ids of, where none is offered. */
function* findLists(world: World): Part<void> {
  const open = idKinds(world.tools).filter(({ list }) => list === undefined || !isWholeList(list));
  const queries = [...new Set(open.map(({ noun }) => `list all ${plural(noun)}`))];
  const wanted = queries.slice(0, MOST_SEARCHES).filter((query) => canSearch(world, query));
  yield* lookUp(wanted.map((query) => ({ name: FIND_TOOLS, arguments: { query } })));
}

/** "Tomas Okafor's Dune": the one loan of both, where two things of other kinds are named. */
function meantByTwo(named: readonly NamedThing[], all: readonly NamedThing[]): NamedThing[] {
  const kinds = new Set(named.map(({ noun }) => noun));
  const both = all.filter(
    ({ noun, row }) => !kinds.has(noun) && named.every(({ id }) => holdsId(row, id)),
  );
  const isOne = ({ noun }: NamedThing) => both.filter((each) => each.noun === noun).length === 1;
  return kinds.size < 2 ? [] : both.filter(isOne);
}

/** A number or a code that may be an id: no small number is looked for. */
const isIdLike = (token: Token): boolean =>
  token.kind === 'number' ? /^\d{3,}$/.test(token.text) : isOdd(token);

/** The places of ids, each of one thing. */
function linksToIds(
  rows: readonly { row: JsonObject; id: string | undefined }[],
  noun: string,
  { tokens }: Reading,
): Link[] {
  return tokens.flatMap((token, at) => {
    const isSame = (id: unknown) => String(id).toLowerCase() === token.lower;
    const found = isIdLike(token) ? rows.find(({ id }) => isSame(id)) : undefined;
    if (found?.id === undefined) return [];
    const thing = { id: found.id, name: String(found.id), noun, row: found.row };
    return [{ from: at, to: at + 1, noun, thing, weight: 1.5 }];
  });
}

function linksTo(
  rows: readonly { row: JsonObject; id: string | undefined }[],
  noun: string,
  reading: Reading,
  strange: readonly boolean[],
): Link[] {
  const found = rows.flatMap(({ row, id }) => {
    const texts = textsOf(row);
    const run = longestRun(texts.map(({ text }) => text).join(' '), reading.tokens, strange);
    if (run === undefined || id === undefined) return [];
    const said = reading.words(run.from, run.to);
    const own = texts.find(({ isOwn, text }) => isOwn && longestRun(text, reading.tokens, strange));
    if (!texts.some(({ text }) => isMostOf(text, run, reading))) return [];
    const thing = { id, name: own?.text ?? said, noun, row };
    return [{ ...run, noun, thing, weight: run.to - run.from + (own ? 0.5 : 0) }];
  });
  return [...new Set(found.map(({ from }) => from))].flatMap((from) => {
    const here = found.filter((each) => each.from === from);
    const weight = Math.max(...here.map((each) => each.weight));
    const [first, ...others] = here.filter((each) => each.weight === weight);
    if (first === undefined) return [];
    const { thing, ...rest } = first;
    return [others.every((each) => each.thing.id === thing.id) ? first : rest];
  });
}

/** Whether words are enough of a name to mean it: "mm" is no "Stretch film 500 mm". */
function isMostOf(name: string, { from, to }: { from: number; to: number }, { tokens }: Reading) {
  const words = nameStems(name);
  const said = tokens.slice(from, to).filter(({ text }) => words.includes(stem(text)));
  const isShort = said.length === 1 && (said[0]?.text.length ?? 0) < 3;
  return !isShort && said.length >= Math.min(2, words.length / 2);
}

/** What a row may be called by: its own name, and short texts such as a make and a model. */
function textsOf(row: JsonObject): { text: string; isOwn: boolean }[] {
  const whole = ownName(row);
  const texts = Object.entries(row).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length <= LONGEST && /\p{L}{2}/u.test(entry[1]),
  );
  return [
    ...(whole === undefined ? [] : [{ text: whole, isOwn: true }]),
    ...texts.map(([key, text]) => ({ text, isOwn: NAMING.test(key) })),
  ];
}

/** The longest run of words of a sentence that a name holds, at least one of them explained by nothing else. */
function longestRun(
  name: string,
  tokens: readonly Token[],
  strange: readonly boolean[],
): { from: number; to: number } | undefined {
  const words = new Set(nameStems(name));
  let best: { from: number; to: number } | undefined;
  for (let from = 0; from < tokens.length; from += 1) {
    let to = from;
    while (words.has(stem(tokens[to]?.text ?? '')) && tokens[to]?.kind !== 'mark') to += 1;
    // A name neither begins nor ends with a word of the sentence around it.
    const first = strange.indexOf(true, from);
    const last = strange.lastIndexOf(true, to - 1);
    const isName = first >= 0 && first < to && last >= first;
    if (isName && last + 1 - first > (best ? best.to - best.from : 0))
      best = { from: first, to: last + 1 };
    from = Math.max(from, to - 1);
  }
  return best;
}

/** Whether the same words name things of two kinds equally well. */
function isOfTwo(link: Link, links: readonly Link[]): boolean {
  return links.some(
    ({ from, to, weight, noun }) =>
      from === link.from && to === link.to && weight === link.weight && noun !== link.noun,
  );
}

/** Of places that share words the one that says most. */
function withoutOverlap(links: readonly Link[]): Link[] {
  const kept: Link[] = [];
  for (const link of links.toSorted((a, b) => b.weight - a.weight)) {
    const isFree = kept.every(({ from, to }) => link.to <= from || link.from >= to);
    if (isFree) kept.push(link);
  }
  return kept;
}

/** The request with the noun before each place, where the sentence does not say it, and names in full. */
function withLinks(reading: Reading, links: readonly Link[]): Reading {
  const { tokens, text } = reading;
  const said = new Set(tokens.map((token) => stem(token.text)));
  let whole = '';
  let end = 0;
  for (const { from, to, noun, thing } of links.toSorted((a, b) => a.from - b.from)) {
    const start = tokens[from]?.start ?? 0;
    const isSaid = plainName(noun).every((word) => said.has(stem(word)));
    whole += `${text.slice(end, start)}${isSaid ? '' : `${noun} `}${thing?.name ?? reading.words(from, to)}`;
    end = tokens[to - 1]?.end ?? end;
  }
  return reading.again(`${whole}${text.slice(end)}`);
}
