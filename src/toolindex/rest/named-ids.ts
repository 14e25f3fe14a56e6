/** A quoted name; bounded, so that a lone quotation mark costs no second reading of the rest. */
const QUOTED = /(?<![^\s(])[`'"“„][^`'"“”„]{1,80}[`'"”“]/gu;
const MARKS = new Set([...'.,;:!?()[]{}"\'`']);

/** How many things a text seems to name: quoted names, `owner/name`, `my-app`, `user_42`, `#12`, `MAIN`. */
export function countNamedIds(text: string): number {
  let count = 0;
  const rest = text.replace(QUOTED, () => {
    count += 1;
    return ' ';
  });
  for (const word of rest.split(/\s+/)) if (isName(withoutMarks(word))) count += 1;
  return count;
}

function isName(word: string): boolean {
  if (word.length < 2) return /^\d$/.test(word);
  return /[\d_/@#]/.test(word) || /^\p{Ll}+-[\p{Ll}-]+$/u.test(word) || /^\p{Lu}+$/u.test(word);
}

/** Without the punctuation at both ends: stepped over, as an expression for the end costs the square of the word. */
function withoutMarks(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && MARKS.has(word[start] as string)) start += 1;
  while (end > start && MARKS.has(word[end - 1] as string)) end -= 1;
  return word.slice(start, end);
}
