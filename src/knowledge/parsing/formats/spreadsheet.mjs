import { read, SSF } from '@e965/xlsx';
import { Refused, oneLine, rowText, decode } from './piece.mjs';
import { unzip } from './zip.mjs';

export const MAX_ROWS = 50_000;
/** The library reads that far, so that one row too many is seen. */
const OPTIONS = { dense: true, cellNF: true, sheetRows: MAX_ROWS + 1 };

/** Of an OpenDocument file the library leaves names as XML writes them. @type {Readonly<Record<string, string>>} */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

/**
 * An Excel or OpenDocument workbook: each sheet with cells, hidden ones too. Of a formula its stored value, or the
 * formula where none was stored; only of an Excel workbook is it known which sheets are hidden. Charts, pictures and comments are left out.
 * @param {Uint8Array} bytes @returns {Promise<import('./piece.mjs').Parsed>}
 */
export async function parseWorkbook(bytes) {
  const files = await unzip(bytes, (name) => name === 'META-INF/manifest.xml');
  if (files.get('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new Refused('encrypted', 'The spreadsheet has a password. Save it without one.');
  if (!files.has('xl/workbook.xml') && !files.has('content.xml')) {
    throw new Refused(
      'broken',
      'The file is a ZIP archive, but no spreadsheet: it has neither xl/workbook.xml nor content.xml.',
    );
  }
  const book = read(bytes, { ...OPTIONS, type: 'array' });
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const pieces = book.SheetNames.flatMap((key, at) => {
    const sheet = book.Sheets[key];
    const isOds = files.has('content.xml');
    const name = isOds ? key.replace(/&[a-z]{2,4};/g, (one) => ENTITIES[one] ?? one) : key;
    const merged = (sheet?.['!merges'] ?? []).map(({ s, e }) => {
      return { top: s.r + 1, left: s.c, bottom: e.r + 1, right: e.c };
    });
    const isHidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
    return piecesOf({
      name,
      isHidden,
      rows: rowsOf(sheet, (cell) => shown(cell, date1904)),
      merged,
    });
  });
  if (pieces.length > MAX_ROWS) throw tooManyRows();
  return { pieces };
}

/** The separator is what the first row has most of. @param {Uint8Array} bytes @returns {import('./piece.mjs').Parsed} */
export function parseCsv(bytes) {
  const book = read(decode(bytes), { ...OPTIONS, type: 'string', raw: true });
  const rows = rowsOf(book.Sheets[book.SheetNames[0] ?? ''], ({ v }) => {
    const text = String(v ?? '');
    return { text, isNumber: isNumber(text) };
  });
  return { pieces: piecesOf({ rows }) };
}

/**
 * @param {import('@e965/xlsx').WorkSheet | undefined} sheet
 * @param {(cell: import('@e965/xlsx').CellObject) => Cell} shownAs
 * @returns {Row[]}
 */
function rowsOf(sheet, shownAs) {
  /** @type {(import('@e965/xlsx').CellObject | undefined)[][]} */
  const data = sheet?.['!data'] ?? [];
  if (data.length > MAX_ROWS) throw tooManyRows();
  /** @type {Row[]} */
  const rows = [];
  data.forEach((row, at) => {
    /** @type {Cell[]} */
    const cells = [];
    row.forEach((cell, column) => {
      const known = cell && shownAs(cell);
      if (known && known.text !== '') cells[column] = known;
    });
    rows.push({ number: at + 1, cells });
  });
  return rows;
}

/** As it is shown; times as ISO. @param {import('@e965/xlsx').CellObject} cell @param {boolean} date1904 @returns {Cell} */
function shown({ t: type, v: value, w: text, f: formula, z: format = '' }, date1904) {
  if (value === undefined) return { text: formula ? `=${formula}` : '', isNumber: false };
  const isNumber = type === 'n' || type === 'd';
  const iso = typeof value === 'number' ? isoFormat(String(format)) : '';
  if (iso !== '') return { text: SSF.format(iso, value, { date1904 }), isNumber };
  return { text: String(text ?? value), isNumber };
}

/** The format that shows a date as ISO does; empty for what is none, and for lengths of time. @param {string} format */
function isoFormat(format) {
  if (!SSF.is_date(format) || !/[dy]/i.test(format)) return '';
  return /[hs]/i.test(format) ? 'yyyy-mm-dd"T"hh:mm' : 'yyyy-mm-dd';
}

/** Digits with separators, and a sign, currency or percent around them. @param {string} value */
function isNumber(value) {
  return /^[-+(]?[^\p{L}\d]{0,3}\d[\d.,' ]*[^\p{L}\d]{0,3}$/u.test(value.trim());
}

/**
 * A cell as it is shown; a number, date or time is `isNumber`.
 * @typedef {{ text: string, isNumber: boolean }} Cell
 * @typedef {{ number: number, cells: Cell[] }} Row rows count from 1, columns from 0, both may have gaps
 * @typedef {{ top: number, left: number, bottom: number, right: number }} Merged
 * @typedef {{ name?: string, isHidden?: boolean, rows: Row[], merged?: Merged[] }} Sheet
 */

function tooManyRows() {
  return new Refused(
    'too_large',
    `The spreadsheet has more than ${MAX_ROWS} rows. Split it, or upload what is to be searched.`,
  );
}

/**
 * A sheet's name as a heading, and its rows, each with its range (`Prices!A7:C7`) and every value after the
 * heading of its column.
 * @param {Sheet} sheet @returns {import('./piece.mjs').Piece[]}
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
 * @param {Row[]} rows @param {number} at @param {Merged[]} merged @param {boolean} mayBegin
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

/** What goes over several rows is said in each of them. @param {Row[]} rows @param {Merged[]} merged */
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

/** Where a row's values stand: `Prices!A7:C7`. @param {string | undefined} name @param {Row} row */
function rangeOf(name, { number, cells }) {
  const columns = Object.keys(cells).filter((at) => cells[Number(at)]?.text.trim() !== '');
  const [first, last] = [columns[0], columns.at(-1)].map((at) => `${letters(Number(at))}${number}`);
  const range = first === last ? first : `${first}:${last}`;
  if (name === undefined) return range;
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name);
  return `${plain ? name : `'${oneLine(name).replaceAll("'", "''")}'`}!${range}`;
}

/** The letters of a column: 0 is A, 26 is AA. @param {number} column @returns {string} */
function letters(column) {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : letters(rest)) + String.fromCharCode(65 + (column % 26));
}
