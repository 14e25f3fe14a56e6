import { MAX_ROWS, piecesOf, tooManyRows } from './sheet.mjs';
import { decode } from './text.mjs';

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Rows of values, in quotes where they hold a separator. The separator is the one that the first row has most of.
 * @param {Uint8Array} bytes
 * @returns {import('./piece.mjs').Parsed}
 */
export function parseCsv(bytes) {
  const text = decode(bytes).replace(/^\ufeff?(?:sep=.\n)?/, '');
  const [first = []] = recordsOf(text, undefined, 1);
  const counts = SEPARATORS.map((each) => first.join('').split(each).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))];
  const rows = recordsOf(text, separator, MAX_ROWS + 1).map((values, at) => ({
    number: at + 1,
    cells: values.map((value) => ({ text: value, isNumber: isNumber(value) })),
  }));
  if (rows.length > MAX_ROWS) throw tooManyRows();
  return { pieces: piecesOf({ rows }) };
}

/**
 * Without a separator, each row is a single value without its quoted ones.
 * @param {string} text
 * @param {string | undefined} separator
 * @param {number} most
 */
function recordsOf(text, separator, most) {
  /** @type {string[][]} */
  const records = [];
  let [value, isQuoted] = ['', false];
  /** @type {string[]} */
  let values = [];
  const endRow = () => {
    records.push([...values, value]);
    [values, value] = [[], ''];
  };
  const mayOpen = () =>
    value.trim() === '' || (separator === undefined && SEPARATORS.includes(value.slice(-1)));
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || mayOpen())) isQuoted = !isQuoted;
    else if (isQuoted) value += separator === undefined ? '' : character;
    else if (character === separator) {
      values.push(value);
      value = '';
    } else if (character === '\n' || character === '\r') endRow();
    else value += character;
  }
  if (values.length > 0 || value !== '') endRow();
  return records;
}

/** Digits with separators, and a sign, currency or percent around them. @param {string} value */
function isNumber(value) {
  return /^[-+(]?[^\p{L}\d]{0,3}\d[\d.,' ]*[^\p{L}\d]{0,3}$/u.test(value.trim());
}
