import { oneLine } from './piece.mjs';

const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;
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
    pieces.push(...paragraphPieces(paragraph.split('\n')));
  }
  return { pieces };
}

/**
 * @param {string[]} lines
 * @returns {import('./piece.mjs').Piece[]}
 */
function paragraphPieces(lines) {
  const [first = '', second = ''] = lines;
  const underline = UNDERLINE.exec(second);
  if (underline && first.trim() !== '') {
    const level = underline[1] === '=' ? 1 : 2;
    return [{ kind: 'heading', level, text: oneLine(first) }, ...paragraphPieces(lines.slice(2))];
  }
  /** @type {import('./piece.mjs').Piece[]} */
  const pieces = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (BULLET.test(line)) pieces.push({ kind: 'list_item', text: oneLine(line) });
    else if (last) last.text = oneLine(`${last.text} ${line}`);
    else pieces.push({ kind: 'paragraph', text: oneLine(line) });
  }
  return pieces;
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
