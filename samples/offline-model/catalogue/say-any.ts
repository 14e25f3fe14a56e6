import { firstChars } from '../../../src/foundation/first-chars.js';
import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import {
  bullets,
  capital,
  conditionWords,
  count,
  join,
  leftOut,
  plain,
  singular,
  textOf,
  timeWords,
} from '../answers/words.js';
import { ownName } from './names.js';
import { plainName } from './tools.js';

const MOST_LINES = 20;
/** So deep an object in an object is told. */
const DEEPEST = 4;

/** What a thing is called by, and what it is about, best first. */
const NAMES =
  'name title label header filename number code enum workflow rule table page form key type'.split(
    ' ',
  );
/** Fields that only count what is told anyway. */
const COUNTS = /^(shown|limit|offset|page_size|fits|status_code)$|_count$/;

interface List {
  key: string;
  items: readonly unknown[];
  total: number;
}

/** Any result in plain sentences: names before ids, never JSON. `tool` tells what a list is of. */
export function sayAny(data: unknown, tool = ''): string {
  const body = Array.isArray(data) ? { [nounOf(tool)]: data } : data;
  if (!isObject(body)) return words(body, 0) || 'There is nothing to show.';
  const lists = listsOf(body);
  const told = lists.filter(
    ({ key, items }) => items.length > 0 && !(key === 'columns' && Array.isArray(body['rows'])),
  );
  const head = headOf(body);
  const known = new Set([...head.keys, ...lists.map(({ key }) => key)]);
  const isTotal = lists.some(({ total }) => total === body['total']);
  const facts = Object.entries(body).filter(
    ([key, value]) =>
      !known.has(key) &&
      !(COUNTS.test(key) && typeof value === 'number') &&
      !(key === 'total' && isTotal) &&
      !(isObject(value) && listsOf(value).some(({ items }) => items.length > 0)),
  );
  const sentences = [
    head.text,
    bullets(factLines(facts)),
    ...told.map((list) => sayList(list, tool)),
  ].filter(Boolean);
  const [first] = lists;
  const rows = lists.find(({ key }) => key === 'rows');
  const empty = head.text === '' || body['total'] === 0 ? (rows ?? first) : rows;
  const none = empty && told.length === 0 ? [nothing(empty.key, tool)] : [];
  return [...none, ...sentences].join('\n') || 'There is nothing to show.';
}

/** The lists of a result, also those of its groups; a few short words are no list. */
function listsOf(body: JsonObject): List[] {
  return Object.entries(body).flatMap(([key, value]): List[] => {
    if (Array.isArray(value))
      return isShort(value) ? [] : [{ key, items: value, total: totalOf(body, key, value) }];
    if (!isObject(value)) return [];
    if (Array.isArray(value['items']))
      return [{ key, items: value['items'], total: totalOf(value, 'rows', value['items']) }];
    const groups = Object.values(value);
    return groups.length > 0 && groups.every(Array.isArray) ? listsOf(value) : [];
  });
}

function isShort(items: readonly unknown[]): boolean {
  const few = items.length > 0 && items.length <= 4;
  return few && items.every((item) => typeof item === 'string' && item.length < 60);
}

function totalOf(body: JsonObject, key: string, items: readonly unknown[]): number {
  const whole = key === 'rows' || body['shown'] === items.length ? body['total'] : undefined;
  const total = body[`${singular(key)}_count`] ?? whole;
  return typeof total === 'number' && total >= items.length ? total : items.length;
}

function nothing(key: string, tool: string): string {
  const [noun, whose] = ownedNoun(nounFor(key, tool));
  return `There are no ${noun}${whose} like that.`;
}

function sayList({ key, items, total }: List, tool: string): string {
  const shown = items.slice(0, MOST_LINES);
  const [noun, whose] = ownedNoun(nounFor(key, tool));
  const heading = capital(count(total, singular(noun), noun));
  return `${heading}${whose}:\n${bullets(shown.map(itemLine))}${leftOut(total, shown.length)}`;
}

/** "my alerts" of a tool's name are alerts of who asks. */
function ownedNoun(noun: string): [noun: string, whose: string] {
  return noun.startsWith('my ') ? [noun.slice(3), ' of yours'] : [noun, ''];
}

/** What many call the list itself, whatever it is of. */
const GENERIC = /^(data|items|results|records|value|values|content|entries|list)$/;

/** `list_workflow_rules` lists rules, which are workflow rules. */
function nounFor(key: string, tool: string): string {
  const whole = nounOf(tool);
  if (GENERIC.test(key) && whole !== '') return whole;
  return whole.endsWith(plain(key)) ? whole : plainName(key).join(' ');
}

function nounOf(tool: string): string {
  const name = plainName(tool);
  const verb = name.findIndex((word) => /^(list|get|search|find|query|read|show)$/.test(word));
  const behind = name.slice(verb + 1).filter((word) => word !== 'all');
  const isBefore = verb > 0 && /^(for|by|in|of|from)?$/.test(behind[0] ?? '');
  return (isBefore ? name[verb - 1] : behind.join(' ')) || 'items';
}

/** “Name”: what it is described as. */
function headOf(body: JsonObject): { text: string; keys: readonly string[] } {
  const key = NAMES.find((name) => typeof body[name] === 'string' && body[name] !== '');
  if (key === undefined) {
    const own = ownName(body) ?? (isSaidId(body['id']) ? body['id'] : undefined);
    const keys = Object.keys(body).filter((each) => body[each] === own);
    return own === undefined ? { text: '', keys: [] } : { text: `“${own}”.`, keys };
  }
  const about = textOf(body['description']) || textOf(body['message']);
  const keys = [key, ...(about === '' ? [] : ['description', 'message'])];
  return { text: `“${words(body[key], 0)}”${about === '' ? '.' : `: ${about}`}`, keys };
}

function itemLine(item: unknown): string {
  if (!isObject(item)) return words(item, 0);
  const { text, keys } = headOf(item);
  const rest = Object.entries(item).filter(([key]) => !keys.includes(key));
  // What is written for machines is no line for people.
  const facts = factLines(rest.map(inShort), ' ')
    .filter((fact) => !/=[[{("]/.test(fact))
    .join(', ');
  const name = text.replace(/^“([^”]*)”\.?/, '$1');
  return [name, facts].filter(Boolean).join(name.includes(': ') || name === '' ? ' ' : ': ');
}

const LONGEST = 160;

/** In a line of a list, things inside a thing are counted, and long texts cut. */
function inShort([key, value]: [string, unknown]): readonly [string, unknown] {
  if (Array.isArray(value) && value.length > 1 && value.every(isObject)) return [key, value.length];
  const isLong = typeof value === 'string' && value.length > LONGEST;
  return [key, isLong ? `${firstChars(value, LONGEST)}…` : value];
}

/** A line for each field that tells something to people. */
function factLines(facts: readonly (readonly [string, unknown])[], between = ': '): string[] {
  return facts.flatMap(([key, value]) => {
    if (
      (isId(key) && !(key === 'id' && isSaidId(value))) ||
      value === null ||
      value === '' ||
      value === undefined
    )
      return [];
    const name = plainName(key).join(' ');
    if (key.startsWith('is_') && typeof value === 'boolean')
      return [`${value ? '' : 'not '}${name.replace('is ', '')}`];
    if (key.endsWith('_count') && typeof value === 'number')
      return [count(value, singular(name.replace(/ count$/, '')))];
    const said = words(value, 0);
    return said === '' ? [] : [`${name}${between}${said}`];
  });
}

/** `R-2008`, which people say; a UUID and a bare number they do not. */
const isSaidId = (id: unknown): id is string =>
  typeof id === 'string' && /^\p{L}{1,8}-?\d{1,9}$/u.test(id);

function isId(key: string): boolean {
  return key === 'id' || key.endsWith('_id') || key.endsWith('Id');
}

/** A value in words. */
function words(value: unknown, depth: number): string {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(value))
    return join(value.map((item) => words(item, depth + 1).replace(/^[a-z_]+(?=:)/, plain)));
  if (isObject(value))
    return Object.entries(value)
      .filter(
        ([key, item]) => !isId(key) && item !== null && !(Array.isArray(item) && item.length === 0),
      )
      .map(([key, item]) => `${plain(key)} ${words(item, depth + 1)}`)
      .join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return value.toLocaleString('en-GB', {
      maximumFractionDigits: 2,
      useGrouping: value >= 10_000,
    });
  return typeof value === 'string' ? textWords(value) : '';
}

function textWords(text: string): string {
  if (/^[a-z]+(?:_[a-z]+)+$/.test(text)) return plain(text);
  const said = /^\d{4}-\d\d-\d\dT/.test(text) ? timeWords(text) : conditionWords(text);
  // Braces and "null" are for machines.
  return said
    .replaceAll(/(?<!\{)\{ ?(?!\{)/g, '(')
    .replaceAll(/ ?(?<!\})\}(?!\})/g, ')')
    .replaceAll(/\bnull\b/g, 'nothing');
}
