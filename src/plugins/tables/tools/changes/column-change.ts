import {
  type Compute,
  type TableConfig,
  type VisualColumn,
  refuse,
  type Changed,
} from '../config-model.js';
import { type Facts, fullName, tablesOf, labelColumn } from '../facts.js';
import {
  headerOf,
  findKey,
  findColumn,
  configColumns,
  removeKey,
  selectColumn,
} from '../references.js';
import {
  arrange,
  moveTo,
  settlePosition,
  visibleKeys,
  completeFormat,
  visualColumn,
  type FormatWish,
} from '../layout.js';
import { ownValue } from '../../../../foundation/json.js';

export const columnOperations = [
  'add',
  'remove',
  'rename',
  'move',
  'reorder',
  'hide',
  'show',
  'format',
  'retype',
  'align',
  'width',
  'edit',
] as const;
type ColumnOperation = (typeof columnOperations)[number];

/** One change of columns; which fields count depends on the operation. */
export interface ColumnChange extends FormatWish {
  operation: ColumnOperation;
  columns: readonly string[];
  header?: string;
  type?: VisualColumn['type'];
  /** From 1. */
  position?: number;
  before?: string;
  after?: string;
  width?: number;
  align?: 'left' | 'center' | 'right';
  compute?: Compute;
  editable?: string;
}

/** A selected or computed column that is there, changed in place. */
interface ColumnChangeContext {
  config: TableConfig;
  key: string;
  column: VisualColumn;
  facts: Facts;
}

type Step = (at: ColumnChangeContext, change: ColumnChange) => string | string[];

export function changeColumns(base: TableConfig, change: ColumnChange, facts: Facts): Changed {
  const config = structuredClone(base);
  const { operation, columns } = change;
  if (operation === 'reorder') return { config, summary: reorder(config, columns) };
  const summary = columns.flatMap((wanted) =>
    operation === 'add'
      ? add(config, wanted, change, facts)
      : steps[operation](placeOf(config, wanted, facts), change),
  );
  return { config, summary };
}

const steps: Record<Exclude<ColumnOperation, 'add' | 'reorder'>, Step> = {
  remove: ({ config, key }) => {
    refuseWhenLast(config, key);
    return [`removed ${key}`, ...removeKey(config, key)];
  },
  rename: ({ key, column }, { header }) => {
    const before = column.header;
    column.header = header ?? refuse('Operation "rename" needs "header": the new heading.');
    return `renamed ${key} from "${before}" to "${column.header}"`;
  },
  move: ({ config, key }, change) => `moved ${key} to place ${place(config, key, change)}`,
  hide: ({ config, key, column }) => {
    refuseWhenLast(config, key);
    column.hidden = true;
    return `hid ${key}`;
  },
  show: ({ config, key, column }) => {
    if (column.hidden !== true) refuse(`The column "${key}" is already visible.`);
    delete column.hidden;
    settlePosition(config, key);
    return `showed ${key}`;
  },
  format: ({ config, key, column }, change) => {
    const type = change.format ?? column.format?.type;
    if (type === undefined) return refuse('Operation "format" needs "format".');
    const before = column.format?.type === type ? column.format : undefined;
    column.format = {
      ...before,
      ...completeFormat({ ...before, ...change, format: type }, config),
    };
    const { currency, pattern } = column.format;
    return `formatted ${key} as ${[type, currency, pattern].filter(Boolean).join(' ')}`;
  },
  retype,
  align: ({ key, column }, { align }) => {
    column.align = align ?? refuse('Operation "align" needs "align": left, center or right.');
    return `aligned ${key} ${column.align}`;
  },
  width: ({ key, column }, { width }) => {
    column.width = width ?? refuse('Operation "width" needs "width" in pixels (20 to 2000).');
    return `made ${key} ${column.width} pixels wide`;
  },
  edit: ({ key, column }, { editable }) => {
    if (editable === undefined) return refuse('Operation "edit" needs "editable".');
    if (editable === 'none') {
      delete column.editable;
      return `made ${key} read-only`;
    }
    column.editable = { type: editable as 'text' };
    return `made ${key} editable (${editable})`;
  },
};

function add(config: TableConfig, wanted: string, change: ColumnChange, facts: Facts): string[] {
  if (change.compute !== undefined) return addComputed(config, wanted, change, change.compute);
  const found = findColumn(configColumns(config, facts), wanted);
  if (found.key !== undefined) {
    const column = ownValue(config.visual_settings.columns, found.key);
    if (column !== undefined && column.hidden !== true) {
      refuse(
        `The column "${found.key}" is already in the table; to change it use another operation.`,
      );
    }
    if (column !== undefined)
      return [steps.show({ config, key: found.key, column, facts }, change)].flat();
  }
  const sourceFacts = facts.get(fullName(tablesOf(config)[0]));
  const sourceNames = (sourceFacts?.columns ?? []).map((column) => column.name);
  const key = found.key ?? selectColumn(config, found, sourceNames);
  const header = change.header ?? headerOf(key);
  const column = visualColumn(key, header, found.column);
  config.visual_settings.columns[key] = column;
  finish(config, key, change);
  return [`added ${key} ("${header}")`];
}

function addComputed(
  config: TableConfig,
  wanted: string,
  change: ColumnChange,
  compute: Compute,
): string[] {
  const key = wanted
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  if (Object.hasOwn(config.visual_settings.columns, key)) {
    refuse(`The key "${key}" is taken; choose another name for the computed column.`);
  }
  const columns = compute.columns.map((column) => findKey(config, column));
  const header = change.header ?? headerOf(key);
  config.visual_settings.columns[key] = {
    name: key,
    header,
    type: 'computed',
    align: compute.operation === 'concat' ? undefined : 'right',
    compute: { operation: compute.operation, columns },
  };
  finish(config, key, change);
  return [`added computed ${key} ("${header}"): ${compute.operation} of ${columns.join(', ')}`];
}

function finish(config: TableConfig, key: string, change: ColumnChange): void {
  const column = config.visual_settings.columns[key] as VisualColumn;
  const { format, align, width } = change;
  if (format !== undefined) column.format = completeFormat({ ...change, format }, config);
  if (align !== undefined) column.align = align;
  if (width !== undefined) column.width = width;
  settlePosition(config, key);
  if (change.position !== undefined || change.before || change.after) place(config, key, change);
}

function retype({ config, key, column, facts }: ColumnChangeContext, change: ColumnChange): string {
  const type = change.type ?? refuse('Operation "retype" needs "type".');
  if (type === column.type) refuse(`"${key}" already is of type ${type}.`);
  delete column.lookup;
  if (type === 'lookup') column.lookup = lookupFor(config, key, facts);
  if (type !== 'datetime' && column.type === 'datetime') delete column.format;
  column.type = type;
  if (type === 'datetime') column.format ??= completeFormat({ format: 'date' }, config);
  return `changed the type of ${key} to ${type}`;
}

function reorder(config: TableConfig, wanted: readonly string[]): string[] {
  const keys = [...new Set(wanted.map((name) => findKey(config, name)))];
  const visible = visibleKeys(config);
  const hidden = keys.find((key) => !visible.includes(key));
  if (hidden !== undefined) refuse(`"${hidden}" is hidden; show it first.`);
  arrange(config, [...keys, ...visible.filter((key) => !keys.includes(key))]);
  return [`ordered the columns: ${visibleKeys(config).join(', ')}`];
}

/** Moves a column to `position`, or beside another; answers the place from 1. */
function place(config: TableConfig, key: string, change: ColumnChange): number {
  if (config.visual_settings.columns[key]?.hidden) refuse(`"${key}" is hidden; show it first.`);
  const neighbour = change.before ?? change.after;
  if (neighbour === undefined) {
    const position =
      change.position ?? refuse('Operation "move" needs "position" (from 1), "before" or "after".');
    moveTo(config, key, position);
  } else {
    const rest = visibleKeys(config).filter((other) => other !== key);
    const index = rest.indexOf(findKey(config, neighbour));
    if (index < 0) refuse(`"${neighbour}" is hidden or the same column; name a visible one.`);
    moveTo(config, key, index + (change.before === undefined ? 2 : 1));
  }
  return visibleKeys(config).indexOf(key) + 1;
}

function placeOf(config: TableConfig, wanted: string, facts: Facts): ColumnChangeContext {
  const key = findKey(config, wanted);
  return { config, key, column: config.visual_settings.columns[key] as VisualColumn, facts };
}

function refuseWhenLast(config: TableConfig, key: string): void {
  const visible = visibleKeys(config);
  if (visible.length === 1 && visible[0] === key) {
    refuse(`"${key}" is the last visible column; a table needs at least one. Add another first.`);
  }
}

/** Where an id gets its label: the best label column of the table it refers to, else a refusal. */
function lookupFor(
  config: TableConfig,
  key: string,
  facts: Facts,
): NonNullable<VisualColumn['lookup']> {
  const references = configColumns(config, facts).find((place) => place.key === key)?.column
    .references;
  if (!references) {
    return refuse(`"${key}" references no other table, so there is no label to look up.`);
  }
  const target = facts.get(fullName(references));
  const label = target && labelColumn(target);
  if (label === undefined)
    return refuse(`${fullName(references)} has no column to use as a label.`);
  const { schema, table, column } = references;
  return { schema, table, value_column: column, label_column: label.name };
}
