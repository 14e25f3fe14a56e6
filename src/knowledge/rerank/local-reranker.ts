import type { Reranker, RerankPassage } from './reranker.js';

/** What each look at a passage counts beside the first pass's score. */
const WEIGHTS = { first: 0.55, coverage: 0.25, nearness: 0.1, heading: 0.1 } as const;

/**
 * The second pass that needs no service: how much of the question a passage covers (rare words count
 * more), how near its words stand together, and how much of it the headings say.
 */
export const localReranker: Reranker = {
  name: 'local',
  rerank: async (_query, passages) => {
    const weights = new Map(passages.flatMap(({ words }) => words.map((w) => [w.word, w.weight])));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
    return passages.map((passage) => scoreOf(passage, total, weights.size));
  },
};

function scoreOf(
  { heading, text, words, score }: RerankPassage,
  total: number,
  count: number,
): number {
  const covered = words.reduce((sum, { weight }) => sum + weight, 0) / total;
  const stems = words.map(({ word }) => word);
  const inHeading = new Set(tokensOf(heading).flatMap((token) => stemIn(token, stems) ?? []));
  const headed = words.filter(({ word }) => inHeading.has(word));
  const headingShare = headed.reduce((sum, { weight }) => sum + weight, 0) / total;
  return (
    WEIGHTS.first * score +
    WEIGHTS.coverage * covered +
    WEIGHTS.nearness * (nearest(tokensOf(text), stems) / Math.max(count, 1)) +
    WEIGHTS.heading * headingShare
  );
}

/** The most different words of the question that stand within some twenty words of the text. */
function nearest(tokens: readonly string[], stems: readonly string[]): number {
  const found = tokens.map((token) => stemIn(token, stems));
  let most = 0;
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === undefined) continue;
    const near = new Set(found.slice(at, at + WINDOW).filter((stem) => stem !== undefined));
    most = Math.max(most, near.size);
  }
  return most;
}

const WINDOW = 20;

/** Lower case and without accents, as the German dictionary's stems are. */
function tokensOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The stem a word has; a stem may change the word's last letter ("polici"). */
function stemIn(token: string, stems: readonly string[]): string | undefined {
  return stems.find((stem) => token.startsWith(stem.length > 4 ? stem.slice(0, -1) : stem));
}
