/**
 * A sentence that more operations than this have says nothing of any of them: which tokens may be used, where paging is
 * explained.
 */
const MAX_OPERATIONS = 8;

/** Of each text the first sentence, which says what it is, and those behind that tell it from the others. */
export function ownSentences(texts: readonly string[]): string[] {
  const all = texts.map((text) => text.split(/(?<=[.!?:])\s/));
  const counts = new Map<string, number>();
  for (const sentences of all) {
    for (const one of new Set(sentences)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return all.map((sentences) =>
    sentences.filter((one, at) => at === 0 || (counts.get(one) ?? 0) <= MAX_OPERATIONS).join(' '),
  );
}
