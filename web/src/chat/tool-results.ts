import { isObject, ownValue, type JsonObject } from '../../../src/foundation/json.js';
import type { RunItem } from '../run/run-items.js';
import { isNumber } from '../../../src/foundation/exact-number.js';
import { formatLocale } from '../texts/texts.js';
import type { NamedThing } from './markdown-marks.js';

const FIELD = /\{([^{}]+)\}/;
const NAMES = ['name', 'title', 'label', 'display_name', 'displayName', 'subject'];
/** Shorter ids are words and numbers of a text as often. */
const MIN_ID = 4;

/** The field of each row that a link is filled with; undefined where it is the page of one thing. */
export function fieldIn(link: string | undefined): string | undefined {
  return FIELD.exec(link ?? '')?.[1];
}

/** The page of the row with this value in that field. */
export function linkOf(link: string, value: string): string {
  return link.replace(FIELD, () => encodeURIComponent(value));
}

/** What people call a record, in one of its fields. */
export function recordName(value: unknown): string | undefined {
  const found = isObject(value) ? NAMES.map((name) => ownValue(value, name)) : [];
  return found.find((one): one is string => typeof one === 'string' && one.trim() !== '');
}

/** The records that a run has read and that have pages: by their ids, with their names, and by their names. */
export function recordsIn(items: readonly RunItem[]): NamedThing[] {
  return items.flatMap((item) => {
    const field = item.kind === 'step' ? fieldIn(item.link) : undefined;
    if (item.kind !== 'step' || item.link === undefined) return [];
    if (field === undefined) return thingsOf(recordName(item.result), undefined, item.link);
    const { columns = [], rows = [] } = rowsOf(item.result) ?? {};
    const named = columns.findIndex((column) => NAMES.includes(column));
    const at = columns.indexOf(field);
    return rows.flatMap((texts) =>
      thingsOf(texts[named], texts[at], linkOf(item.link ?? '', texts[at] ?? '')),
    );
  });
}

/** An id of one thing alone: a number or a word may be anything's. */
const OWN_ID = /^(?=\D*\d)(?=[^a-z]*[a-z])[\w-]{4,80}$/i;
const MAX_RECORDS = 1000;

/** The names of the records that a run has read, by ids of their own; an id with two names has none. */
export function namesById(items: readonly RunItem[]): ReadonlyMap<string, string> {
  const names = new Map<string, string | undefined>();
  for (const item of items) {
    for (const record of item.kind === 'step' ? recordsOf(item.result) : []) {
      const id = isObject(record) ? ownValue(record, 'id') : undefined;
      const name = recordName(record);
      if (typeof id !== 'string' || !OWN_ID.test(id) || name === undefined) continue;
      names.set(id, names.has(id) && names.get(id) !== name ? undefined : name);
    }
  }
  return new Map([...names].flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

/** A result, what stands in it, and the items of its lists. */
function recordsOf(result: unknown): unknown[] {
  const parts = [result, ...(isObject(result) ? Object.values(result) : [])];
  return parts
    .flatMap((one): unknown[] => (Array.isArray(one) ? one : [one]))
    .slice(0, MAX_RECORDS);
}

function thingsOf(name: string | undefined, id: string | undefined, to: string): NamedThing[] {
  const byId = id === undefined || id.length < MIN_ID ? [] : [{ name: id, to, beside: name }];
  return name === undefined || name === id ? byId : [...byId, { name, to }];
}

/** Rows in what a tool answered, and the fields that make columns. */
interface FoundRows {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many more there are. */
  more: number;
}

const MAX_ROWS = 200;
const MAX_COLUMNS = 12;

/** The objects of a list, or of the only list of objects in an object; undefined for any other answer. */
export function rowsOf(value: unknown): FoundRows | undefined {
  const list = listIn(value);
  if (list === undefined) return undefined;
  const shown = list.slice(0, MAX_ROWS);
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  const columns = names.filter((name) => shown.some((row) => isPlain(row[name])));
  if (columns.length < 2) return undefined;
  const kept = columns.slice(0, MAX_COLUMNS);
  const rows = shown.map((row) =>
    kept.map((name) => (isPlain(row[name]) ? String(row[name]) : '')),
  );
  return { columns: kept, rows, more: list.length - shown.length };
}

function listIn(value: unknown): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? value : undefined;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).flatMap((one) => {
    const list = Array.isArray(one) ? listIn(one) : undefined;
    return list === undefined ? [] : [list];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
}

/** How a table is sorted: by which column, and which way. */
export interface Sort {
  column: number;
  down: boolean;
}

/** The rows in the order of a column: by their numbers where all of it are numbers, else as texts; empty cells last. */
export function sortRows<T extends { texts: readonly string[] }>(
  rows: readonly T[],
  { column, down }: Sort,
): readonly T[] {
  const keyed = rows.map((row) => ({ row, key: (row.texts[column] ?? '').trim() }));
  const filled = keyed.filter(({ key }) => key !== '');
  const numbers = new Map(filled.map(({ key }) => [key, numberOf(key)]));
  const isNumeric = [...numbers.values()].every((value) => value !== undefined);
  const texts = new Intl.Collator(formatLocale, { numeric: true });
  const order = (a: string, b: string) =>
    isNumeric ? (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0) : texts.compare(a, b);
  filled.sort((a, b) => (down ? order(b.key, a.key) : order(a.key, b.key)));
  return [...filled, ...keyed.filter(({ key }) => key === '')].map(({ row }) => row);
}

/** True where every filled cell of a column is a number. */
export function isNumeric(rows: readonly { texts: readonly string[] }[], column: number): boolean {
  const filled = rows.map(({ texts }) => (texts[column] ?? '').trim()).filter((key) => key !== '');
  return filled.length > 0 && filled.every((key) => numberOf(key) !== undefined);
}

/** Digits with points and commas, perhaps with a unit before or behind: `1,200.50`, `€ 80`, `-3 %`. */
const WRITTEN = /^([^\d\s]{0,4})\s?([-−]?\d[\d.,'’\u00a0\u202f]{0,40})\s?[^\d]{0,4}$/;

/** A number as people write it; undefined for what is none. */
function numberOf(text: string): number | undefined {
  const [, before = '', digits = ''] = WRITTEN.exec(text) ?? [];
  if (digits === '') return undefined;
  const sign = /[-−]/.test(before + digits) ? -1 : 1;
  const plain = digits.replaceAll(/[^\d.,]/g, '');
  const point = decimalPoint(plain);
  const whole = point === -1 ? plain : plain.slice(0, point);
  const groups = whole.split(/[.,]/);
  // Dates and versions are no numbers: groups have three digits.
  if (groups.slice(1).some((group) => group.length !== 3)) return undefined;
  return sign * Number(`${groups.join('')}.${point === -1 ? 0 : plain.slice(point + 1)}`);
}

/** Where the decimals begin; -1 where there are none. A lone mark before three digits groups them, unless it is the reader's own. */
function decimalPoint(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const mark = digits[last];
  if (mark === undefined) return -1;
  if (digits.indexOf(mark) !== last) return -1;
  const isGroup = !digits.includes(mark === '.' ? ',' : '.') && digits.length - last === 4;
  return isGroup && mark !== (1.5).toLocaleString(formatLocale)[1] ? -1 : last;
}

/** A file in the result of a call, as the server tells of it. */
export interface AttachedFile {
  kind: string;
  mime_type?: string;
  bytes?: number;
  data_url: string;
  drawn: boolean;
}

const DRAWN = /^data:image\/(?:png|jpeg|gif|webp);base64,/;
const FILE = 'data:application/octet-stream;base64,';

/** The files of a result that can be shown; an address that is no data is none. */
export function filesIn(result: unknown): AttachedFile[] {
  return attachmentsIn(result).filter((one): one is AttachedFile => {
    const { data_url: url, drawn } = one as Partial<AttachedFile>;
    if (typeof url !== 'string') return false;
    return drawn === true ? DRAWN.test(url) : url.startsWith(FILE);
  });
}

/** The result without the data of its files, to read. */
export function withoutData(result: unknown): unknown {
  if (filesIn(result).length === 0) return result;
  const attachments = attachmentsIn(result).map((one) => {
    const { data_url: _data, ...rest } = one as Partial<AttachedFile>;
    return rest;
  });
  return { ...(result as object), attachments };
}

function attachmentsIn(result: unknown): object[] {
  const { attachments } = (result ?? {}) as { attachments?: unknown };
  if (!Array.isArray(attachments)) return [];
  return attachments.filter(
    (one: unknown): one is object => typeof one === 'object' && one !== null,
  );
}
