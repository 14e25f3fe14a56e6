const STOP_WORDS = new Set(
  'a about an and any are as at be by can do for from get give how i in is it list me my of on or our please show tell that the them there these this those to want we what when where which who with you'.split(
    ' ',
  ),
);

/** The words of a query that carry meaning, in a crude stem (plural and verb endings off). */
export function searchWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !STOP_WORDS.has(word))
    .map(stem);
}

/** The first ending that fits is replaced; what remains has at least three letters. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\w{3})ies$/, 'y'],
  [/(?<=\w{2}(?:s|x|z|ch|sh))es$/, ''],
  [/(?<=\w{2}[^sui])s$/, ''],
  [/(?<=\w{3})(?:ing|ed)$/, ''],
];

function stem(word: string): string {
  const ending = ENDINGS.find(([pattern]) => pattern.test(word));
  return ending === undefined ? word : word.replace(...ending);
}

/**
 * How well `text` answers the words: the share of words found in it, a part of a word counting
 * half. 0 when none is there.
 */
export function wordScore(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const there = searchWords(text);
  const hits = words.map((word) => {
    if (there.includes(word)) return 1;
    return there.some((other) => isPrefix(word, other) || isPrefix(other, word)) ? 0.5 : 0;
  });
  return hits.reduce((sum: number, hit) => sum + hit, 0) / words.length;
}

const SHORTEST_PREFIX = 3;

function isPrefix(start: string, word: string): boolean {
  return start.length >= SHORTEST_PREFIX && word.startsWith(start);
}
