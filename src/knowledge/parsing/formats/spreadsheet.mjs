import { read, SSF } from '@e965/xlsx';
import { Refused } from './piece.mjs';
import { MAX_ROWS, piecesOf, tooManyRows } from './sheet.mjs';
import { decode } from './text.mjs';
import { unzip } from './zip.mjs';

/** The library reads that far, so that one row too many is seen. */
const OPTIONS = { dense: true, cellNF: true, sheetRows: MAX_ROWS + 1 };

/** Of an OpenDocument file the library leaves names as XML writes them. @type {Readonly<Record<string, string>>} */
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

/**
 * An Excel or OpenDocument workbook: each sheet with cells, hidden ones too. Of a formula its stored value, or the
 * formula where none was stored; only of an Excel workbook is it known which sheets are hidden. Charts, pictures and comments are left out.
 * @param {Uint8Array} bytes
 * @returns {Promise<import('./piece.mjs').Parsed>}
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

/**
 * Rows of values, in quotes where they hold a separator. The separator is the one that the first row has most of.
 * @param {Uint8Array} bytes
 * @returns {import('./piece.mjs').Parsed}
 */
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
 * @param {(cell: import('@e965/xlsx').CellObject) => import('./sheet.mjs').Cell} shownAs
 * @returns {import('./sheet.mjs').Row[]}
 */
function rowsOf(sheet, shownAs) {
  /** @type {(import('@e965/xlsx').CellObject | undefined)[][]} */
  const data = sheet?.['!data'] ?? [];
  if (data.length > MAX_ROWS) throw tooManyRows();
  /** @type {import('./sheet.mjs').Row[]} */
  const rows = [];
  data.forEach((row, at) => {
    /** @type {import('./sheet.mjs').Cell[]} */
    const cells = [];
    row.forEach((cell, column) => {
      const known = cell && shownAs(cell);
      if (known && known.text !== '') cells[column] = known;
    });
    rows.push({ number: at + 1, cells });
  });
  return rows;
}

/**
 * A cell as it is shown; dates and times of day as ISO writes them.
 * @param {import('@e965/xlsx').CellObject} cell
 * @param {boolean} date1904
 * @returns {import('./sheet.mjs').Cell}
 */
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
