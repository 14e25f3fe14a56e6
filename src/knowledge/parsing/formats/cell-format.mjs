/** The formats that XLSX files name by number alone, as far as they decide what is read. */
/** @type {ReadonlyMap<number, string>} */
const BUILT_IN = new Map(
  /** @type {[number, string][]} */ ([
    ...[1, 3, 37, 38, 41, 42].map((id) => [id, '0']),
    ...[2, 4, 39, 40, 43, 44].map((id) => [id, '0.00']),
    [9, '0%'],
    [10, '0.00%'],
    ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [
      id,
      'y-m-d',
    ]),
    ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, 'h:m']),
    [22, 'y-m-d h:m'],
    [46, '[h]:mm'],
  ]),
);

/** The last day that spreadsheet programs know: 9999-12-31. */
const LAST_DAY = 2_958_465;
const DAY_S = 24 * 60 * 60;

/**
 * The format of a number in a file's own list, else the built-in one.
 * @param {string | undefined} id
 * @param {ReadonlyMap<string, string>} own
 */
export function formatOf(id, own) {
  return own.get(id ?? '') ?? String(BUILT_IN.get(Number(id)) ?? '');
}

/**
 * A stored number as its cell shows it: with the format's decimals, percent and currency, without separators of
 * thousands; dates and times as ISO writes them.
 * @param {string} stored
 * @param {string} format
 * @param {boolean} from1904 whether days count from 1904, as in files of old Macintosh programs
 */
export function shownNumber(stored, format, from1904) {
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const bare = format.replace(/"[^"]*"|\\.|_.|\*.|General|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  const isDate = /[dmyhs]/i.test(bare) && value >= 0 && value < LAST_DAY + 1;
  return isDate ? shownDate(value, bare, from1904) : shownAmount(value, format);
}

/**
 * @param {number} value
 * @param {string} format
 * @param {boolean} from1904
 */
function shownDate(value, format, from1904) {
  if (/\[[hms]/i.test(format)) {
    const minutes = Math.round(value * 24 * 60);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  }
  // Files count a 29 February 1900, which there was not.
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const iso = new Date(first + Math.round(value * DAY_S) * 1000).toISOString();
  const hasTime = /[hs]/i.test(format);
  const hasDate = /[dy]/i.test(format) || !hasTime;
  const time = iso.slice(11, 19).replace(/:00$/, '');
  return [hasDate && iso.slice(0, 10), hasTime && time].filter(Boolean).join('T');
}

/**
 * @param {number} value
 * @param {string} format
 */
function shownAmount(value, format) {
  const general = String(Number(value.toPrecision(15)));
  const [section = ''] = format
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"')
    .replace(/\[[^\]]*\]|_.|\*./g, '')
    .split(';');
  const plain = section.replace(/"([^"]*)"|\\(.)/g, '$1$2');
  const parts = /^([^#0?]*)([#0?,.]*[#0?])([^#0?,]*)$/.exec(plain);
  if (parts === null || Math.abs(value) >= 1e15) return general;
  const [, before = '', digits = '', after = ''] = parts;
  const decimals = digits.replaceAll(',', '').split('.')[1] ?? '';
  const amount = Math.abs(before.includes('%') || after.includes('%') ? value * 100 : value);
  let shown = amount.toFixed(decimals.length);
  for (let at = decimals.length; decimals[at - 1] === '#' && shown.endsWith('0'); at -= 1) {
    shown = shown.slice(0, -1).replace(/\.$/, '');
  }
  return `${value < 0 ? '-' : ''}${before}${shown}${after}`.trim();
}
