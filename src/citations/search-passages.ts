import { DEFAULT_KB, KB_ID } from '../knowledge/document.model.js';
import { type JsonObject, asObject, asList } from '../foundation/json.js';
import type { Knowledge } from '../knowledge/knowledge.js';
import type { SearchAnswer } from '../knowledge/retrieval/search.js';
import type { ToolCall } from '../agenttools/tool.js';
import { firstChars } from '../foundation/text.js';
import { missingWords, coverage } from '../language/words.js';
import {
  bestOf,
  objectsIn,
  textIn,
  type Passage,
} from '../llm/providers/palette/quote-passages.js';
import { escaped } from '../llm/providers/palette/tell-results.js';
import type { AgentRouting } from '../agentloop/routing/agent-routing.js';
import { evidenceSlot } from './evidence.js';

/** The knowledge base that the page has open, else the default one. */
export function kbOf({ requestContext }: Pick<ToolCall, 'requestContext'>): string {
  const { kb_id: kbId } = requestContext;
  return typeof kbId === 'string' && KB_ID.test(kbId) ? kbId : DEFAULT_KB;
}

const MOST_TITLES = 50;

interface RunSearch {
  query: string;
  topK: number;
  documentIds?: readonly string[];
  kbId?: string;
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

export function leftOutOf({ leftOut }: SearchAnswer): JsonObject[] | undefined {
  return leftOut.length === 0
    ? undefined
    : leftOut.map(({ title, successor }) => ({ title, successor }));
}

const MOST_WORDS = 5;
const MOST_SEARCHED = 12;
const MAX_NAME = 120;

/** What a search did not find, for people without a model: words in no passage, what was `searched`, editions that were `left_out`. */
export function searchGaps(part: string, passages: readonly Passage[], data: unknown): string[] {
  const quoted = bestOf(part, passages);
  const searched = titlesIn(data);
  const more = searched.length - MOST_SEARCHED;
  const titles = `${quotedNames(searched.slice(0, MOST_SEARCHED))}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    // A document that is asked for as a whole need not say what is to be done with it.
    ...(quoted.some(({ isOfWhole }) => isOfWhole) ? [] : notIn(part, quoted)),
    ...(searched.length === 0 ? [] : [`Searched: ${titles}.`]),
    ...objectsIn(data, 'left_out').map(({ title, successor }) => {
      const names = [quotedNames([textIn(title)]), quotedNames([textIn(successor)])];
      return `${names[0]} was left out: it says that ${names[1]} follows it.`;
    }),
  ];
}

function notIn(part: string, quoted: readonly Passage[]): string[] {
  const text = quoted.flatMap(({ place, blocks }) => [place, ...blocks.map((each) => each.text)]);
  const { words, areAll } = missingWords(part, text.join('\n'));
  if (quoted.length === 0 || words.length === 0) return [];
  if (areAll) return ['None of these passages has a word of the question.'];
  return [`Not in these passages: ${quotedNames(words.slice(0, MOST_WORDS))}.`];
}

function titlesIn(data: unknown): string[] {
  const titles = asList(asObject(data)['searched']).map(textIn);
  return titles.filter((title) => title !== '');
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `“${escaped(firstChars(name, MAX_NAME))}”`).join(', ');
}

const PASSAGES = 3;

type SpeaksOf = NonNullable<AgentRouting['speaksOf']>;

/** One function for one store, so that agents of the same documents are asked once. */
const known = new WeakMap<Knowledge, SpeaksOf>();

/** How an agent that answers from the users' documents tells how much they speak of a message. */
export function speaksOfDocuments(knowledge: Knowledge): SpeaksOf {
  const made = known.get(knowledge);
  if (made !== undefined) return made;
  const speaksOf: SpeaksOf = async ({ message: query, userId, requestContext, signal }) => {
    const kbId = kbOf({ requestContext });
    const { passages } = await knowledge.search({ query, userId, kbId, signal, topK: PASSAGES });
    const shares = passages.map(({ title, headingPath, text }) =>
      coverage(query, [title, ...headingPath, text].join(' ')),
    );
    return Math.max(0, ...shares);
  };
  known.set(knowledge, speaksOf);
  return speaksOf;
}
