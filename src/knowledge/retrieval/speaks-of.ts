import { coverage } from '../../language/text-coverage.js';
import type { SearchAnswer, SearchRequest } from './search.js';

/** The part of a store of documents that is searched. */
export interface SearchableTexts {
  search(request: SearchRequest): Promise<SearchAnswer>;
}

/** Passages that are looked at. */
const PASSAGES = 3;

/** How much of a message's words one passage of a user's documents has at most, from 0 to 1. */
export async function documentsSpeakOf(
  texts: SearchableTexts,
  request: Omit<SearchRequest, 'topK'>,
): Promise<number> {
  const { passages } = await texts.search({ ...request, topK: PASSAGES });
  const shares = passages.map(({ title, headingPath, text }) =>
    coverage(request.query, [title, ...headingPath, text].join(' ')),
  );
  return Math.max(0, ...shares);
}
