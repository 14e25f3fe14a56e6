import { withoutAccents } from '../../language/sentences.js';
import type { FoundWord, Reranker, RerankPassage } from './reranker.js';

/** What each look at a passage counts beside the first pass's score; together 1. */
const WEIGHTS = {
  first: 0.85,
  coverage: 0.08,
  nearness: 0.02,
  headings: 0.03,
  subject: 0.02,
} as const;

/**
 * The second pass that needs no service: how much of the question a passage covers (rare words count
 * more), how near its words stand together, how much of it the headings say, and how far the innermost
 * heading is about nothing else.
 */
export const localReranker: Reranker = {
  name: 'local',
  rerank: async (_query, passages) => {
    const weights = new Map<string, number>();
    for (const { word, weight } of passages.flatMap(({ words }) => words)) {
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    }
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
    return passages.map((passage) => scoreOf(passage, total, weights.size));
  },
};

function scoreOf(
  { heading, section, text, words, score }: RerankPassage,
  total: number,
  count: number,
): number {
  const stems = words.flatMap(stemsOf);
  const covered = shareOf(words, total, ({ forms }) => forms[0]?.share ?? 0);
  const headed = saidBy(tokensOf(heading), stems);
  const near = nearest(tokensOf(text), stems) / Math.max(count, 1);
  return (
    WEIGHTS.first * score +
    WEIGHTS.coverage * covered +
    WEIGHTS.nearness * near +
    WEIGHTS.headings * shareOf(words, total, ({ word }) => headed.get(word) ?? 0) +
    WEIGHTS.subject * subjectOf(section, words, stems, total)
  );
}

/** Shorter words of a heading say nothing of its subject. */
const LONG = /^\p{L}{4}/u;

/** How far a heading is about the question: how much of the question it says, and how much of it is of the question. */
function subjectOf(
  section: string,
  words: readonly FoundWord[],
  stems: readonly WordStem[],
  total: number,
): number {
  const own = tokensOf(section).filter((token) => LONG.test(token));
  const found = saidBy(own, stems);
  const said = shareOf(words, total, ({ word }) => found.get(word) ?? 0);
  if (said === 0) return 0;
  const asked = own.reduce((sum, token) => sum + (stemIn(token, stems)?.share ?? 0), 0);
  const precise = asked / own.length;
  return (2 * said * precise) / (said + precise);
}

/** The share of the question's weight that words stand for, each by its own share. */
function shareOf(
  words: readonly FoundWord[],
  total: number,
  share: (word: FoundWord) => number,
): number {
  return words.reduce((sum, word) => sum + word.weight * share(word), 0) / total;
}

/** A stem, the word of the query it stands for, and how surely. */
interface WordStem {
  stem: string;
  word: string;
  share: number;
}

function stemsOf({ word, forms }: FoundWord): WordStem[] {
  return forms.flatMap(({ stems, share }) => stems.map((stem) => ({ stem, word, share })));
}

/** How surely tokens say each word of the query. */
function saidBy(tokens: readonly string[], stems: readonly WordStem[]): Map<string, number> {
  const said = new Map<string, number>();
  for (const token of tokens) {
    const found = stemIn(token, stems);
    if (found) said.set(found.word, Math.max(found.share, said.get(found.word) ?? 0));
  }
  return said;
}

const WINDOW = 20;

/** How many words of the question stand within some twenty words of the text at most, each by its share. */
function nearest(tokens: readonly string[], stems: readonly WordStem[]): number {
  const found = tokens.map((token) => stemIn(token, stems));
  let most = 0;
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === undefined) continue;
    const near = new Map<string, number>();
    for (const each of found.slice(at, at + WINDOW)) if (each) near.set(each.word, each.share);
    most = Math.max(
      most,
      [...near.values()].reduce((sum, share) => sum + share, 0),
    );
  }
  return most;
}

function tokensOf(text: string): string[] {
  return withoutAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The surest stem that a token has; a stem may change the word's last letter ("polici"). */
function stemIn(token: string, stems: readonly WordStem[]): WordStem | undefined {
  let best: WordStem | undefined;
  for (const each of stems) {
    const beginning = each.stem.length > 4 ? each.stem.slice(0, -1) : each.stem;
    if (token.startsWith(beginning) && each.share > (best?.share ?? 0)) best = each;
  }
  return best;
}
