/** An answer's characters that Markdown reads; beyond, parsing and drawing would hold the page for seconds. */
const MAX_MARKS = 4_000;
const MAX_LENGTH = 200_000;
/** Quotes and lists opened on one line, each inside the one before: parsing them is a call on the stack each. */
const MAX_NESTING = 50;

const MARKS = /[[\]()!*_~`<>|#=&@\\\n]/g;
const OPENINGS = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])+/gm;
const OPENING = />|[-+*.)]/g;
/** More accents on one letter than any script has: laying them out takes a browser minutes. */
const STACKED = /(\p{M}{16})\p{M}+/gu;

/** True where a text can be parsed and drawn at once; any other is shown as it is written. */
export function isDrawable(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  if ((text.match(MARKS)?.length ?? 0) > MAX_MARKS) return false;
  const starts = text.match(OPENINGS) ?? [];
  return starts.every((start) => (start.match(OPENING)?.length ?? 0) <= MAX_NESTING);
}

/** The text with at most 16 combining marks in a row, and `…` for those left out. */
export function shortenMarks(text: string): string {
  return text.replace(STACKED, '$1…');
}
