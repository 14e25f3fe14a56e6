/** Edits between two words (insert, delete, replace, swap neighbours), or `limit + 1` when it is more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, at(before, j - 2) + 1);
      row.push(best);
    }
    before = above;
    above = row;
  }
  return Math.min(at(above, b.length), limit + 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}

/** How many edits a word of this length may be off and still be meant: 0, 1 or 2. */
export function tolerance(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** The word of `vocabulary` that `word` is most likely a slip of; `undefined` when none is near enough. */
export function closestWord(word: string, vocabulary: Iterable<string>): string | undefined {
  const limit = tolerance(word.length);
  let best: { word: string; rank: number } | undefined;
  for (const candidate of vocabulary) {
    if (candidate.length < 4 || !sharesStart(word, candidate)) continue;
    if (isOtherWord(word, candidate)) continue;
    const distance = editDistance(word, candidate, limit);
    const rank = distance + unlikeliness(word, candidate);
    if (distance <= limit && rank < (best?.rank ?? limit + 1)) best = { word: candidate, rank };
  }
  return best?.word;
}

/** Of slips with as many edits, swapped letters are likeliest, then a missed or doubled one, then a wrong one. */
function unlikeliness(word: string, candidate: string): number {
  if (word.length !== candidate.length) return 0.1;
  return [...word].sort().join('') === [...candidate].sort().join('') ? 0 : 0.3;
}

/** Of short words that differ in a letter both are words mostly: "lost" is no slip of "list". */
function isOtherWord(word: string, candidate: string): boolean {
  const isSwap = [...word].sort().join('') === [...candidate].sort().join('');
  return word.length < 6 && word.length === candidate.length && !isSwap;
}

/** People rarely miss the first letter; without this, short words match too much. */
function sharesStart(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0]);
}
