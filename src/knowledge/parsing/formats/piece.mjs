/**
 * What every parser makes of a document: its pieces in reading order. `level` belongs to headings
 * (1 the highest), `page` (from 1) and `box` to formats that have pages: left, top, right and bottom as
 * shares of the page, from its top left corner.
 * @typedef {[number, number, number, number]} Box
 * @typedef {{ kind: 'heading' | 'paragraph' | 'list_item' | 'table_row' | 'code', text: string,
 *   level?: number, page?: number, box?: Box | undefined }} Piece
 * @typedef {{ title?: string, pages?: number, pieces: Piece[] }} Parsed
 */

/** Why a document is refused, in words for its owner. `reason` is one of `refusalReasons` in document-refused.ts. */
export class Refused extends Error {
  /**
   * @param {string} reason
   * @param {string} message
   */
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

/**
 * Text on one line: white space single, soft hyphens and control characters gone.
 * @param {string} text
 */
export function oneLine(text) {
  return text
    .replaceAll('\u00ad', '')
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001f\u007f\ufeff]/g, '')
    .trim();
}

/**
 * A table row that can be read on its own: each cell after its column's heading.
 * @param {string[]} headings
 * @param {string[]} cells
 */
export function rowText(headings, cells) {
  return cells
    .map((cell, column) => {
      const heading = headings[column] ?? '';
      return heading === '' || cell === '' ? cell : `${heading}: ${cell}`;
    })
    .filter((cell) => cell !== '')
    .join('; ');
}
