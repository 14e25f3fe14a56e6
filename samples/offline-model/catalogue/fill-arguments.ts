import { stem } from '../../../src/foundation/english-stem.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { harmless } from '../lexicon.js';
import { namedSpan, withoutName } from '../reading/facts.js';
import { inDays } from '../reading/dates.js';
import type { Reading } from '../reading/reading.js';
import type { Token } from '../reading/tokens.js';
import type { World } from '../world.js';
import { enumOf, propertiesOf, stemsOf, type Property } from './tool-words.js';

/**
 * What the sentence, else the page, says for an argument; undefined when neither does. `isPlain`: a text may be
 * whatever stands beside the argument's name, or on the page.
 */
export function valueFor(
  property: Property,
  tool: ToolSpec,
  world: Pick<World, 'reading' | 'situation'>,
  isPlain = true,
): unknown {
  const { name, schema, isRequired } = property;
  const { reading, situation } = world;
  const { type, format } = shapeOf(schema);
  const values = enumOf(schema);
  if (values.length > 0) return enumSaid(isRequired ? values : notOwn(values, tool), reading);
  if (type === 'boolean') return truthSaid(name, reading);
  // What need not be said is taken only from words that name it.
  const isFree = isPlain && !isRequired && format === '' && !SEARCHED.test(name);
  if (isFree && !isNamedIn(name, reading)) return onPage(name, situation.json);
  const path = isPlain ? inPath(name, tool, reading) : undefined;
  return path ?? freeValue(property, tool, world, isPlain);
}

/** A value that no list of values gives. */
function freeValue(
  { name, schema }: Property,
  tool: ToolSpec,
  { reading, situation }: Pick<World, 'reading' | 'situation'>,
  isPlain: boolean,
): unknown {
  const { type, format } = shapeOf(schema);
  if (hasIdForm(name))
    return isPlain ? idFor(name, type, tool, reading, situation.json) : undefined;
  if (type === 'integer' || type === 'number') return numberFor(name, reading, tool);
  if (type !== 'string') return undefined;
  if (format === 'email') return ofKind('email', reading);
  if (format.includes('date')) return ofKind('date', reading);
  if (SEARCHED.test(name)) return searchWords(reading, tool, name === 'search');
  if (!isPlain) return undefined;
  return (
    namedText(name, reading) ??
    afterName(name, reading)?.text ??
    onPage(name, situation.json) ??
    onlyText(tool, name, reading)
  );
}

/** Whether all words of an argument's name are said. */
function isNamedIn(name: string, { tokens }: Reading): boolean {
  const said = new Set(tokens.map(({ text }) => stem(text)));
  const marked = /name|title|subject|label|summary/i.test(name);
  const calls = tokens.some(({ lower }) => /^(called|named|titled)$/.test(lower));
  return (marked && calls) || [...stemsOf(nounOfId(name))].every((word) => said.has(word));
}

/** "merge it" chooses no way of merging. */
function notOwn(values: readonly string[], tool: ToolSpec): string[] {
  const own = stemsOf(tool.name);
  return values.filter((value) => !own.has(stem(value)));
}

/** Whether a name says that its value is an id: `id`, `projectId`, `ticket_key`. */
export function hasIdForm(name: string): boolean {
  return /(^|_|[a-z])(id|ID|Id|key|Key|slug|uuid)$/.test(name);
}

function idFor(
  name: string,
  type: unknown,
  tool: ToolSpec,
  reading: Reading,
  open: JsonObject,
): string | number | undefined {
  const found = identifier(name, tool, reading) ?? onPage(name, open);
  if (type === 'string' || found === undefined) return found;
  return Number.isFinite(Number(found)) ? Number(found) : undefined;
}

/** The one text in quotes, for the one text that a tool must have. */
function onlyText(tool: ToolSpec, name: string, reading: Reading): string | undefined {
  const texts = propertiesOf(tool).filter(
    ({ schema, isRequired, name: other }) =>
      isRequired &&
      shapeOf(schema).type === 'string' &&
      enumOf(schema).length === 0 &&
      !hasIdForm(other),
  );
  const quoted = reading.quoted();
  return texts.length === 1 && texts[0]?.name === name && quoted.length === 1
    ? quoted[0]
    : undefined;
}

const SEARCHED = /^(q|query|search|question|term|keyword)s?$/;

function shapeOf(schema: unknown): { type: unknown; format: string } {
  const { type: own, format, oneOf, anyOf } = isObject(schema) ? schema : {};
  const forms = [oneOf, anyOf].flat().filter(isObject);
  const type = own ?? forms.map((form) => form['type']);
  return {
    type: [type].flat().find((item) => item !== 'null'),
    format: typeof format === 'string' ? format : '',
  };
}

function ofKind(kind: Token['kind'], { tokens }: Reading): string | undefined {
  return tokens.find((token) => token.kind === kind)?.text;
}

/** What the page passes under the same name, however it is written: `project_id` for `projectId`. */
function onPage(name: string, open: JsonObject): string | undefined {
  const bare = (text: string) => text.replaceAll(/[_-]/g, '').toLowerCase();
  const value = Object.entries(open).find(([key]) => bare(key) === bare(name))?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** What stands behind the words of a name: "priority 3", "description: …", "status to open". */
function afterName(name: string, { tokens }: Reading): Token | undefined {
  const words = stemsOf(name);
  const at = tokens.findLastIndex((token) => words.has(stem(token.text)));
  if (at < 0) return undefined;
  // "the description of the flag to …": the value stands behind the last "to".
  const to = tokens.findLastIndex(({ lower }) => lower === 'to');
  const isOwned = tokens[at + 1]?.lower === 'of';
  if (isOwned && to < at) return undefined;
  const next = tokens
    .slice((isOwned ? to : at) + 1)
    .find(({ lower }) => !/^(to|is|of|as|=|:|be|with|the|a|called|named)$/.test(lower));
  return next?.kind === 'mark' ? undefined : next;
}

/** The value whose words are said, or whose concept is: "when something is added" for `on_create`. */
function enumSaid(values: readonly string[], reading: Reading): string | undefined {
  const said = ` ${reading.tokens.map(({ text }) => stem(text)).join(' ')} `;
  const written = values.find((value) =>
    said.includes(
      ` ${value
        .split(/[\s_-]+/)
        .map(stem)
        .join(' ')} `,
    ),
  );
  const meant = withoutName(reading).tags.map(({ concept }) =>
    concept.slice(concept.indexOf('.') + 1),
  );
  return written ?? values.find((value) => meant.includes(value));
}

function truthSaid(name: string, reading: Reading): boolean | undefined {
  const words = [...stemsOf(name)].filter((word) => !/^(is|has|only)$/.test(word));
  if (words.some((word) => /^(enabl|activ)/.test(word))) {
    const said = withoutName(reading);
    if (said.has('active.false|act.deactivate')) return false;
    return said.has('active.true|act.activate') ? true : undefined;
  }
  const at = reading.tokens.findIndex((token) => words.includes(stem(token.text)));
  const isWhole = words.every((word) => reading.tokens.some(({ text }) => stem(text) === word));
  if (!isWhole) return undefined;
  const before = reading.lower(at - 1);
  return at < 0 ? undefined : !/^(not|no|non|without|isn't|un)$/.test(before);
}

function numberFor(name: string, reading: Reading, tool: ToolSpec): number | undefined {
  const isDays = stemsOf(name).has('day');
  if (isDays) return daysIn(reading);
  const said = afterName(name, reading);
  if (said?.value !== undefined) return said.value;
  const numeric = propertiesOf(tool).filter(
    ({ schema, isRequired }) => isRequired && /integer|number/.test(String(shapeOf(schema).type)),
  );
  const numbers = reading.tokens.filter(({ kind }) => kind === 'number');
  const only = numeric.length === 1 && numeric[0]?.name === name && numbers.length === 1;
  return only ? numbers[0]?.value : undefined;
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

/** `FLAG-12`, `new-checkout`, a UUID: a word that is no plain word. */
export function isOdd({ kind, text, lower }: Token): boolean {
  return (
    kind === 'uuid' ||
    kind === 'name' ||
    (kind === 'word' && /[-\d]/.test(text) && !harmless.has(lower))
  );
}

/** Such a word beside the argument's name, or the only one for the only id that is needed. */
function identifier(name: string, tool: ToolSpec, reading: Reading): string | undefined {
  const said = afterName(nounOfId(name), reading);
  const isGiven = said?.kind === 'quoted' || said?.kind === 'number';
  if (said !== undefined && (isGiven || isOdd(said))) return said.text;
  const found = reading.tokens.filter(
    (token, at) =>
      isOdd(token) &&
      !namesOther(name, tool, reading.tokens[at - 1]) &&
      !/^(called|named|titled|to)$/.test(reading.lower(at - 1)),
  );
  const needed = propertiesOf(tool).filter(
    (each) =>
      each.isRequired &&
      shapeOf(each.schema).type === 'string' &&
      each.within === undefined &&
      (each.name === name || saidBehind(each.name, tool, reading) === undefined),
  );
  return found.length === 1 && needed.length === 1 && saidBehind(name, tool, reading) === undefined
    ? found[0]?.text
    : undefined;
}

/** `projectId` → project. */
export function nounOfId(name: string): string {
  return name.replace(/[_-]?(id|key|slug|uuid|(?<=.)name)$/i, '');
}

/** "in project default": a plain word right behind what an argument is called by. */
export function saidBehind(name: string, tool: ToolSpec, reading: Reading): string | undefined {
  const at = behind(name, tool, reading);
  const ends = reading.tokens[at + 1];
  const isLast = ends === undefined || ends.kind === 'mark' || harmless.has(ends.lower);
  return at > 0 && isLast ? reading.tokens[at]?.text : undefined;
}

/** 'with entry "order paper"': a text in quotes behind what an argument is called. */
export function quotedBehind(name: string, reading: Reading): string | undefined {
  const said = afterName(name, reading);
  return said?.kind === 'quoted' ? said.text : undefined;
}

/** Whether words stand there that may be a name: "the flag dark mode". */
export function isNamedBehind(name: string, tool: ToolSpec, reading: Reading): boolean {
  return behind(name, tool, reading) > 0;
}

function behind(name: string, tool: ToolSpec, { tokens }: Reading): number {
  const noun = [...stemsOf(nounOfId(name))];
  // "the organization acme" for `org`.
  const isNoun = ({ text }: Token) =>
    noun.some((word) => stem(text) === word || (word.length > 2 && text.startsWith(word)));
  const at = tokens.findIndex(isNoun) + 1;
  const next = at > 0 ? tokens[at] : undefined;
  // "feature flags" is what the tool calls its things, none of them.
  const own = stemsOf(`${tool.name} ${tool.title ?? ''}`);
  const isName =
    next?.kind === 'word' &&
    !harmless.has(next.lower) &&
    !own.has(stem(next.text)) &&
    !/^(called|named|titled)$/.test(next.lower);
  return isName ? at : -1;
}

/** The slash of "acme/webshop". */
export function isSlash(
  { lower, start, end }: Token,
  at: number,
  tokens: readonly Token[],
): boolean {
  return lower === '/' && tokens[at - 1]?.end === start && tokens[at + 1]?.start === end;
}

/** "acme/webshop" for the first two texts that a tool must have, such as owner and repo. */
export function inPath(
  name: string,
  tool: ToolSpec,
  { tokens, text }: Reading,
): string | undefined {
  const at = tokens.findIndex(isSlash);
  if (at < 0) return undefined;
  const places = propertiesOf(tool)
    .filter(
      ({ isRequired, within, schema }) =>
        isRequired && !within && shapeOf(schema).type === 'string',
    )
    .map((each) => each.name);
  if (places.length < 2) return undefined;
  let [from, to] = [at - 1, at + 1];
  while (tokens[from - 1]?.end === tokens[from]?.start) from -= 1;
  while (tokens[to + 1]?.start === tokens[to]?.end && tokens[to + 1]?.kind !== 'mark') to += 1;
  const [first, second] = [tokens[from], tokens[to]];
  const [owner, rest] = [
    text.slice(first?.start, tokens[at]?.start),
    text.slice(tokens[at]?.end, second?.end),
  ];
  return name === places[0] ? owner : name === places[1] ? rest : undefined;
}

/** "the feature dark-mode" is no project. */
function namesOther(name: string, tool: ToolSpec, before: Token | undefined): boolean {
  const noun = stem(before?.text ?? '');
  return stemsOf(tool.name).has(noun) && !stemsOf(name).has(noun);
}

/** "called Blue", or the one text in quotes. */
function namedText(name: string, { tokens }: Reading): string | undefined {
  if (!/name|title|subject|label|summary/i.test(name)) return undefined;
  const quoted = tokens.filter(({ kind }) => kind === 'quoted');
  if (quoted.length === 1) return quoted[0]?.text;
  const at = tokens.findIndex(({ lower }) => /^(called|named|titled)$/.test(lower));
  const words = tokens.slice(at + 1);
  const end = words.findIndex(
    ({ kind, lower }) => kind === 'mark' || /^(with|and|for|in|on|to)$/.test(lower),
  );
  const run = words.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  return at < 0 || run.length === 0 ? undefined : run.join(' ');
}

/** Words to search by: what is said beside the words that ask for the tool; a list is searched only when asked to be. */
function searchWords(reading: Reading, tool: ToolSpec, isFilter: boolean): string | undefined {
  const known = stemsOf(tool.name);
  const span = namedSpan(reading) ?? { from: 0, to: 0 };
  const asking = reading
    .all('act.*|q.*|polite|noun.*')
    .flatMap(({ covers }) => covers)
    .filter((at) => at < span.from || at >= span.to);
  const from = reading.tokens.findIndex(({ lower }) => ABOUT.test(lower));
  const words = reading.tokens.filter(
    ({ kind, lower, text }, at) =>
      kind !== 'mark' &&
      !harmless.has(lower) &&
      !known.has(stem(text)) &&
      !asking.includes(at) &&
      (!isFilter || kind === 'quoted' || (from >= 0 && at > from)),
  );
  return words.length === 0 ? undefined : words.map(({ text }) => text).join(' ');
}

const ABOUT = /^(about|for|called|named|matching|containing|mentioning|regarding)$/;
