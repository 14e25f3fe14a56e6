import { defined } from '../../../foundation/defined.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import {
  capital,
  findColumns,
  givenName,
  giveUp,
  join,
  plain,
  type ColumnMention,
  type JsonObject,
  type KnownColumn,
  type Reading,
} from '../../../../samples/offline-model/kit.js';
import { compute, currencies } from './lexicon.js';
import { visible, type TableView } from './table-view.js';

/** One key as `column`, several as `columns`. */
export function named(keys: readonly string[]): JsonObject {
  const each = [...new Set(keys)];
  return each.length === 1 ? { column: each[0] } : { columns: each };
}

/** Which column? */
export function askColumn(view: TableView): never {
  const headers = visible(view).map(({ header, key }) => header ?? plain(key));
  return giveUp(`Which column do you mean? “${view.name}” has ${join(headers)}.`);
}

/** Makes the arguments of a change; ends the plan with a question when no column is named. */
type ColumnChange = (clause: Reading, view: TableView) => JsonObject;

/** The changes that need nothing but the table's own columns. */
export const columnChanges: Readonly<Record<string, ColumnChange>> = {
  hide: (clause, view) => ({ operation: 'hide', ...meant(clause, view) }),
  remove: (clause, view) => ({ operation: 'remove', ...meant(clause, view) }),
  unhide: (clause, view) => {
    const hidden = view.columns.flatMap(({ key, isHidden }) => (isHidden ? [key] : []));
    const isNone = hidden.length === 0 && findColumns(clause, view.columns).length === 0;
    if (isNone) giveUp(`“${view.name}” has no hidden columns.`);
    return { operation: 'show', ...meant(clause, view, hidden) };
  },
  resize: (clause, view) => ({
    ...{ operation: 'width', ...meant(clause, view), width: widthIn(clause, view) },
  }),
  align: (clause, view) => {
    const numbers = clause.says('numbers', 'numeric') ? ofType('number', view) : [];
    const align = clause.value('align') ?? 'left';
    return { operation: 'align', ...meant(clause, view, numbers), align };
  },
  format,
  rename,
  move,
};

/** The columns that a part names, in the table's order, else those that it means without naming them. */
function meant(clause: Reading, view: TableView, unnamed: readonly string[] = []): JsonObject {
  const keys = findColumns(clause, view.columns).map(({ column }) => column.key);
  const inOrder = view.columns.map(({ key }) => key).filter((key) => keys.includes(key));
  const wanted = inOrder.length > 0 ? inOrder : unnamed;
  return wanted.length === 0 ? askColumn(view) : named(wanted);
}

function ofType(type: string, view: TableView): string[] {
  return visible(view).flatMap((column) => (column.type === type ? [column.key] : []));
}

/** A new heading: the last text in quotes, or what stands behind "to" or "as". */
function rename(clause: Reading, view: TableView): JsonObject {
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
  const { key } = old ?? findColumns(before, view.columns)[0]?.column ?? askColumn(view);
  return { operation: 'rename', column: key, header: tidy(header) };
}

function isCalled({ header, key }: KnownColumn, text: string): boolean {
  return [header, plain(key)].some((name) => name?.toLowerCase() === plain(text).toLowerCase());
}

function tidy(header: string): string {
  const bare = withoutEnd(header.trim(), /[.!?]/).replace(/\s(please|pls|thanks)$/i, '');
  return capital(bare.trimEnd());
}

/** Position by words: first, last, before, after, a number. */
function move(clause: Reading, view: TableView): JsonObject {
  const mentions = findColumns(clause, view.columns);
  const column = mentions[0]?.column.key ?? askColumn(view);
  const side = clause.tokens.findIndex(({ lower }) =>
    /^(before|after|behind|next|beside|front)$/.test(lower),
  );
  const other = mentions.find(({ from, column: { key } }) => from > side && key !== column);
  if (other && (side >= 0 || clause.says('swap'))) {
    const where = /^(before|front)$/.test(clause.lower(side)) ? 'before' : 'after';
    return { operation: 'move', column, [where]: other.column.key };
  }
  const last = clause.has('pos.last') ? visible(view).length : 1;
  return { operation: 'move', column, position: numberIn(clause) ?? last };
}

function numberIn({ tokens }: Reading): number | undefined {
  return tokens.find(({ value }) => value !== undefined)?.value;
}

const USUAL_WIDTH = 160;

/** Pixels, or wider and narrower than now. */
function widthIn(clause: Reading, view: TableView): number {
  const key = findColumns(clause, view.columns)[0]?.column.key;
  const width = view.columns.find((column) => column.key === key)?.width;
  const isLess = clause.says('narrower', 'narrow', 'smaller', 'slimmer', 'thinner');
  const now = typeof width === 'number' ? width : USUAL_WIDTH;
  return numberIn(clause) ?? Math.round(now * (isLess ? 0.7 : 1.5));
}

const PATTERN = /\b(?:d{1,2}|M{1,4}|y{2,4})(?:[./ -](?:d{1,2}|M{1,4}|y{2,4})){1,2}(?:,? ?HH:mm)?/;

/** How values are shown: currency, decimals, date patterns. */
function format(clause: Reading, view: TableView): JsonObject {
  const pattern = PATTERN.exec(clause.words())?.[0];
  const isOfDates = pattern !== undefined || clause.says('dates');
  const [mention] = findColumns(clause, view.columns);
  const isDate = isOfDates || mention?.column.type === 'datetime';
  const said = clause.all('format.*').map((tag) => tag.concept.slice('format.'.length));
  const fitting = said.filter((kind) => isDate === kind.startsWith('date') && kind !== 'number');
  const currency = currencyIn(clause, view);
  const kind = fitting[0] ?? (isDate ? 'date' : currency ? 'currency' : 'number');
  return {
    operation: 'format',
    ...meant(clause, view, isOfDates ? ofType('datetime', view) : []),
    format: pattern?.includes('H') ? 'datetime' : kind,
    ...defined({
      pattern,
      precision: decimals(clause),
      currency: kind === 'currency' ? currency : undefined,
    }),
  };
}

/** The currency that is said; refuses another one than a column holds amounts in. */
function currencyIn(clause: Reading, view: TableView): string | undefined {
  const code = clause.tokens.map(({ lower }) => currencies[lower]).find(Boolean);
  const key = findColumns(clause, view.columns)[0]?.column.key ?? '';
  const stored = view.columns.find((column) => column.key === key)?.format ?? '';
  const own = /^currency ([A-Z]{3})/.exec(stored)?.[1] ?? code;
  if (code !== undefined && code !== own)
    giveUp(
      `“${plain(key)}” holds amounts in ${own}, and a format converts nothing: they would only be called ${code}. What else shall I change?`,
    );
  return code;
}

function decimals({ tokens }: Reading): number | undefined {
  const at = tokens.findIndex(({ lower }) => /^(decimals?|digits)$/.test(lower));
  const before = tokens.slice(0, Math.max(at, 0));
  const none = /^(no|without|zero)$/.test(before.at(-1)?.lower ?? '') ? 0 : undefined;
  return before.findLast(({ value }) => value !== undefined)?.value ?? none;
}

/** A column calculated from two others, "stock value: on hand times unit cost"; `undefined` when the part holds none. */
export function computed(clause: Reading, mentions: readonly ColumnMention[]) {
  const sign = /[\p{L}_]\s*([*×x/+])\s*[\p{L}_]/u.exec(clause.words())?.[1] ?? '';
  const words = [...clause.tokens.map(({ lower }) => lower), sign];
  const operation = words.map((word) => compute[word]).find(Boolean);
  const columns = [...new Set(mentions.map(({ column }) => column.key))].slice(-2);
  if (operation === undefined || columns.length < 2) return undefined;
  const colon = clause.tokens.findIndex(({ lower }) => lower === ':');
  const before = clause.words(0, colon).replace(/^(?:please |pls |add |an? |the |column )+/i, '');
  const header = clause.quoted()[0] ?? givenName(clause) ?? tidy(before);
  const column = (header || columns.join('_')).toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return { column, ...defined({ header: header || undefined }), compute: { operation, columns } };
}
