import { oneLine } from './piece.mjs';

const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)]|\(\d{1,3}[a-z]?\))\s+/;
const UNDERLINE = /^\s*([=-])\1{2,}\s*$/;

/**
 * Plain text: paragraphs are parted by blank lines, list items begin with a bullet or a number, and a line
 * underlined with === or --- is a heading.
 * @param {Uint8Array} bytes
 * @returns {import('./piece.mjs').Parsed}
 */
export function parseText(bytes) {
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = [];
  for (const paragraph of decode(bytes).split(/\n[^\S\n]*\n/)) {
    for (const piece of paragraphPieces(paragraph.split('\n'))) pieces.push(piece);
  }
  return { pieces };
}

/**
 * @param {string[]} lines
 * @returns {import('./piece.mjs').Piece[]}
 */
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

/**
 * @param {string[]} lines
 * @param {number} at
 */
function isHeading(lines, at) {
  return (lines[at] ?? '').trim() !== '' && UNDERLINE.test(lines[at + 1] ?? '');
}

/**
 * Text in UTF-8 or, with a byte order mark, UTF-16; what is neither is read as Windows-1252.
 * @param {Uint8Array} bytes
 */
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
