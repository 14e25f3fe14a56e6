import type { Catalog } from '../agenttools/catalog.js';
import { wordsOf } from '../language/question-language.js';

/** What is looked at of a match. */
interface Match {
  name: string;
}

/** The best stay where they are, whatever is named. */
const UNTOUCHED = 3;

/**
 * The matches with tools of each source that the message names among the first `topK`, where it names two or more: an
 * equal share of the places for each, as far as it has matches. What makes room are the last of those places
 * that no named source needs; its places behind are theirs.
 */
export function withNamedSources<T extends Match>(
  matches: readonly T[],
  { topK, catalog, message }: { topK: number; catalog: Pick<Catalog, 'find'>; message: string },
): T[] {
  const sourceOf = ({ name }: Match): string => catalog.find(name)?.tool.source ?? '';
  const said = new Set(wordsOf(message));
  const isNamed = (source: string): boolean => {
    const words = wordsOf(source);
    return words.length > 0 && words.every((word) => said.has(word));
  };
  const named = [...new Set(matches.map(sourceOf))].filter(isNamed);
  if (named.length < 2) return [...matches];
  const share = Math.max(1, Math.floor(topK / named.length));
  const first = matches.slice(0, topK);
  const behind = matches.slice(topK);
  for (const source of named) {
    const count = (one: string): number => first.filter((match) => sourceOf(match) === one).length;
    while (count(source) < share) {
      const from = behind.findIndex((match) => sourceOf(match) === source);
      const to = first.findLastIndex((match, at) => {
        const isSpare = !named.includes(sourceOf(match)) || count(sourceOf(match)) > share;
        return at >= UNTOUCHED && isSpare;
      });
      const lifted = behind[from];
      const lowered = first[to];
      if (lifted === undefined || lowered === undefined) break;
      behind.splice(from, 1);
      behind.unshift(lowered);
      first.splice(to, 1);
      first.push(lifted);
    }
  }
  return [...first, ...behind];
}
