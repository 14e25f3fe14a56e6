import { isObject, ownValue } from '../../../src/foundation/json.js';
import type { RunItem } from '../run/run-items.js';
import type { NamedThing } from './link-names.js';
import { rowsOf } from './rows-of.js';

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
