import { defined } from '../../../foundation/defined.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { compute, currencies } from './lexicon.js';
import { headerOf, hidden, visible, type Asked, type TableColumn } from './table-view.js';

/** One key as `column`, several as `columns`. */
export function named(keys: readonly string[]): kit.JsonObject {
  const each = [...new Set(keys)];
  return each.length === 1 ? { column: each[0] } : { columns: each };
}

/** Which column? */
export function askColumn({ view }: Pick<Asked, 'view'>): never {
  const headers = kit.join(visible(view).map(headerOf));
  return kit.giveUp(`Which column do you mean? “${view.name}” has ${headers}.`);
}

type Part = Omit<Asked, 'today'>;

/** The table's columns that a part of a sentence names, in its order. */
const mentioned = ({ clause, view }: Part): TableColumn[] =>
  kit.findColumns(clause, view.columns).map(({ column }) => column);

/** The changes of the table's own columns: each as arguments, or as a question when no column is named. */
export const columnChanges: Readonly<Record<string, (part: Part) => kit.JsonObject>> = {
  hide: (part) => ({ operation: 'hide', ...meant(part) }),
  remove: (part) => ({ operation: 'remove', ...meant(part) }),
  unhide: (part) => {
    const keys = hidden(part.view);
    if (keys.length === 0 && mentioned(part).length === 0)
      kit.giveUp(`“${part.view.name}” has no hidden columns.`);
    return { operation: 'show', ...meant(part, keys) };
  },
  resize: (part) => ({ operation: 'width', ...meant(part), width: widthIn(part) }),
  align: (part) => {
    const numbers = part.clause.says('numbers', 'numeric') ? ofType('number', part) : [];
    return {
      operation: 'align',
      ...meant(part, numbers),
      align: part.clause.value('align') ?? 'left',
    };
  },
  format,
  rename,
  move,
};

/** The columns that a part names, in the table's order, else those that it means without naming them. */
function meant(part: Part, unnamed: readonly string[] = []): kit.JsonObject {
  const keys = mentioned(part).map(({ key }) => key);
  const inOrder = part.view.columns.map(({ key }) => key).filter((key) => keys.includes(key));
  const wanted = inOrder.length > 0 ? inOrder : unnamed;
  return wanted.length === 0 ? askColumn(part) : named(wanted);
}

const ofType = (wanted: string, { view }: Part): string[] =>
  visible(view).flatMap(({ key, type }) => (type === wanted ? [key] : []));

/** A new heading: the last text in quotes, or what stands behind "to" or "as". */
function rename({ clause, view, columns }: Part): kit.JsonObject {
  const quotes = clause.tokens.filter((token) => token.kind === 'quoted');
  const at = clause.tokens.findLastIndex(({ lower }) => /^(to|as|into|→|->)$/.test(lower));
  const end = clause.tokens.findLastIndex((token) => token.kind !== 'mark') + 1;
  const spoken = at > 0 ? clause.words(at + 1, end).replace(/^["'“‘]|["'”’]$/g, '') : '';
  const header = quotes.at(-1)?.text ?? kit.nameSaid(tidy(spoken));
  const isArrow = /^(→|->)$/.test(clause.lower(at)) && !clause.has('act.rename|noun.name');
  const [value] = kit.findValues(clause.slice(at, end), columns);
  // "status -> shipped" may ask for rows, and "rating -> 4" for anything.
  if (isArrow && (value !== undefined || /\d/.test(spoken)))
    kit.giveUp(
      `Shall “${header}” be the new heading, or the value of rows? Say “rename … to …” or “only …”.`,
    );
  if (header === '') return kit.giveUp('What should the column be called from now on?');
  const [first, second] = quotes;
  // `rename "Qty" to "On hand"`: the first text is a heading of the table.
  const isOld = ({ header = '', key }: TableColumn) =>
    [header, kit.plain(key)].some((name) => name.toLowerCase() === first?.lower);
  const before = clause.slice(0, second || !first ? at : clause.tokens.indexOf(first));
  const [column] = [
    ...(second ? view.columns.filter(isOld) : []),
    ...mentioned({ clause: before, view, columns }),
  ];
  return { operation: 'rename', column: (column ?? askColumn({ view })).key, header: tidy(header) };
}

const BEHIND_HEADERS = /^(please|pls|thanks|and|then)$/i;

function tidy(header: string): string {
  const words = withoutEnd(header.trim(), /[.!?]/)
    .replace(/ ?\((?:the )?(?:new )?(?:heading|header|name|title|label)\)?$/i, '')
    .split(' ');
  while (words.length > 1 && BEHIND_HEADERS.test(words.at(-1) ?? '')) words.pop();
  return kit.capital(withoutEnd(words.join(' '), /[,\s]/));
}

/** Position by words: first, last, before, after, a number; what is not shown yet is added there. */
function move(part: Part): kit.JsonObject {
  const { clause, view, columns } = part;
  const [first, ...others] = kit.findColumns(clause, columns);
  const column = first?.column.key ?? askColumn(part);
  const isShown = visible(view).some(({ key }) => key === column);
  const moved = { operation: isShown ? 'move' : 'add', column };
  const side = sideIn(clause);
  // "a column Due date next to Expected": beside what something shall stand is not what is moved.
  const besides = [first, ...others].filter((each) => each?.column.key === column);
  if (side >= 0 && besides.some((each) => each && each.from > side)) askColumn(part);
  const other = others.find(({ from, column: { key } }) => from > side && key !== column);
  if (other && (side >= 0 || clause.says('swap'))) {
    const isBefore = /^(before|front|ahead|left)$/.test(clause.lower(side));
    return { ...moved, [isBefore ? 'before' : 'after']: other.column.key };
  }
  const number = numberIn(clause);
  if (number === undefined && side < 0 && !clause.has('pos.*'))
    kit.giveUp(
      `Where shall ${kit.plain(column)} stand: first, last, or before or after which column?`,
    );
  return { ...moved, position: number ?? (clause.has('pos.last') ? visible(view).length : 1) };
}

/** Where a word says beside what a column shall stand; -1 for nowhere. */
export const sideIn = ({ tokens }: kit.Reading): number =>
  tokens.findIndex(({ lower }) =>
    /^(before|after|behind|next|beside|front|ahead|left|right)$/.test(lower),
  );

const numberIn = ({ tokens }: kit.Reading): number | undefined =>
  tokens.find(({ value }) => value !== undefined)?.value;

const USUAL_WIDTH = 160;

/** Pixels, or wider and narrower than now. */
function widthIn(part: Part): number {
  const width = mentioned(part)[0]?.width;
  const isLess = part.clause.says('narrower', 'narrow', 'smaller', 'slimmer', 'thinner');
  const now = typeof width === 'number' ? width : USUAL_WIDTH;
  return numberIn(part.clause) ?? Math.round(now * (isLess ? 0.7 : 1.5));
}

const DAY = '(?:d{1,2}|M{1,4}|m{1,4}|y{2,4}|day|month|year)';
const PATTERN = new RegExp(`\\b${DAY}(?:[./ -]${DAY}){1,2}(?:,? ?HH:mm)?\\b`, 'i');

/** A pattern of dates as the words have it, and as the tool takes it: "day.month.year" as dd.MM.yyyy. */
function patternIn(clause: kit.Reading) {
  const said = PATTERN.exec(clause.words())?.[0];
  const [days = '', time = ''] = said?.split(/(?=,? ?HH:mm)/i) ?? [];
  const letters = days
    .toLowerCase()
    .replace('day', 'dd')
    .replace('month', 'mm')
    .replace('year', 'yyyy');
  return { said, pattern: said && letters.replaceAll('m', 'M') + time };
}

/** The words of a format that stand in its call in another way: "no decimals", "day.month.year". */
export function formatWords(clause: kit.Reading): string[] {
  const none =
    /\b(?:no|without|zero) (?:decimals?|decimal places|digits|cents|(?:the )?time)\b/i.exec(
      clause.words(),
    );
  const { said = '' } = patternIn(clause);
  return [none?.[0] ?? '', said];
}

/** How values are shown: currency, decimals, date patterns. */
function format(part: Part): kit.JsonObject {
  const { clause } = part;
  const { pattern } = patternIn(clause);
  const isOfDates = pattern !== undefined || clause.says('dates');
  const [column] = mentioned(part);
  const isDate = isOfDates || column?.type === 'datetime';
  const said = clause.all('format.*').map((tag) => tag.concept.slice('format.'.length));
  const fitting = said.filter((kind) => isDate === kind.startsWith('date') && kind !== 'number');
  const currency = currencyIn(part);
  const now = /^(currency|percent)/.exec(column?.format ?? '')?.[0] ?? 'number';
  const kind = fitting[0] ?? (isDate ? 'date' : currency ? 'currency' : now);
  return {
    ...{ operation: 'format', ...meant(part, isOfDates ? ofType('datetime', part) : []) },
    format: pattern?.includes('H') ? 'datetime' : kind,
    ...defined({ pattern, precision: decimals(clause) }),
    ...defined({ currency: kind === 'currency' ? currency : undefined }),
  };
}

/** The currency that is said; refuses another one than a column holds amounts in. */
function currencyIn(part: Part): string | undefined {
  const code = part.clause.tokens.map(({ lower }) => currencies[lower]).find(Boolean);
  const [column] = mentioned(part);
  const own = /^currency ([A-Z]{3})/.exec(column?.format ?? '')?.[1] ?? code;
  if (code !== undefined && code !== own)
    kit.giveUp(
      `“${kit.plain(column?.key ?? '')}” holds amounts in ${own}, and a format converts nothing: they would only be called ${code}. What else shall I change?`,
    );
  return code;
}

function decimals({ tokens }: kit.Reading): number | undefined {
  const at = tokens.findIndex(({ lower }) => /^(decimals?|digits|cents)$/.test(lower));
  const before = tokens.slice(0, Math.max(at, 0));
  const none = /^(no|without|zero)$/.test(before.at(-1)?.lower ?? '') ? 0 : undefined;
  return before.findLast(({ value }) => value !== undefined)?.value ?? none;
}

/** A column calculated from two others, "stock value: on hand times unit cost"; `undefined` when the part holds none. */
export function computed(clause: kit.Reading, mentions: readonly kit.ColumnMention[]) {
  const sign = /[\p{L}_]\s*([*×x/+])\s*[\p{L}_]/u.exec(clause.words())?.[1] ?? '';
  const [first, second] = mentions.slice(-2);
  // "could a column be added with on hand minus reserved": what stands between the two comes first.
  const between = clause.tokens.slice(first?.to, second?.from);
  const words = [...[...between, ...clause.tokens].map(({ lower }) => lower), sign];
  const operation = words.map((word) => compute[word]).find(Boolean);
  const columns = [...new Set(mentions.map(({ column }) => column.key))].slice(-2);
  if (operation === undefined || columns.length < 2) return undefined;
  const colon = clause.tokens.findIndex(({ lower }) => lower === ':' || lower === '=');
  const shown =
    /\b(?:shows?|with|for|of) (?:what is |the )?(\p{L}+(?: \p{L}+)?),? (?:i\.?e\.?|that is|namely)/iu;
  const before = (shown.exec(clause.words())?.[1] ?? clause.words(0, colon)).replace(
    /^(?:please |pls |i need |add |an? |the |new |calculated |computed |column )+/i,
    '',
  );
  const header = clause.quoted()[0] ?? kit.givenName(clause) ?? tidy(before);
  const column = (header || columns.join('_')).toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return { column, ...defined({ header: header || undefined }), compute: { operation, columns } };
}
