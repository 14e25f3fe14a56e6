import { isObject } from '../../../../src/foundation/json.js';
import type {
  ConditionalFormat,
  Filter,
  ForeignTable,
  RowAction,
  TableConfig,
  VisualColumn,
} from '../../../../src/platform/types.js';
import { defined } from '../../../../src/foundation/defined.js';
import {
  actionSentence,
  columnSentence,
  filterSentence,
  formattingSentence,
  formatWords,
  joinSentence,
} from './sentences.js';
import { nameOfReference, words } from './table-columns.js';
import { t } from './texts.js';

/** One difference between the stored table and the proposed one, in words. */
export interface Change {
  part: 'columns' | 'joins' | 'filters' | 'sorts' | 'settings' | 'table';
  kind: 'added' | 'removed' | 'changed';
  /** The name in the config: a column's key. */
  name: string;
  /** What people call it. */
  title: string;
  /** What was added or removed, in a few words. */
  detail?: string;
  /** Of a change: what differs, field by field. */
  fields: FieldChange[];
}

/** One field before and after, as people read it; undefined where there was or is none. */
export interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

const PARTS = ['columns', 'filters', 'sorts', 'joins', 'settings'] as const;
const KINDS = ['added', 'changed', 'removed'] as const;

/** A diff as the server makes it (`diff` of a preview), as a list; unknown parts are left out. */
export function changesIn(diff: unknown, config: TableConfig): Change[] {
  if (!isObject(diff)) return [];
  const parts = PARTS.flatMap((part) =>
    KINDS.flatMap((kind) => changesOf(diff, part, kind, config)),
  );
  return [...tableChanges(diff), ...parts];
}

/** Name and description stand beside the parts, as before and after. */
function tableChanges(diff: Record<string, unknown>): Change[] {
  return ['name', 'description'].flatMap((name): Change[] => {
    const value = diff[name];
    if (!isObject(value)) return [];
    const fields = fieldChanges({ [name]: value['before'] }, { [name]: value['after'] });
    return [{ part: 'table', kind: 'changed', name, title: t('Table'), fields }];
  });
}

function changesOf(
  diff: Record<string, unknown>,
  part: (typeof PARTS)[number],
  kind: (typeof KINDS)[number],
  config: TableConfig,
): Change[] {
  const found = diff[part];
  const items: unknown = isObject(found) ? found[kind] : undefined;
  if (!Array.isArray(items)) return [];
  return items.filter(isObject).map((item) => {
    const name = String(item['name']);
    const { value, before, after } = item as Record<'value' | 'before' | 'after', unknown>;
    const title = titleOf(part, name, value ?? after, config);
    if (kind === 'changed') {
      return { part, kind, name, title, fields: settingAware(part, name, before, after, config) };
    }
    const detail = detailOf(part, name, value, config);
    return { part, kind, name, title, fields: [], ...defined({ detail }) };
  });
}

const SETTINGS = (): Readonly<Record<string, string>> => ({
  rows: t('Rows per page'),
  source: t('Table read'),
  conditional_formatting: t('Colours'),
  row_actions: t('Row actions'),
  table_actions: t('Table actions'),
});

function titleOf(part: Change['part'], name: string, value: unknown, config: TableConfig): string {
  if (part === 'settings') return SETTINGS()[name] ?? capital(words(name));
  if (part === 'columns') {
    return isObject(value) && typeof value['header'] === 'string' ? value['header'] : name;
  }
  if (part === 'filters' && isObject(value)) {
    return filterSentence(config, value as unknown as Filter);
  }
  if (part === 'joins' && isObject(value)) return `${String(value['schema'])}.${words(name)}`;
  return nameOfReference(config, name.replace(/ \(\d+\)$/, ''));
}

function detailOf(
  part: Change['part'],
  name: string,
  value: unknown,
  config: TableConfig,
): string | undefined {
  if (!isObject(value)) return part === 'settings' ? settingWords(name, value, config) : undefined;
  if (part === 'columns') {
    const said = columnSentence(config, value as unknown as VisualColumn);
    const source = value['source'];
    return typeof source === 'string' ? t('{said}, from {source}', { said, source }) : said;
  }
  if (part === 'sorts') return directionWords(value['direction']);
  if (part === 'joins') return joinSentence(value as unknown as ForeignTable);
  return part === 'settings' ? settingWords(name, value, config) : undefined;
}

function settingAware(
  part: Change['part'],
  name: string,
  before: unknown,
  after: unknown,
  config: TableConfig,
): FieldChange[] {
  if (part === 'settings') {
    const said = (value: unknown) => settingWords(name, value, config);
    return [{ field: '', before: said(before), after: said(after) }];
  }
  if (part === 'filters' && isObject(before) && isObject(after)) {
    const said = (value: object) => filterSentence(config, value as Filter);
    // A filter's sentence is shorter than its fields.
    return [{ field: '', before: said(before), after: said(after) }];
  }
  return fieldChanges(before, after);
}

function settingWords(name: string, value: unknown, config: TableConfig): string {
  if (!Array.isArray(value)) return valueWords(value);
  if (name === 'conditional_formatting') {
    return value.map((rule) => formattingSentence(config, rule as ConditionalFormat)).join('; ');
  }
  if (name.endsWith('_actions')) {
    return value.map((action) => actionSentence(action as RowAction)).join('; ');
  }
  return valueWords(value);
}

/** What differs between two values, field by field, in the order of the fields. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const old = isObject(before) ? before : {};
  const now = isObject(after) ? after : {};
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => ({
      field: capital(words(field)),
      before: said(field, old[field], now[field]),
      after: said(field, now[field], old[field]),
    }));
}

/** A field's value in words; one that is not there is no where the other one is yes or no. */
function said(field: string, value: unknown, other: unknown): string | undefined {
  if (value === undefined || value === null)
    return typeof other === 'boolean' ? t('no') : undefined;
  if (field === 'direction') return directionWords(value);
  if (field === 'format' && isObject(value)) return formatWords(value as never);
  if (field === 'width') return t('{value} px', { value: valueWords(value) });
  return valueWords(value);
}

/** Ascending and descending as arrows and words. */
export function directionWords(direction: unknown): string {
  return direction === 'desc' ? t('descending') : t('ascending');
}

function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.length === 0 ? t('none') : value.join(', ');
  }
  if (isObject(value)) {
    const fields = Object.entries(value);
    return fields.map(([name, field]) => `${words(name)} ${valueWords(field)}`).join(', ');
  }
  return JSON.stringify(value) ?? t('nothing');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How each column of the proposed table differs from the stored one, by key. */
export function columnMarks(changes: readonly Change[]): ReadonlyMap<string, 'added' | 'changed'> {
  return new Map(
    changes.flatMap(({ part, kind, name }) =>
      part === 'columns' && kind !== 'removed' ? [[name, kind] as const] : [],
    ),
  );
}
