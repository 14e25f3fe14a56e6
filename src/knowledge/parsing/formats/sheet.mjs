import { oneLine, Refused, rowText } from './piece.mjs';

/**
 * A cell as it is shown; a number, date or time is `isNumber`.
 * @typedef {{ text: string, isNumber: boolean }} Cell
 * @typedef {{ number: number, cells: Cell[] }} Row rows count from 1, columns from 0, both may have gaps
 * @typedef {{ top: number, left: number, bottom: number, right: number }} Merged
 * @typedef {{ name?: string, isHidden?: boolean, rows: Row[], merged?: Merged[] }} Sheet
 */

/** As many as a document may have blocks. */
export const MAX_ROWS = 50_000;

/** The refusal of more rows than {@link MAX_ROWS}. */
export function tooManyRows() {
  return new Refused(
    'too_large',
    `The spreadsheet has more than ${MAX_ROWS} rows. Split it, or upload what is to be searched.`,
  );
}

/**
 * A sheet's name as a heading, and its rows, each with its range (`Prices!A7:C7`) and every value after the
 * heading of its column.
 * @param {Sheet} sheet
 * @returns {import('./piece.mjs').Piece[]}
 */
export function piecesOf({ name, isHidden, rows: all, merged = [] }) {
  const rows = all.filter(({ cells }) => filled(cells) > 0);
  if (rows.length === 0) return [];
  fillDown(rows, merged);
  const title = oneLine(`${name ?? ''}${isHidden ? ' (hidden sheet)' : ''}`);
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = title === '' ? [] : [{ kind: 'heading', level: 1, text: title }];
  /** @type {string[]} */
  let headings = [];
  let under = 0;
  rows.forEach((row, at) => {
    const before = rows[at - 1]?.number ?? 0;
    const found = headingsAt(rows, at, merged, under === 0 || row.number > before + 1);
    if (found && at >= under) {
      headings = found.headings;
      under = at + found.rows;
    }
    const texts = row.cells.map(({ text }) => oneLine(text));
    const text = rowText(at < under ? [] : headings, texts);
    pieces.push({ kind: 'table_row', text: `${rangeOf(name, row)} – ${text}` });
  });
  return pieces;
}

/**
 * The headings of columns that begin at a row: the first row of several values names the columns if none of its
 * values is a quantity; below an empty row only where numbers follow. Under headings that go over several columns
 * stands a second row of them.
 * @param {Row[]} rows
 * @param {number} at
 * @param {Merged[]} merged
 * @param {boolean} mayBegin
 */
function headingsAt(rows, at, merged, mayBegin) {
  const [row, next] = [rows[at], rows[at + 1]];
  if (!mayBegin || !row || !next || filled(row.cells) < 2 || row.cells.some(isQuantity)) return;
  const wide = merged.filter(({ top, left, right }) => top === row.number && right > left);
  const isNarrow = filled(row.cells) < 3 && wide.length === 0;
  const followsNumber = next.cells.some(({ isNumber }) => isNumber);
  if (!followsNumber && (isNarrow || at > firstOfSeveral(rows))) return;
  const headings = row.cells.map(({ text }) => oneLine(text));
  if (wide.length === 0) return { headings, rows: 1 };
  for (const { left, right } of wide) {
    for (let column = left; column <= right; column += 1) headings[column] = headings[left] ?? '';
  }
  next.cells.forEach(({ text }, column) => {
    const above = headings[column] ?? '';
    if (above !== oneLine(text)) headings[column] = oneLine(`${above} ${text}`);
  });
  return { headings, rows: 2 };
}

/** @param {Row[]} rows */
function firstOfSeveral(rows) {
  return rows.findIndex(({ cells }) => filled(cells) > 1);
}

/** A number that is no year and no date: those stand above columns too. @param {Cell} cell */
function isQuantity({ text, isNumber }) {
  return isNumber && !/^(?:19|20)\d\d(?:-|$)/.test(text);
}

/** @param {Cell[]} cells */
function filled(cells) {
  return cells.reduce((count, { text }) => count + (text.trim() === '' ? 0 : 1), 0);
}

/**
 * What goes over several rows is said in each of them.
 * @param {Row[]} rows
 * @param {Merged[]} merged
 */
function fillDown(rows, merged) {
  const tall = merged.filter(({ top, bottom }) => bottom > top);
  if (tall.length === 0) return;
  const byNumber = new Map(rows.map((row) => [row.number, row.cells]));
  for (const { top, bottom, left } of tall) {
    const cell = byNumber.get(top)?.[left];
    if (!cell) continue;
    const last = Math.min(bottom, rows.at(-1)?.number ?? 0);
    for (let number = top + 1; number <= last; number += 1) {
      const cells = byNumber.get(number);
      if (cells) cells[left] = cell;
    }
  }
}

/**
 * Where a row's values stand, as spreadsheet programs write it and go to it.
 * @param {string | undefined} name
 * @param {Row} row
 */
function rangeOf(name, { number, cells }) {
  const columns = Object.keys(cells).filter((at) => cells[Number(at)]?.text.trim() !== '');
  const [first, last] = [columns[0], columns.at(-1)].map((at) => `${letters(Number(at))}${number}`);
  const range = first === last ? first : `${first}:${last}`;
  if (name === undefined) return range;
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name);
  return `${plain ? name : `'${oneLine(name).replaceAll("'", "''")}'`}!${range}`;
}

/**
 * The letters of a column: 0 is A, 26 is AA.
 * @param {number} column
 * @returns {string}
 */
function letters(column) {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : letters(rest)) + String.fromCharCode(65 + (column % 26));
}
