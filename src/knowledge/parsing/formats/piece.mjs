/**
 * Pieces of a document in reading order. `level` belongs to headings (1 the highest), `page` (from 1) and `box` to
 * formats that have pages: left, top, right and bottom as shares of the page, from its top left corner.
 * @typedef {[number, number, number, number]} Box
 * @typedef {{ kind: 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'code', text: string,
 *   level?: number, page?: number, box?: Box | undefined }} Piece
 * @typedef {{ title?: string, pages?: number, pieces: Piece[] }} Parsed
 */

/** Why a document is refused, in words for its owner. `reason` is one of `refusalReasons` in document-refused.ts. */
export class Refused extends Error {
  /** @param {string} reason @param {string} message */
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/** The refusal of a file whose parts stand in one another by the hundred. */
export function tooDeep() {
  return new Refused(
    'too_large',
    'The parts of the file are nested too deeply to be read, as in no text for people. Flatten its lists, tables or quotations, and upload it again.',
  );
}

/** White space single, soft hyphens and control characters gone. @param {string} text */
export function oneLine(text) {
  return text
    .replaceAll('\u00ad', '')
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001f\u007f\ufeff]/g, '')
    .trim();
}

/** Each cell after its column's heading. @param {string[]} headings @param {string[]} cells */
export function rowText(headings, cells) {
  return cells
    .map((cell, column) => {
      const heading = headings[column] ?? '';
      return heading === '' || cell === '' ? cell : `${heading}: ${cell}`;
    })
    .filter((cell) => cell !== '')
    .join('; ');
}

const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)]|\(\d{1,3}[a-z]?\))\s+/;
const UNDERLINE = /^\s*([=-])\1{2,}\s*$/;

/**
 * Plain text: paragraphs are parted by blank lines, list items begin with a bullet or a number, and a line
 * underlined with === or --- is a heading.
 * @param {Uint8Array} bytes @returns {import('./piece.mjs').Parsed}
 */
export function parseText(bytes) {
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = [];
  for (const paragraph of decode(bytes).split(/\n[^\S\n]*\n/)) {
    for (const piece of paragraphPieces(paragraph.split('\n'))) pieces.push(piece);
  }
  return { pieces };
}

/** @param {string[]} lines @returns {import('./piece.mjs').Piece[]} */
function paragraphPieces(lines) {
  /** @type {(Omit<import('./piece.mjs').Piece, 'text'> & { lines: string[] })[]} */
  const open = [];
  let at = 0;
  for (; isHeading(lines, at); at += 2) {
    const level = lines[at + 1]?.includes('=') ? 1 : 2;
    open.push({ kind: 'heading', level, lines: [lines[at] ?? ''] });
  }
  /** @type {typeof open[number] | undefined} */
  let last;
  for (const line of lines.slice(at)) {
    const isItem = BULLET.test(line);
    if (last && !isItem) last.lines.push(line);
    else open.push((last = { kind: isItem ? 'list_item' : 'paragraph', lines: [line] }));
  }
  return open.map(({ lines: all, ...piece }) => ({ ...piece, text: oneLine(all.join(' ')) }));
}

/** @param {string[]} lines @param {number} at */
function isHeading(lines, at) {
  return (lines[at] ?? '').trim() !== '' && UNDERLINE.test(lines[at + 1] ?? '');
}

/** UTF-8 or, with a byte order mark, UTF-16; what is neither is Windows-1252. @param {Uint8Array} bytes */
export function decode(bytes) {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true })
      .decode(bytes)
      .replaceAll('\r\n', '\n');
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).replaceAll('\r\n', '\n');
  }
}
