import { isNumber } from '../../../foundation/exact-number.js';
import { jsonOrText, writeJson } from '../../../foundation/exact-json.js';
import { firstChars, shortened } from '../../../foundation/text.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';

export interface CallResult {
  name: string;
  content: string;
  isError: boolean;
}

const MAX_ROWS = 20;
const MAX_COLUMNS = 6;
const MAX_CELL = 120;
const MAX_TEXT = 4_000;

/** The results as Markdown: rows as a table, fields as a list, a text as it is. Nothing is concluded from them. */
export function tellResults(results: readonly CallResult[]): string {
  return results.map(tellResult).join('\n\n');
}

function tellResult({ content, isError }: CallResult): string {
  const value = jsonOrText(content);
  if (isError) return `The call failed: ${messageIn(value) ?? firstChars(content, MAX_TEXT)}`;
  if (isObject(value) && value['status'] === 'preview_sent') {
    return 'Nothing is saved until you accept the preview.';
  }
  if (typeof value === 'string') return firstChars(value, MAX_TEXT);
  const rows = rowsIn(value);
  if (rows?.length === 0) return 'It answered with an empty list.';
  if (rows !== undefined) return table(rows);
  return isObject(value) ? withLists(value) : cell(value);
}

function messageIn(value: unknown): string | undefined {
  const error = isObject(value) && isObject(value['error']) ? value['error'] : value;
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

function rowsIn(value: unknown): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 ? rowsIn(lists[0]) : undefined;
}

/** The fields of an object; of several lists of rows each as a table under its name. */
function withLists(value: JsonObject): string {
  const lists = Object.keys(value).flatMap((name) => {
    const list = value[name];
    return Array.isArray(list) && list.length > 0 && list.every(isObject) ? [{ name, list }] : [];
  });
  const names = new Set(lists.map(({ name }) => name));
  const others = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  const tables = lists.map(({ name, list }) => `${escaped(name)}:\n\n${table(list)}`);
  return [fields(others), ...tables].filter((text) => text !== '').join('\n\n');
}

function table(rows: readonly JsonObject[]): string {
  const shown = rows.slice(0, MAX_ROWS);
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  const plain = names.filter((name) => shown.some((row) => isPlain(row[name])));
  const columns = plain.slice(0, MAX_COLUMNS);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const left = [
    ...(rows.length > shown.length ? [`${rows.length - shown.length} more rows`] : []),
    ...names.filter((name) => !columns.includes(name)).map((name) => `the field ${name}`),
  ];
  return [
    line(columns.map(escaped)),
    line(columns.map(() => '---')),
    ...shown.map((row) => line(columns.map((name) => cell(row[name])))),
    ...(left.length === 0 ? [] : ['', `Not in this table: ${firstChars(left.join(', '), 500)}.`]),
  ].join('\n');
}

function fields(value: JsonObject): string {
  const entries = Object.entries(value).slice(0, MAX_ROWS * 2);
  const left = Object.keys(value).length - entries.length;
  const lines = entries.map(([name, inner]) => `- ${escaped(name)}: ${cell(inner)}`);
  return [...lines, ...(left > 0 ? [`- ${left} more fields`] : [])].join('\n');
}

function isPlain(value: unknown): boolean {
  return isNumber(value) || (value !== null && value !== undefined && typeof value !== 'object');
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : (writeJson(value) ?? '');
  return escaped(shortened(text, MAX_CELL));
}

/** Data is shown as it is written: what Markdown reads as its own is escaped. */
export function escaped(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ').replaceAll(/[\\|`*_[\]<>#]/g, '\\$&');
}
