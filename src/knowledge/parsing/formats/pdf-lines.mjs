import { oneLine } from './piece.mjs';

/**
 * What pdf.js tells of a run of text: its transformation holds size and place.
 * @typedef {{ str: string, transform: number[], width: number, height: number, hasEOL: boolean }} Item
 * A page as it is shown: how its own units become those of the view, and how large that is.
 * @typedef {{ transform: number[], width: number, height: number }} View
 * @typedef {import('./piece.mjs').Box} Box
 * @typedef {{ text: string, y: number, size: number, box?: Box }} Line
 * @typedef {Line & { page: number }} PageLine
 */

/** A line this much larger than the running text is a heading. */
const HEADING_SCALE = 1.12;
/** Lines further apart than this many of their own sizes belong to different paragraphs. */
const PARAGRAPH_GAP = 1.7;
const MAX_HEADING_LENGTH = 200;
const BULLET = /^(?:[•–▪‣◦*-]|\d{1,3}[.)]|\(\d{1,3}\))\s+/;

/** In the file's order. @param {Item[]} items @param {View} [view] @returns {Line[]} */
export function linesOf(items, view) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Item[]} */
  let open = [];
  const close = () => {
    const text = oneLine(open.map((item) => item.str).join(''));
    const largest = open
      .filter((item) => item.str.trim() !== '')
      .sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (text !== '' && largest)
      lines.push({
        text,
        y: largest.transform[5] ?? 0,
        size: sizeOf(largest),
        ...(view ? { box: boxOf(open, view) } : {}),
      });
    open = [];
  };
  for (const item of items) {
    const before = open.at(-1);
    // Some files end no line: then the height tells.
    if (before && Math.abs(yOf(before) - yOf(item)) > sizeOf(item) * 0.6 && item.str.trim() !== '')
      close();
    open.push(item);
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** @param {Item} item */
function sizeOf({ transform }) {
  return Math.round(Math.hypot(transform[2] ?? 0, transform[3] ?? 0) * 2) / 2;
}

/** Of its size so much of a line stands below its base line. */
const BELOW = 0.25;

/** As shares of the page, from its top left. @param {Item[]} items @param {View} view @returns {Box} */
function boxOf(items, { transform: [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0], width, height }) {
  const corners = items
    .filter((item) => item.str.trim() !== '')
    .flatMap((item) => {
      const [x = 0, y = 0] = item.transform.slice(4);
      const size = sizeOf(item);
      const [low, high] = [y - BELOW * size, y + (1 - BELOW) * size];
      return [
        [x, low],
        [x + item.width, high],
      ];
    })
    .map(([x = 0, y = 0]) => [(a * x + c * y + e) / width, (b * x + d * y + f) / height]);
  const [xs, ys] = [0, 1].map((at) => corners.map((corner) => share(corner[at] ?? 0)));
  return [min(xs), min(ys), max(xs), max(ys)];
}

/** @param {number} value */
const share = (value) => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
/** @param {number[] | undefined} values */
const min = (values = []) => values.reduce((least, each) => Math.min(least, each), 1);
/** @param {number[] | undefined} values */
const max = (values = []) => values.reduce((most, each) => Math.max(most, each), 0);

/** @param {Box | undefined} one @param {Box | undefined} other @returns {Box | undefined} */
function around(one, other) {
  if (!one || !other) return one ?? other;
  const [a, b] = [one, other];
  return [min([a[0], b[0]]), min([a[1], b[1]]), max([a[2], b[2]]), max([a[3], b[3]])];
}

/** @param {Item} item */
function yOf({ transform }) {
  return transform[5] ?? 0;
}

/**
 * Pieces of all pages: headings by size of type, paragraphs by distance. What is printed at the edge of
 * most pages (running heads, page numbers) is left out.
 * @param {Line[][]} pages @returns {import('./piece.mjs').Piece[]}
 */
export function piecesOf(pages) {
  const body = commonSize(pages.flat());
  const running = runningHeads(pages, body);
  /** @type {PageLine[]} */
  const lines = pages.flatMap((page, index) =>
    page
      .filter((line, at) => !(isEdge(at, page) && running.has(formOf(line, body))))
      .map((line) => ({ ...line, page: index + 1 })),
  );
  const levels = headingLevels(lines, body);
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const last = pieces.at(-1);
    const level = levelOf(line, levels);
    const place = { page: line.page, ...(line.box ? { box: line.box } : {}) };
    if (last && before && continues(before, line)) {
      last.text = joined(last.text, line.text);
      if (line.box) last.box = around(last.box, line.box);
    } else if (level !== undefined)
      pieces.push({ kind: 'heading', level, text: line.text, ...place });
    else {
      const kind = BULLET.test(line.text) ? 'list_item' : 'paragraph';
      pieces.push({ kind, text: line.text, ...place });
    }
  });
  return pieces;
}

/** @param {PageLine} before @param {PageLine} line */
function continues(before, line) {
  if (before.page !== line.page || before.size !== line.size || BULLET.test(line.text))
    return false;
  const gap = before.y - line.y;
  return gap >= 0 && gap <= line.size * PARAGRAPH_GAP;
}

/** A word parted at the end of a line is put together again. @param {string} text @param {string} next */
function joined(text, next) {
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return `${text} ${next}`;
}

/** @param {Line} line @param {number[]} levels */
function levelOf(line, levels) {
  const at = levels.indexOf(line.size);
  return at < 0 || line.text.length > MAX_HEADING_LENGTH ? undefined : Math.min(at + 1, 6);
}

/** The sizes of headings, the largest first. @param {Line[]} lines @param {number} body */
function headingLevels(lines, body) {
  const sizes = new Set(
    lines.map((line) => line.size).filter((size) => size > body * HEADING_SCALE),
  );
  return [...sizes].sort((a, b) => b - a);
}

/** The size most characters are set in. @param {Line[]} lines */
function commonSize(lines) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { size, text } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** A page with fewer lines has no edges to speak of: they are its text. */
const LINES_WITH_EDGES = 3;

/** What stands at the edge of more than half of at least three pages. @param {Line[][]} pages @param {number} body */
function runningHeads(pages, body) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const page of pages.filter(({ length }) => length >= LINES_WITH_EDGES)) {
    const edges = new Set(
      page.filter((_, at) => isEdge(at, page)).map((line) => formOf(line, body)),
    );
    for (const text of edges) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count >= 3 && count > pages.length / 2);
  return new Set(repeated.map(([text]) => text));
}

/** @param {number} at @param {Line[]} page */
function isEdge(at, page) {
  return at === 0 || at === page.length - 1;
}

/**
 * What two lines have in common to count as repeated. Numbers of pages may differ; those of headings, as
 * "Article 1" and "Article 2", tell one from the other.
 * @param {Line} line @param {number} body
 */
function formOf({ text, size }, body) {
  return size > body * HEADING_SCALE ? text : text.replace(/\d+/g, '#');
}
