import type { Catalog } from '../agenttools/catalog.js';
import { wordsOf } from '../language/question-language.js';

/** What is looked at of a match. */
interface Match {
  name: string;
}

/**
 * The matches with one tool of several servers' same ones among the first `topK`: the best, and each whose source the
 * message names. The others stand right behind, where they are told by name.
 */
export function withoutNearCopies<T extends Match>(
  matches: readonly T[],
  { topK, catalog, message }: { topK: number; catalog: Pick<Catalog, 'find'>; message: string },
): T[] {
  const words = new Set(wordsOf(message));
  const sources = new Map<string, string>();
  const first: T[] = [];
  const copies: T[] = [];
  let at = 0;
  for (; at < matches.length && first.length < topK; at += 1) {
    const match = matches[at] as T;
    const { source, key } = identity(match.name, catalog);
    const taken = key === undefined ? undefined : sources.get(key);
    const isCopy = taken !== undefined && taken !== source;
    if (isCopy && !wordsOf(source).every((word) => words.has(word))) copies.push(match);
    else first.push(match);
    if (key !== undefined && taken === undefined) sources.set(key, source);
  }
  return [...first, ...copies, ...matches.slice(at)];
}

/** What a tool of a server does by its own name there, in whatever order and spelling: `searchContacts`, `contacts.search`. */
function identity(name: string, catalog: Pick<Catalog, 'find'>) {
  const tool = catalog.find(name)?.tool;
  const { operation, source = '' } = tool ?? {};
  if (operation === undefined || !('tool' in operation)) return { source, key: undefined };
  const spaced = operation.tool.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  const words = wordsOf(spaced).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  return { source, key: words.sort().join(' ') };
}
