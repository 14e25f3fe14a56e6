import {
  capital,
  findColumns,
  giveUp,
  join,
  plain,
  type ColumnMention,
  type JsonObject,
  type KnownColumn,
  type Reading,
  type WantedCall,
} from '../../../../samples/offline-model/kit.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import { compute, currencies } from './lexicon.js';
import type { TableView } from './table-view.js';

/** A call of `apply_column_change` on a table. */
export function columnCall(view: TableView, args: JsonObject): WantedCall {
  return { name: 'apply_column_change', arguments: { id: view.id, ...args } };
}

/** One key as `column`, several as `columns`. */
export function named(keys: readonly string[]): JsonObject {
  const each = [...new Set(keys)];
  return each.length === 1 ? { column: each[0] } : { columns: each };
}

/** Which column? */
export function askColumn(view: TableView): string {
  return `Which column do you mean? “${view.name}” has ${join(visible(view).map((column) => column.header ?? plain(column.key)))}.`;
}

function visible({ columns, hidden }: TableView): KnownColumn[] {
  return columns.filter(({ key }) => !hidden.has(key));
}

/** The changes that need nothing but the table's own columns; each ends the plan with a question when none is named. */
export const columnChanges: Readonly<
  Record<string, (clause: Reading, view: TableView) => WantedCall>
> = {
  hide: (clause, view) => change('hide', clause, view),
  remove: (clause, view) => change('remove', clause, view),
  unhide: (clause, view) => change('show', clause, view, {}, [...view.hidden]),
  resize: (clause, view) => change('width', clause, view, { width: widthIn(clause, view) }),
  align: (clause, view) =>
    change(
      'align',
      clause,
      view,
      { align: clause.value('align') ?? 'left' },
      clause.says('numbers', 'numeric') ? ofType('number', view) : [],
    ),
  format,
  rename,
  move,
};

/** A change of the columns that a part names, else of those that it means without naming them. */
function change(
  operation: string,
  clause: Reading,
  view: TableView,
  args: JsonObject = {},
  meant: readonly string[] = [],
): WantedCall {
  const keys = findColumns(clause, view.columns).map(({ column }) => column.key);
  const wanted = keys.length > 0 ? view.columns.map(({ key }) => key) : meant;
  if (wanted.length === 0)
    giveUp(operation === 'show' ? `“${view.name}” has no hidden columns.` : askColumn(view));
  const inOrder = keys.length > 0 ? wanted.filter((key) => keys.includes(key)) : wanted;
  return columnCall(view, { operation, ...named(inOrder), ...args });
}

function ofType(type: string, view: TableView): string[] {
  return visible(view).flatMap((column) => (column.type === type ? [column.key] : []));
}

/** A new heading: the last text in quotes, or what stands behind "to" or "as". */
function rename(clause: Reading, view: TableView): WantedCall {
  const quotes = clause.tokens.filter((token) => token.kind === 'quoted');
  const at = clause.tokens.findLastIndex(({ lower }) => /^(to|as|into|→|->)$/.test(lower));
  const end = clause.tokens.findLastIndex((token) => token.kind !== 'mark') + 1;
  const spoken = at > 0 ? clause.words(at + 1, end).replace(/^["'“‘]|["'”’]$/g, '') : '';
  const header = quotes.at(-1)?.text ?? spoken;
  if (header === '') return giveUp('What should the column be called from now on?');
  const [first, second] = quotes;
  // `rename "Qty" to "On hand"`: the first text is a heading of the table.
  const old = second && view.columns.find((column) => isCalled(column, first?.text ?? ''));
  const before = clause.slice(0, second || !first ? at : clause.tokens.indexOf(first));
  const found = old ?? findColumns(before, view.columns)[0]?.column ?? giveUp(askColumn(view));
  return columnCall(view, { operation: 'rename', column: found.key, header: tidy(header) });
}

function isCalled({ header, key }: KnownColumn, text: string): boolean {
  return [header, plain(key)].some((name) => name?.toLowerCase() === plain(text).toLowerCase());
}

function tidy(header: string): string {
  return capital(
    withoutEnd(header.trim(), /[.!?]/)
      .replace(/\s(please|pls|thanks)$/i, '')
      .trimEnd(),
  );
}

/** Position by words: first, last, before, after, a number. */
function move(clause: Reading, view: TableView): WantedCall {
  const mentions = findColumns(clause, view.columns);
  const column = mentions[0]?.column.key ?? giveUp(askColumn(view));
  const side = clause.tokens.findIndex(({ lower }) =>
    /^(before|after|behind|next|beside|front)$/.test(lower),
  );
  const other = mentions.find(({ from, column: { key } }) => from > side && key !== column);
  if (other && (side >= 0 || clause.says('swap'))) {
    const where = /^(before|front)$/.test(clause.lower(side)) ? 'before' : 'after';
    return columnCall(view, { operation: 'move', column, [where]: other.column.key });
  }
  const last = clause.has('pos.last') ? visible(view).length : 1;
  return columnCall(view, { operation: 'move', column, position: numberIn(clause) ?? last });
}

function numberIn({ tokens }: Reading): number | undefined {
  return tokens.find(({ value }) => value !== undefined)?.value;
}

const USUAL_WIDTH = 160;

/** Pixels, or wider and narrower than now. */
function widthIn(clause: Reading, view: TableView): number {
  const key = findColumns(clause, view.columns)[0]?.column.key ?? '';
  const narrower = clause.says('narrower', 'narrow', 'smaller', 'slimmer', 'thinner');
  const now = view.widths.get(key) ?? USUAL_WIDTH;
  return numberIn(clause) ?? Math.round(now * (narrower ? 0.7 : 1.5));
}

const PATTERN = /\b(?:d{1,2}|M{1,4}|y{2,4})(?:[./ -](?:d{1,2}|M{1,4}|y{2,4})){1,2}(?:,? ?HH:mm)?/;

/** How values are shown: currency, decimals, date patterns. */
function format(clause: Reading, view: TableView): WantedCall {
  const pattern = PATTERN.exec(clause.words())?.[0];
  const isOfDates = pattern !== undefined || clause.says('dates');
  const mentioned = findColumns(clause, view.columns).map(({ column }) => column);
  const isDate = isOfDates || mentioned[0]?.type === 'datetime';
  const said = clause.all('format.*').map((tag) => tag.concept.slice('format.'.length));
  const fitting = said.filter((kind) => isDate === kind.startsWith('date'));
  const usual = isDate ? 'date' : 'number';
  const kind = fitting.find((each) => each !== 'number') ?? usual;
  const code = clause.tokens.map(({ lower }) => currencies[lower]).find(Boolean);
  const precision = decimals(clause);
  return change(
    'format',
    clause,
    view,
    {
      format: /H/.test(pattern ?? '') ? 'datetime' : kind,
      ...(pattern === undefined ? {} : { pattern }),
      ...(precision === undefined ? {} : { precision }),
      ...(kind === 'currency' && code ? { currency: code } : {}),
    },
    isOfDates ? ofType('datetime', view) : [],
  );
}

function decimals({ tokens }: Reading): number | undefined {
  const at = tokens.findIndex(({ lower }) => /^(decimals?|digits)$/.test(lower));
  const none = /^(no|without|zero)$/.test(tokens[at - 1]?.lower ?? '') ? 0 : undefined;
  return (
    tokens.slice(0, Math.max(at, 0)).findLast(({ value }) => value !== undefined)?.value ?? none
  );
}

/** A column calculated from two others, "stock value: on hand times unit cost"; `undefined` when the part holds none. */
export function computed(
  clause: Reading,
  mentions: readonly ColumnMention[],
):
  | { column: string; header?: string; compute: { operation: string; columns: string[] } }
  | undefined {
  const sign = /[\p{L}_]\s*([*×x/+])\s*[\p{L}_]/u.exec(clause.words())?.[1] ?? '';
  const words = [...clause.tokens.map(({ lower }) => lower), sign];
  const operation = words.map((word) => compute[word]).find(Boolean);
  const columns = [...new Set(mentions.map(({ column }) => column.key))].slice(-2);
  if (operation === undefined || columns.length < 2) return undefined;
  const colon = clause.tokens.findIndex(({ lower }) => lower === ':');
  const before = clause.words(0, colon).replace(/^(?:please |pls |add |an? |the |column )+/i, '');
  const header = clause.quoted()[0] ?? tidy(before);
  const column = (header || columns.join('_')).toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return { column, ...(header ? { header } : {}), compute: { operation, columns } };
}
