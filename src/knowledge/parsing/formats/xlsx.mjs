import { formatOf, shownNumber } from './cell-format.mjs';
import { Refused } from './piece.mjs';
import { MAX_ROWS, piecesOf, tooManyRows } from './sheet.mjs';
import { decode } from './text.mjs';
import { readXml } from './xml.mjs';
import { unzip } from './zip.mjs';

/** @typedef {{ texts: string[], formats: string[], from1904: boolean }} Book what cells refer to */

/**
 * An Excel workbook: each sheet with cells, hidden ones too. Of a formula its stored value, or the formula where
 * none was stored. Charts, pictures and comments are left out.
 * @param {Uint8Array} bytes
 * @returns {Promise<import('./piece.mjs').Parsed>}
 */
export async function parseXlsx(bytes) {
  const files = await unzip(bytes, (name) => /^xl\/.*\.(?:xml|rels)$/.test(name));
  const xmlOf = (/** @type {string} */ name) => decode(files.get(`xl/${name}`) ?? Buffer.of());
  if (!files.has('xl/workbook.xml')) {
    throw new Refused(
      'broken',
      'The file is a ZIP archive, but no Excel workbook: it has no xl/workbook.xml.',
    );
  }
  const targets = new Map();
  eachTag(xmlOf('_rels/workbook.xml.rels'), 'Relationship', ({ Id, Target = '' }) =>
    targets.set(Id, Target.replace(/^\/xl\//, '')),
  );
  const book = { texts: sharedTexts(xmlOf('sharedStrings.xml')), ...styles(xmlOf('styles.xml')) };
  let from1904 = false;
  eachTag(xmlOf('workbook.xml'), 'workbookPr', ({ date1904 }) => {
    from1904 = date1904 === '1' || date1904 === 'true';
  });
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = [];
  eachTag(xmlOf('workbook.xml'), 'sheet', ({ name, id, state = 'visible' }) => {
    const sheet = readSheet(xmlOf(targets.get(id)), { ...book, from1904 });
    for (const piece of piecesOf({ name, isHidden: state !== 'visible', ...sheet }))
      pieces.push(piece);
    if (pieces.length > MAX_ROWS) throw tooManyRows();
  });
  return { pieces };
}

/**
 * @param {string} xml
 * @param {string} wanted
 * @param {(attributes: Record<string, string>) => void} onTag
 */
function eachTag(xml, wanted, onTag) {
  const open = (
    /** @type {string} */ name,
    /** @type {() => Record<string, string>} */ attributes,
  ) => {
    if (name === wanted) onTag(attributes());
  };
  readXml(xml, { open, close: () => {}, text: () => {} });
}

/** The texts that cells share; how they are spoken (`rPh`) is no part of them. @param {string} xml */
function sharedTexts(xml) {
  /** @type {string[]} */
  const texts = [];
  let [isText, isSpoken] = [false, false];
  readXml(xml, {
    open(name) {
      if (name === 'si') texts.push('');
      if (name === 'rPh') isSpoken = true;
      isText = name === 't';
    },
    close(name) {
      if (name === 'rPh') isSpoken = false;
      isText = false;
    },
    text(text) {
      if (isText && !isSpoken) texts[texts.length - 1] += unescaped(text);
    },
  });
  return texts;
}

/** The formats of cells, by the number that cells name. @param {string} xml */
function styles(xml) {
  const own = new Map();
  eachTag(xml, 'numFmt', ({ numFmtId, formatCode }) => own.set(numFmtId, formatCode));
  /** @type {string[]} */
  const formats = [];
  let isCells = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'cellXfs') isCells = true;
      if (isCells && name === 'xf') formats.push(formatOf(attributes()['numFmtId'], own));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
    text() {},
  });
  return { formats };
}

/**
 * @param {string} xml
 * @param {Book} book
 * @returns {{ rows: import('./sheet.mjs').Row[], merged: import('./sheet.mjs').Merged[] }}
 */
function readSheet(xml, book) {
  /** @type {import('./sheet.mjs').Row[]} */
  const rows = [];
  /** @type {import('./sheet.mjs').Merged[]} */
  const merged = [];
  /** @type {Record<string, string>} */
  let cell = {};
  let [inside, column] = ['', -1];
  readXml(xml, {
    open(name, attributes) {
      inside = name;
      if (name === 'row') {
        if (rows.length >= MAX_ROWS) throw tooManyRows();
        const number = Number(attributes()['r'] ?? (rows.at(-1)?.number ?? 0) + 1);
        rows.push({ number, cells: [] });
        column = -1;
      } else if (name === 'c') {
        cell = attributes();
        column = cell['r'] === undefined ? column + 1 : placeOf(cell['r']).column;
      } else if (name === 'mergeCell') {
        const [from = '', to = from] = (attributes()['ref'] ?? '').split(':');
        const [first, last] = [placeOf(from), placeOf(to)];
        merged.push({
          ...{ top: first.row, left: first.column },
          ...{ bottom: last.row, right: last.column },
        });
      }
    },
    close(name) {
      inside = '';
      const shown = name === 'c' ? shownCell(cell, book) : undefined;
      const cells = rows.at(-1)?.cells;
      if (cells && shown && shown.text !== '') cells[column] = shown;
    },
    text(text) {
      if (inside !== '') cell[`<${inside}>`] = (cell[`<${inside}>`] ?? '') + text;
    },
  });
  return { rows, merged };
}

/**
 * @param {Record<string, string>} cell its attributes, and the texts of the elements in it
 * @param {Book} book
 * @returns {import('./sheet.mjs').Cell}
 */
function shownCell(cell, { texts, formats, from1904 }) {
  const { t: type = 'n', s: style = '0', '<v>': value = '', '<f>': formula, '<t>': inline } = cell;
  const said = (/** @type {string} */ text, isNumber = false) => ({ text, isNumber });
  if (value === '') return said(formula ? `=${formula}` : unescaped(inline ?? ''));
  if (type === 's') return said(texts[Number(value)] ?? '');
  if (type === 'b') return said(value === '1' ? 'TRUE' : 'FALSE');
  if (type === 'n') return said(shownNumber(value, formats[Number(style)] ?? '', from1904), true);
  return said(type === 'd' ? value.replace(/T00:00:00.*$/, '') : unescaped(value), type === 'd');
}

/**
 * Row (from 1) and column (from 0) of a reference such as `AB12`.
 * @param {string} reference
 */
function placeOf(reference) {
  const [, letters = '', row] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? [];
  if (row === undefined) throw new Error('a cell names no place');
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row), column };
}

/** Characters that XML cannot hold, as Excel writes them (`_x000D_`). @param {string} text */
function unescaped(text) {
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
