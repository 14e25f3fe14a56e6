import { stem } from '../language/english-stem.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { besideFields, currencyCodes, harmless } from '../lexicon.js';
import { inDays } from '../reading/dates.js';
import { namedSpan, withoutName } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import type { World } from '../world.js';
import { asKey, freeNumbers, isKeyOf, phoneIn } from './forms.js';
import { dateSaid } from './days.js';
import { isNamedIn, kindOf, NAMING, type Kind } from './kinds.js';
import { isOdd } from './names.js';
import { capitalRun, isCapital, NAMED_BY, nameBehind, namedText, partOfName } from './new-names.js';
import {
  bareName,
  calledBy,
  isRead,
  nounOfId,
  plainName,
  propertiesOf,
  shapeOf,
  stemsOf,
  type Property,
} from './tools.js';

/**
 * What the sentence, else the page, says for an argument; undefined when neither does. `isPlain`: a text may be
 * whatever stands beside the argument's name, or on the page.
 */
export function valueFor(
  property: Property,
  tool: ToolSpec,
  world: Pick<World, 'reading' | 'situation' | 'today'>,
  isPlain = true,
): unknown {
  const { reading } = world;
  const kind = kindOf(property);
  switch (kind) {
    case 'choice':
      return enumSaid(choicesOf(property, tool), reading);
    case 'phone':
      return phoneIn(reading);
    case 'flag':
      return truthSaid(property.name, reading);
    case 'search':
      return searchWords(property.name, tool, reading);
    case 'days':
      return daysIn(reading);
    case 'email':
      return reading.tokens.find((token) => token.kind === kind)?.text;
    case 'date':
    case 'time':
      return dateSaid(property, tool, world)?.date;
    default:
      return isPlain || kind === 'number' ? wordFor(property, tool, world, isPlain) : undefined;
  }
}

/** "merge it" chooses no way of merging. */
function choicesOf({ name, schema, isRequired }: Property, tool: ToolSpec): string[] {
  // The name of another argument that is said is no value of this one.
  const others = propertiesOf(tool).flatMap((each) =>
    each.name === name ? [] : [...stemsOf(each.name)],
  );
  const own = new Set(isRequired ? [] : [...stemsOf(tool.name), ...others]);
  return shapeOf(schema).values.filter((value) => !own.has(stem(value)));
}

function wordFor(
  property: Property,
  tool: ToolSpec,
  world: Pick<World, 'reading' | 'situation' | 'today'>,
  isPlain: boolean,
): string | number | undefined {
  const { reading, situation, today } = world;
  const { name, isRequired, schema } = property;
  const page = onPage(name, situation.json);
  const count =
    kindOf(property) === 'number'
      ? countIn(property, tool, freeNumbers(reading, today), reading)
      : undefined;
  if (count !== undefined) return count;
  // What need not be said is taken only from words that name it.
  if (isPlain && !isRequired && !isNamedIn(name, reading)) return page;
  const value = saidFor(property, tool, world) ?? page;
  if (value === undefined) return value;
  if (shapeOf(schema).type === 'string') return String(value);
  return Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** Whether a word is of the kind by its form alone. */
function hasForm(token: Token, kind: Kind): boolean {
  return kind === 'id' ? isOdd(token) : token.kind === (kind === 'number' ? kind : 'quoted');
}

/** Stems of what a number counts, by its name and description; none of anything else. */
export function countWords(property: Property): Set<string> {
  if (kindOf(property) !== 'number') return new Set();
  const { description } = isObject(property.schema) ? property.schema : {};
  const told = typeof description === 'string' ? description : '';
  const counted = plainName(told).filter((word) => word.length > 2 && !harmless.has(word));
  return new Set([...stemsOf(property.name), ...counted.map(stem)]);
}

/** Short words for what is counted. */
export const UNITS: Readonly<Record<string, string>> = {
  ...{ min: 'minute', mins: 'minute', h: 'hour', hr: 'hour', hrs: 'hour', pcs: 'piece' },
  ...{ yr: 'year', yrs: 'year', wk: 'week', wks: 'week' },
};

const MONEY = /price|cost|fee|rate|amount|charge|salary|limit|budget|total|value/i;

/** "18 seats", where the schema says that seats are what it counts. */
function countIn(
  property: Property,
  tool: ToolSpec,
  numbers: readonly Token[],
  { tokens }: Reading,
) {
  const words = countWords(property);
  const next = (token: Token) => tokens[tokens.indexOf(token) + 1];
  const unitOf = (token: Token) => UNITS[next(token)?.lower ?? ''] ?? next(token)?.text ?? '';
  const counted = numbers.find((token) => words.has(stem(unitOf(token))));
  const sums = propertiesOf(tool).filter(
    (each) => kindOf(each) === 'number' && MONEY.test(each.name),
  );
  const isMoney = (token: Token) =>
    token.unit === 'money' || currencyCodes.has(next(token)?.lower ?? '');
  const isOnlySum = !isRead(tool) && sums.length === 1 && sums[0]?.name === property.name;
  return (counted ?? (isOnlySum ? numbers.find(isMoney) : undefined))?.value;
}

/** What stands beside an argument's name, or the only thing of its kind for the only argument that needs one. */
function saidFor(
  property: Property,
  tool: ToolSpec,
  { reading, today }: Pick<World, 'reading' | 'today'>,
): string | number | undefined {
  const { name } = property;
  const kind = kindOf(property);
  const called =
    kind === 'text' && NAMING.test(name)
      ? (namedText(reading) ?? nameBehind(tool, reading))
      : undefined;
  if (called !== undefined) return partOfName(name, called);
  const beside = behind(kind === 'id' ? nounOfId(name) : name, reading);
  const numbers = freeNumbers(reading, today);
  const isFree = beside?.kind === 'quoted' || numbers.some(({ start }) => start === beside?.start);
  const isGiven = kind === 'id' && isFree;
  const isIt = beside !== undefined && (kind === 'text' || isGiven || hasForm(beside, kind));
  const said = isIt ? beside : onlyOne(property, tool, reading, numbers);
  return said?.value ?? (said && asKey(said.text, property.schema));
}

function onlyOne(
  property: Property,
  tool: ToolSpec,
  reading: Reading,
  numbers: readonly Token[],
): Token | undefined {
  const kind = kindOf(property);
  const tokens = kind === 'number' ? numbers : reading.tokens;
  const found = tokens.filter(
    (token, at) =>
      hasForm(token, kind) && (kind !== 'id' || isOwn(at, property.name, tool, reading)),
  );
  const [rival, ...others] = propertiesOf(tool)
    .filter((each) => each.isRequired && isRival(each, property))
    .filter(({ name }) => kind !== 'id' || saidBehind(name, tool, reading) === undefined)
    .filter((each) => each.within !== undefined || inPath(each.name, tool, reading) === undefined);
  const isOnly = found.length === 1 && others.length === 0 && rival?.name === property.name;
  return isOnly ? found[0] : undefined;
}

/** Whether the same word might be meant for another argument: any text that stands beside an id. */
function isRival(other: Property, property: Property): boolean {
  if (kindOf(property) !== 'id') return kindOf(other) === kindOf(property);
  return shapeOf(other.schema).type === 'string' && other.within === property.within;
}

/** "the feature dark-mode" is no project, and what something is to be called is no id. */
function isOwn(at: number, name: string, tool: ToolSpec, reading: Reading): boolean {
  const before = reading.tokens[at - 1];
  // "comment to WEB-12" speaks of one that is there.
  const isNew = before?.lower === 'to' && reading.has('act.rename|act.change');
  const noun = stem(before?.text ?? '');
  // "comment WEB-12" begins with what is to be done.
  const isOther = at > 1 && stemsOf(tool.name).has(noun) && !stemsOf(name).has(noun);
  const { schema } = propertiesOf(tool).find((each) => each.name === name) ?? {};
  const hasItsForm = isKeyOf(reading.tokens[at]?.text ?? '', schema);
  return hasItsForm && !isOther && !isNew && !NAMED_BY.test(before?.lower ?? '');
}

/** What the page passes under the same name, however it is written: `project_id` for `projectId`. */
function onPage(name: string, open: JsonObject): string | undefined {
  const value = Object.entries(open).find(([key]) => bareName(key) === bareName(name))?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

const OWNS = /^(of|on|for|from|in)$/;
const BEFORE_VALUE = /^(to|is|of|as|=|:|be|with|the|a|called|named)$/;

/** What stands behind the words of a name: "priority 3", "description: …", "status to open". */
function behind(name: string, { tokens }: Reading): Token | undefined {
  const words = stemsOf(name);
  const at = tokens.findLastIndex((token) => words.has(stem(token.text)));
  if (at < 0) return undefined;
  // "the description of the flag to …": the value stands behind the last "to".
  const to = tokens.findLastIndex(({ lower }) => lower === 'to');
  // "The limit on FC-7001 to 450", "the description of the flag to …".
  const isOwned = OWNS.test(tokens[at + 1]?.lower ?? '');
  if (isOwned && to < at) return undefined;
  const next = tokens
    .slice((isOwned ? to : at) + 1)
    .find(({ lower }) => !BEFORE_VALUE.test(lower) && !besideFields.has(lower));
  const isEmpty = next?.kind === 'mark' || (next?.kind === 'word' && harmless.has(next.lower));
  if (next !== undefined && !isEmpty)
    return isCapital(next) ? { ...next, text: capitalRun(tokens, tokens.indexOf(next)) } : next;
  // "In the Finance department".
  let from = at;
  while (isCapital(tokens[from - 1]) && from > 1) from -= 1;
  const first = tokens[from];
  return first && from < at ? { ...first, text: capitalRun(tokens, from) } : undefined;
}

/** "from high" of a change "to low": what a value is now. */
export function formerValue(property: Property, reading: Reading): string | undefined {
  const { tokens } = reading;
  const instead = tokens.findIndex(
    ({ lower }, place) => lower === 'instead' && reading.lower(place + 1) === 'of',
  );
  const at = instead >= 0 ? instead + 2 : tokens.findIndex(({ lower }) => lower === 'from') + 1;
  const isNumber = kindOf(property) === 'number' && tokens[at]?.kind === 'number';
  if (at > 0 && isNumber) return reading.words(instead >= 0 ? instead : at - 1, at + 1);
  const isKnown = shapeOf(property.schema).values.some(
    (value) => value.toLowerCase() === reading.lower(at),
  );
  return at > 0 && isKnown ? reading.words(at - 1, at + 1) : undefined;
}

/** Whether a value stands right before what it is said of, or behind "is": "the urgent WEB-12", "it is urgent". */
export function isDescription(name: string, value: string, reading: Reading): boolean {
  const { tokens } = reading;
  const at = tokens.findLastIndex(({ lower }) => lower === value.toLowerCase());
  if (at < 0 || isNamedIn(name, reading)) return false;
  const isOf =
    /^(word|uuid)$/.test(tokens[at + 1]?.kind ?? '') && !harmless.has(reading.lower(at + 1));
  return isOf || /^(the|this|that|is|it's|are|was)$/.test(reading.lower(at - 1));
}

/** What is said for an argument right behind its name; a word that carries no meaning is none. */
export function valueBeside(name: string, reading: Reading): string | undefined {
  const beside = isNamedIn(name, reading) ? behind(name, reading) : undefined;
  const isValue = beside !== undefined && !isOdd(beside) && !harmless.has(beside.lower);
  return isValue ? beside.text : undefined;
}

/** The value whose words are said, or whose concept is: "when something is added" for `on_create`. */
function enumSaid(values: readonly string[], reading: Reading): string | undefined {
  const stems = (words: readonly string[]) => ` ${words.map(stem).join(' ')} `;
  // "Would do nicely" says that nothing is "done".
  const words = reading.tokens.filter(({ lower }) => !/^(?:do|does|did)$/.test(lower));
  const said = stems(words.flatMap(({ text }) => text.split(/[-_\s]/)));
  const meant = withoutName(reading).tags.map(({ concept }) =>
    concept.slice(concept.indexOf('.') + 1),
  );
  const found = values.filter((value) => said.includes(stems(value.split(/[\s_-]+/))));
  const placeOf = (value: string) =>
    reading.tokens.findLastIndex(
      ({ text }) => stem(text) === stem(value.split(/[\s_-]+/)[0] ?? ''),
    );
  // "From high to low", "close the open one": what it becomes, or what is done.
  const isAim = (value: string) => /^(to|as|into)$/.test(reading.lower(placeOf(value) - 1));
  const isDeed = (value: string) => reading.lower(placeOf(value)) !== value.toLowerCase();
  const written = found.find(isAim) ?? found.find(isDeed) ?? found[0];
  return written ?? values.find((value) => meant.includes(value));
}

function truthSaid(name: string, reading: Reading): boolean | undefined {
  const words = [...stemsOf(name)].filter((word) => !/^(is|has|only)$/.test(word));
  if (words.some((word) => /^(enabl|activ)/.test(word))) {
    const said = withoutName(reading);
    if (said.has('active.false|act.deactivate')) return false;
    return said.has('active.true|act.activate') ? true : undefined;
  }
  const places = words.map((word) => reading.tokens.findIndex(({ text }) => stem(text) === word));
  if (places.length === 0 || places.includes(-1)) return undefined;
  return !/^(not|no|non|without|isn't|un)$/.test(reading.lower(Math.min(...places) - 1));
}

const MOST_DAYS = 365;

/** "last week", "in the past 3 months", "over 14 days" in days. */
function daysIn(reading: Reading): number | undefined {
  for (const tag of reading.all('unit.day|unit.week|unit.month|unit.year')) {
    const before = reading.tokens[tag.from - 1]?.value;
    const days = inDays(before ?? 1, tag.concept.slice(5));
    const said = before !== undefined || reading.has('cmp.last') || reading.says('a', 'per');
    if (days !== undefined && said) return Math.min(MOST_DAYS, Math.max(1, days));
  }
  return undefined;
}

/** "in project default", 'with entry "order paper"': a word or a quoted text right behind what an argument is called by. */
export function saidBehind(name: string, tool: ToolSpec, { tokens }: Reading): string | undefined {
  const noun = [...stemsOf(nounOfId(name))];
  // "the organization acme" for `org`.
  const isNoun = ({ text }: Token) =>
    noun.some((word) => stem(text) === word || (word.length > 2 && text.startsWith(word)));
  const at = tokens.findIndex(isNoun) + 1;
  const [next, end] = at > 0 ? tokens.slice(at) : [];
  if (next?.kind === 'quoted') return next.text;
  // "feature flags" is what the tool calls its things, none of them.
  const isName = next?.kind === 'word' && !calledBy(tool).has(stem(next.text));
  const isPlainName = isName && !harmless.has(next.lower) && !NAMED_BY.test(next.lower);
  const isLast = end === undefined || end.kind === 'mark' || harmless.has(end.lower);
  return isPlainName && isLast ? next.text : undefined;
}

/** The two parts of "acme/webshop"; undefined where there is no such path. */
function pathIn({ tokens, text }: Reading): readonly [string, string] | undefined {
  const touches = (at: number) => tokens[at - 1]?.end === tokens[at]?.start;
  const at = tokens.findIndex(
    ({ lower }, each) => lower === '/' && touches(each) && touches(each + 1),
  );
  if (at < 0) return undefined;
  let [from, to] = [at - 1, at + 1];
  while (from > 0 && touches(from)) from -= 1;
  while (tokens[to + 1] !== undefined && touches(to + 1) && tokens[to + 1]?.kind !== 'mark')
    to += 1;
  const slash = tokens[at];
  return [text.slice(tokens[from]?.start, slash?.start), text.slice(slash?.end, tokens[to]?.end)];
}

/** Such a path gives the first two texts that a tool must have, such as owner and repo. */
export function inPath(name: string, tool: ToolSpec, reading: Reading): string | undefined {
  const path = pathIn(reading);
  const places = propertiesOf(tool).filter(
    ({ isRequired, within, schema }) => isRequired && !within && shapeOf(schema).type === 'string',
  );
  return places.length < 2 ? undefined : path?.[places.findIndex((each) => each.name === name)];
}

const ABOUT = /^(about|for|called|named|matching|containing|mentioning|regarding)$/;

/** Words to search by: what is said beside the words that ask for the tool; a list is searched only when asked to be. */
function searchWords(name: string, tool: ToolSpec, reading: Reading): string | undefined {
  const known = stemsOf(tool.name);
  const span = namedSpan(reading) ?? { from: 0, to: 0 };
  const asking = reading
    .all('act.*|q.*|polite|noun.*')
    .flatMap(({ covers }) => covers)
    .filter((at) => at < span.from || at >= span.to);
  const from = reading.tokens.findIndex(({ lower }) => ABOUT.test(lower));
  const isSought = (kind: string, at: number) =>
    name !== 'search' || kind === 'quoted' || (from >= 0 && at > from);
  const words = reading.tokens.filter(
    ({ kind, lower, text }, at) =>
      kind !== 'mark' &&
      !harmless.has(lower) &&
      !known.has(stem(text)) &&
      !asking.includes(at) &&
      isSought(kind, at),
  );
  return words.length === 0 ? undefined : words.map(({ text }) => text).join(' ');
}
