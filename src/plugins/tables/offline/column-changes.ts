import type { JsonObject } from '../../../foundation/json.js';
import { join, plain } from '../../../../samples/offline-model/answers/words.js';
import { compute, currencies } from './lexicon.js';
import {
  findColumns,
  type ColumnMention,
  type KnownColumn,
} from '../../../../samples/offline-model/reading/columns.js';
import { Reading } from '../../../../samples/offline-model/reading/reading.js';
import { giveUp, type WantedCall } from '../../../../samples/offline-model/steps.js';
import type { TableView } from './table-view.js';
import { withoutEnd } from '../../../foundation/without-end.js';

/** Builds the call for one change of a column; ends the plan with a question when the column is not clear. */
export type ColumnChange = (clause: Reading, view: TableView) => WantedCall;

/** A call of `apply_column_change` on a table. */
export function columnCall(view: TableView, args: JsonObject): WantedCall {
  return { name: 'apply_column_change', arguments: { id: view.id, ...args } };
}

/** One key as `column`, several as `columns`. */
export function named(keys: readonly string[]): JsonObject {
  return keys.length === 1 ? { column: keys[0] } : { columns: [...keys] };
}

/** The table's columns that a part names, each once; asks when it names none. */
export function columnsIn(clause: Reading, view: TableView, pool = view.columns): KnownColumn[] {
  const mentions = findColumns(clause, pool);
  const keys = new Set(mentions.map((mention) => mention.column.key));
  const found = pool.filter((column) => keys.has(column.key));
  return found.length > 0 ? found : giveUp(askColumn(view));
}

/** Which column? */
export function askColumn(view: TableView): string {
  const visible = view.columns.filter((column) => !view.hidden.has(column.key));
  return `Which column do you mean? “${view.name}” has ${join(visible.map((column) => column.header ?? plain(column.key)))}.`;
}

const keysOf = (columns: readonly KnownColumn[]) => columns.map((column) => column.key);

/** Hide and show. */
export const hide: ColumnChange = (clause, view) =>
  columnCall(view, { operation: 'hide', ...named(keysOf(columnsIn(clause, view))) });

/** Shows hidden columns again: the named ones, or all. */
export const unhide: ColumnChange = (clause, view) => {
  const hidden = view.columns.filter((column) => view.hidden.has(column.key));
  const mentioned = findColumns(clause, view.columns).map((mention) => mention.column);
  const wanted = mentioned.length > 0 ? mentioned : hidden;
  if (wanted.length === 0) giveUp(`“${view.name}” has no hidden columns.`);
  return columnCall(view, { operation: 'show', ...named([...new Set(keysOf(wanted))]) });
};

/** A new heading: the last text in quotes, or what stands behind "to" or "as". */
export const rename: ColumnChange = (clause, view) => {
  const quotes = clause.tokens.filter((token) => token.kind === 'quoted');
  const at = clause.tokens.findLastIndex((token) =>
    ['to', 'as', 'into', '→', '->'].includes(token.lower),
  );
  const end = clause.tokens.findLastIndex((token) => token.kind !== 'mark') + 1;
  const spoken =
    at > 0 && at + 1 < end ? clause.words(at + 1, end).replace(/^["'“‘]|["'”’]$/g, '') : undefined;
  const header = quotes.at(-1)?.text ?? spoken;
  if (header === undefined) return giveUp('What should the column be called from now on?');
  const first =
    quotes.length > 1
      ? clause
      : clause.slice(0, quotes.length === 1 ? clause.tokens.indexOf(quotes[0] as never) : at);
  const [column] = columnsIn(
    quotes.length > 1 ? unquoted(first, quotes[0]?.text ?? '', view) : first,
    view,
  );
  return columnCall(view, { operation: 'rename', column: column?.key, header: tidy(header) });
};

/** `rename "Qty" to "On hand"`: the first text is a heading of the table. */
function unquoted(clause: Reading, text: string, view: TableView): Reading {
  const said = text.toLowerCase();
  const column = view.columns.find(
    ({ header, key }) => header?.toLowerCase() === said || plain(key) === plain(said),
  );
  if (column === undefined) return clause;
  const token = {
    kind: 'name' as const,
    text: column.key,
    lower: column.key,
    stem: column.key,
    start: 0,
    end: 0,
  };
  return new Reading(column.key, [token], [], clause.language);
}

function tidy(header: string): string {
  const text = withoutEnd(header.trim(), /[.!?]/)
    .replace(/\s(please|pls|thanks)$/i, '')
    .trimEnd();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Position by words: first, last, before, after, a number. */
export const move: ColumnChange = (clause, view) => {
  const mentions = findColumns(clause, view.columns);
  const [first] = mentions;
  if (first === undefined) return giveUp(askColumn(view));
  const column = first.column.key;
  const side = clause.tokens.findIndex(
    (token) =>
      ['before', 'after', 'behind', 'next', 'beside'].includes(token.lower) ||
      token.lower === 'front',
  );
  const other = mentions.find((mention) => mention.from > side && mention.column.key !== column);
  if (side >= 0 && other) {
    const where = ['after', 'behind', 'next', 'beside'].includes(clause.tokens[side]?.lower ?? '')
      ? 'after'
      : 'before';
    return columnCall(view, { operation: 'move', column, [where]: other.column.key });
  }
  const swap = clause.says('swap') && mentions[1];
  if (swap) return columnCall(view, { operation: 'move', column, after: swap.column.key });
  const visible = view.columns.filter((item) => !view.hidden.has(item.key)).length;
  const number = clause.tokens.find((token) => token.value !== undefined)?.value;
  const ordinal = clause.says('second') ? 2 : clause.says('third') ? 3 : undefined;
  const position = number ?? ordinal ?? (clause.has('pos.last') ? visible : 1);
  return columnCall(view, { operation: 'move', column, position });
};

const USUAL_WIDTH = 160;

/** Pixels, or wider and narrower than now. */
export const resize: ColumnChange = (clause, view) => {
  const columns = columnsIn(clause, view);
  const said = clause.tokens.find((token) => token.value !== undefined)?.value;
  const now = view.widths.get(columns[0]?.key ?? '') ?? USUAL_WIDTH;
  const narrower = clause.says('narrower', 'narrow', 'smaller', 'slimmer', 'thinner');
  const width = said ?? Math.round(now * (narrower ? 0.7 : 1.5));
  return columnCall(view, { operation: 'width', ...named(keysOf(columns)), width });
};

/** Left, center, right; "the numbers" are all number columns. */
export const align: ColumnChange = (clause, view) => {
  const numbers = view.columns.filter(
    (column) => column.type === 'number' && !view.hidden.has(column.key),
  );
  const all = clause.says('numbers', 'numeric') && numbers.length > 0;
  const columns = all ? numbers : columnsIn(clause, view);
  return columnCall(view, {
    operation: 'align',
    ...named(keysOf(columns)),
    align: clause.value('align') ?? 'left',
  });
};

const PATTERN = /\b(?:d{1,2}|M{1,4}|y{2,4})(?:[./ -](?:d{1,2}|M{1,4}|y{2,4})){1,2}(?:,? ?HH:mm)?/;

/** How values are shown: currency, decimals, date patterns. */
export const format: ColumnChange = (clause, view) => {
  const pattern = PATTERN.exec(clause.words())?.[0];
  const dates = view.columns.filter(
    (column) => column.type === 'datetime' && !view.hidden.has(column.key),
  );
  const mentioned = [
    ...new Set(findColumns(clause, view.columns).map((mention) => mention.column)),
  ];
  const fitting = pattern ? mentioned.filter((column) => column.type === 'datetime') : mentioned;
  const columns =
    fitting.length > 0
      ? fitting
      : (pattern !== undefined || clause.says('dates')) && dates.length > 0
        ? dates
        : columnsIn(clause, view);
  const kind = formatKind(clause, columns[0], pattern);
  const code = clause.tokens.map((token) => currencies[token.lower]).find(Boolean);
  const precision = decimals(clause);
  return columnCall(view, {
    operation: 'format',
    ...named(keysOf(columns)),
    format: kind,
    ...(pattern === undefined ? {} : { pattern }),
    ...(precision === undefined ? {} : { precision }),
    ...(kind === 'currency' && code ? { currency: code } : {}),
  });
};

function formatKind(
  clause: Reading,
  column: KnownColumn | undefined,
  pattern: string | undefined,
): string {
  if (pattern !== undefined) return /H/.test(pattern) ? 'datetime' : 'date';
  const said = clause.all('format.*').map((tag) => tag.concept.slice(7));
  const isDate = column?.type === 'datetime';
  const fitting = said.filter((kind) => isDate === (kind === 'date' || kind === 'datetime'));
  const strong = fitting.find((kind) => kind !== 'number');
  return strong ?? fitting[0] ?? (isDate ? 'date' : 'number');
}

function decimals(clause: Reading): number | undefined {
  if (
    /\b(no|without|zero) decimals?\b/i.test(clause.words()) ||
    clause.says('whole', 'integer', 'rounded')
  )
    return 0;
  const at = clause.tokens.findIndex((token) => /^(decimals?|digits)$/.test(token.lower));
  const value = clause.tokens
    .slice(0, Math.max(at, 0))
    .findLast((token) => token.value !== undefined)?.value;
  if (at < 0) return undefined;
  return value ?? (clause.says('one') ? 1 : undefined);
}

/** Takes columns out. */
export const remove: ColumnChange = (clause, view) =>
  columnCall(view, { operation: 'remove', ...named(keysOf(columnsIn(clause, view))) });

/** A calculation in words: `quantity times unit cost`; `undefined` when the part holds none. */
export function computation(
  clause: Reading,
  mentions: readonly ColumnMention[],
): JsonObject | undefined {
  const sign = clause.tokens.find((token) => compute[token.lower] !== undefined);
  const star = /[\p{L}_]\s*([*×x/+-])\s*[\p{L}_]/u.exec(clause.words())?.[1];
  const signs: Readonly<Record<string, string>> = {
    '*': 'multiply',
    '×': 'multiply',
    x: 'multiply',
    '/': 'divide',
    '+': 'add',
  };
  const operation = sign ? compute[sign.lower] : star ? signs[star] : undefined;
  const columns = [...new Set(mentions.map((mention) => mention.column.key))];
  if (operation === undefined || columns.length < 2) return undefined;
  return { operation, columns: columns.slice(-2) };
}
