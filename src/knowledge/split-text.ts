/** After a sentence, a line, a clause, a word: where a text is split, the best place first. */
const BREAKS = [/[.!?…:]["”’)\]]*\s+/g, /\n+/g, /[;,]\s+/g, /\s+/g];

/**
 * Parts of at most `max` characters that together hold every character but the white space at their ends.
 * Split after a sentence where one ends in the second half, else at the next best place, never inside a
 * character.
 */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const end = breakAt(rest, max);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

function breakAt(text: string, max: number): number {
  const head = text.slice(0, max + 1);
  for (const place of BREAKS) {
    const ends = [...head.matchAll(place)].map((match) => match.index + match[0].trimEnd().length);
    const last = ends.filter((end) => end <= max).at(-1);
    if (last !== undefined && last > max / 2) return last;
  }
  // Not between the halves of a surrogate pair.
  return /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
}
