import type { SelectionDeps } from '../../src/agentloop/select-tools.js';
import { weightedTexts, type SearchText } from '../../src/toolindex/query-vectors.js';

type Index = SelectionDeps['index'];

/**
 * A tool index over scores given by hand, with the contract of the real one: only allowed names, at
 * least `minScore`, best first, ties by name, at most `topK`. Keeps every query it was asked, the turns
 * of one joined by line breaks.
 */
export class FakeSearch implements Index {
  readonly queries: string[] = [];

  /** `scores` by tool name, or by the query and then the name; a name without a score gets 0. */
  constructor(private readonly scores: (query: string) => Readonly<Record<string, number>>) {}

  async unavailable() {
    return undefined;
  }

  async rankWords(asked: SearchText, options: Parameters<Index['rankWords']>[1]) {
    const { matches } = await this.rank(asked, { ...options, minScore: 0 });
    return matches.map(({ name }) => name);
  }

  async rank(asked: SearchText, options: Parameters<Index['rank']>[1]) {
    options.signal?.throwIfAborted();
    const query = weightedTexts(asked)
      .map(({ text }) => text)
      .join('\n');
    this.queries.push(query);
    const scores = this.scores(query);
    const score = (name: string) => ({ name, score: scores[name] ?? 0 });
    const ranked = [...options.allowed]
      .map(score)
      .filter((match) => match.score >= options.minScore)
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
    const matches = ranked.slice(0, options.topK);
    const also = (options.scoreAlso ?? []).map(score);
    return {
      matches,
      scores: new Map([...matches, ...also].map((match) => [match.name, match.score])),
    };
  }
}
