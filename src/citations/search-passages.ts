import { DEFAULT_KB, KB_ID } from '../knowledge/document.model.js';
import type { JsonObject } from '../foundation/json.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import type { SearchAnswer } from '../knowledge/retrieval/search.js';
import { evidenceSlot } from './evidence.js';
import type { ToolCall } from '../agenttools/tool.js';

/** The knowledge base that the page has open, else the default one. */
export function kbOf({ requestContext }: Pick<ToolCall, 'requestContext'>): string {
  const { kb_id: kbId } = requestContext;
  return typeof kbId === 'string' && KB_ID.test(kbId) ? kbId : DEFAULT_KB;
}

/** A tool names so many titles. */
const MOST_TITLES = 50;

/** What a run asks the documents. */
export interface RunSearch {
  query: string;
  topK: number;
  documentIds?: readonly string[];
  /** Where to search; absent: where the page is. */
  kbId?: string;
  /** The query in other words, to be searched too. */
  variants?: readonly string[];
}

/** Searches once for each question of a run: the same one again is answered from what was found, one that failed is asked again. */
export async function searchOnce(
  { query, topK, documentIds, kbId: named, variants = [] }: RunSearch,
  context: ToolCall & { knowledge: Knowledge },
): Promise<{ answer: SearchAnswer; isRepeated: boolean }> {
  const { caller, knowledge, scratch, signal } = context;
  const { searches } = scratch.of(evidenceSlot);
  const kbId = named ?? kbOf(context);
  const ids = documentIds && [...documentIds].sort();
  const key = JSON.stringify([
    kbId,
    query.trim().replace(/\s+/g, ' ').toLowerCase(),
    topK,
    ids,
    variants,
  ]);
  const earlier = searches.get(key);
  if (earlier !== undefined) return { answer: await earlier, isRepeated: true };
  const base = { userId: caller.userId, kbId, filters: { documentIds: ids } };
  const asked = knowledge.search({ ...base, query, topK, variants, signal });
  searches.set(key, asked);
  asked.catch(() => searches.delete(key));
  return { answer: await asked, isRepeated: false };
}

/** The titles of what a search of the page's knowledge base, or of another one, goes through. */
export async function searchedTitles(
  context: Pick<ToolCall, 'caller' | 'requestContext'> & {
    knowledge: Pick<Knowledge, 'documents'>;
  },
  kbId: string = kbOf(context),
): Promise<string[]> {
  const documents = await context.knowledge.documents(context.caller.userId, kbId);
  return documents
    .filter(({ state }) => state === 'ready' || state === 'embedding')
    .map(({ title }) => title)
    .slice(0, MOST_TITLES);
}

/** The editions that were left out of an answer, as a tool tells of them; undefined where there are none. */
export function leftOutOf({ leftOut }: SearchAnswer): JsonObject[] | undefined {
  return leftOut.length === 0
    ? undefined
    : leftOut.map(({ title, successor }) => ({ title, successor }));
}
