import { Refused } from './piece.mjs';
import { MAX_ROWS, piecesOf, tooManyRows } from './sheet.mjs';
import { decode } from './text.mjs';
import { readXml } from './xml.mjs';
import { unzip } from './zip.mjs';

const MAX_COLUMNS = 16_384;
/** Values that count as numbers; what is shown of them stands in the cell. */
const NUMBERS = new Set(['float', 'percentage', 'currency', 'date', 'time']);

/**
 * An OpenDocument spreadsheet: each sheet with cells, hidden ones too, as they are shown.
 * @param {Uint8Array} bytes
 * @returns {Promise<import('./piece.mjs').Parsed>}
 */
export async function parseOds(bytes) {
  const files = await unzip(bytes, (name) => /^(?:content|META-INF\/manifest)\.xml$/.test(name));
  const content = files.get('content.xml');
  if (!content) {
    throw new Refused(
      'broken',
      'The file is a ZIP archive, but no OpenDocument spreadsheet: it has no content.xml.',
    );
  }
  if (files.get('META-INF/manifest.xml')?.includes('encryption-data')) {
    throw new Refused('encrypted', 'The spreadsheet has a password. Save it without one.');
  }
  const reader = new Reader();
  readXml(decode(content), reader);
  const pieces = reader.sheets.flatMap(piecesOf);
  if (pieces.length > MAX_ROWS) throw tooManyRows();
  return { pieces };
}

/** Collects sheets, rows and cells in the order in which they are written; repeated ones are written once. */
class Reader {
  /** @type {import('./sheet.mjs').Sheet[]} */
  sheets = [];
  /** @type {Set<string | undefined>} */
  hiddenStyles = new Set();
  /** @type {string | undefined} */
  style;
  number = 1;
  column = 0;
  rowRepeat = 1;
  /** @type {import('./sheet.mjs').Cell[]} */
  cells = [];
  /** @type {Record<string, string> | undefined} */
  cell;
  written = '';
  /** Inside of a comment, which is no value. */
  isNote = false;

  /**
   * @param {string} name
   * @param {() => Record<string, string>} attributes
   */
  open = (name, attributes) => {
    if (name === 'style') this.style = attributes()['name'];
    else if (name === 'table-properties' && attributes()['display'] === 'false')
      this.hiddenStyles.add(this.style);
    else if (name === 'table') {
      const { name: title, 'style-name': style } = attributes();
      const isHidden = this.hiddenStyles.has(style);
      this.sheets.push({ ...(title && { name: title }), isHidden, rows: [], merged: [] });
      this.number = 1;
    } else if (name === 'table-row') {
      this.rowRepeat = Number(attributes()['number-rows-repeated'] ?? 1);
      this.cells = [];
      this.column = 0;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cell = attributes();
      this.written = '';
    } else if (name === 'annotation') this.isNote = true;
    else if (name === 'p' || name === 's' || name === 'tab' || name === 'line-break')
      this.written += ' ';
  };

  /** @param {string} name */
  close = (name) => {
    if (name === 'annotation') this.isNote = false;
    if (name === 'table-cell' || name === 'covered-table-cell') this.endCell();
    if (name === 'table-row') this.endRow();
  };

  /** @param {string} text */
  text = (text) => {
    if (this.cell && !this.isNote) this.written += text;
  };

  endCell() {
    const {
      'number-columns-repeated': repeated = '1',
      'number-rows-spanned': high = '1',
      'number-columns-spanned': wide = '1',
      'value-type': type = '',
      'date-value': date = '',
    } = this.cell ?? {};
    const shown = type === 'date' ? date.replace(/T00:00:00.*$/, '') : this.written.trim();
    const end = Math.min(this.column + Number(repeated), MAX_COLUMNS);
    const [top, left] = [this.number, this.column];
    for (; this.column < end; this.column += 1) {
      if (shown !== '') this.cells[this.column] = { text: shown, isNumber: NUMBERS.has(type) };
    }
    this.cell = undefined;
    if (Number(high) === 1 && Number(wide) === 1) return;
    const [bottom, right] = [
      top + Number(high) - 1,
      Math.min(left + Number(wide), MAX_COLUMNS) - 1,
    ];
    this.sheets.at(-1)?.merged?.push({ top, left, bottom, right });
  }

  endRow() {
    const rows = this.sheets.at(-1)?.rows;
    const next = this.number + this.rowRepeat;
    if (rows && this.cells.length > 0) {
      for (let number = this.number; number < next; number += 1) {
        if (rows.length >= MAX_ROWS) throw tooManyRows();
        rows.push({ number, cells: this.cells.slice() });
      }
    }
    this.number = next;
  }
}
