import { indexError, messageOf } from '../../foundation/errors.js';
import { contentWords, languageOf } from '../../language/question-language.js';
import { sentencesOf } from '../../language/sentences.js';
import type { Database } from '../../store/database.js';
import { embedAll } from '../../toolindex/document-vectors.js';
import type { Embedder } from '../../toolindex/embedder.js';
import { normalized } from '../../toolindex/vector.js';
import { withinLimit } from '../../toolindex/bounded-work.js';
import { localReranker, type Reranker } from '../rerank/reranker.js';
import { canRead, readableConfigs } from '../language.js';
import type { PgSynonymStore } from '../synonyms/synonyms.store.js';
import { replacedEditions, type ReplacedEdition, type SearchScope } from './scope.js';
import { fuse, joinVariants, readChunks, type FoundChunk, type ScopeSize } from './read-chunks.js';
import { citedChunks, type CitedHit } from './cited-chunks.js';
import { isBelowFloor, searchWords, type WordHit } from './word-search.js';
import { searchVectors, type VectorHit } from '../vectors.store.js';

export interface SearchRequest extends SearchScope {
  query: string;
  topK: number;
  signal?: AbortSignal;
  /** What the query is searched for; absent: the query itself. Editions that it names are searched, replaced or not. */
  question?: string;
  /** The question in other words: what they find joins what the question finds, which counts most. */
  variants?: readonly string[];
  ways?: SearchWays;
}

export interface SearchWays {
  words: boolean;
  vectors: boolean;
  rerank: boolean;
}

/** What a passage's place rests on; a part is absent where that way did not find it. */
export interface ScoreParts {
  /** Of a section that the query cites: "§ 78". It comes before all others. */
  cited?: string;
  /** Words in common, weighed by rarity; only comparable within one search. */
  words?: number;
  vector?: number;
  fused: number;
  rerank?: number;
}

export interface Passage extends FoundChunk {
  score: number;
  parts: ScoreParts;
  why: string;
}

export interface SearchAnswer extends ScopeSize {
  passages: Passage[];
  /** What did not work and was done without, and what is not there yet, in sentences; mostly empty. */
  notes: string[];
  /** Documents that fit and were left out, because their later editions are here. */
  leftOut: readonly ReplacedEdition[];
}

export interface SearchDeps {
  db: Database;
  embedder: Embedder | undefined;
  reranker: Reranker;
  synonyms: Pick<PgSynonymStore, 'find'>;
}

const CANDIDATES = 50;
const RERANKED = 30;

/** What the best hit of each way counts; measured with `sextant-e5` (bench/retrieval). */
export const FUSION_WEIGHTS = { words: 0.4, vectors: 0.6 } as const;

const EMBED_LIMIT_MS = 5_000;
const ALL_WAYS: SearchWays = { words: true, vectors: true, rerank: true };

/** Searches by words and meaning and reranks the best; cited ones first. What fails is noted. */
export async function search(deps: SearchDeps, asked: SearchRequest): Promise<SearchAnswer> {
  const { variants = [], topK, question = asked.query, ...rest } = asked;
  const request = { ...rest, question };
  if (variants.length === 0) return searchParts(deps, { ...request, topK });
  const deep = { ...request, topK: Math.max(topK, RERANKED) };
  const [own, ...others] = await Promise.all(
    [asked.query, ...variants].map((query) => searchParts(deps, { ...deep, query })),
  );
  if (own === undefined) return searchParts(deps, { ...request, topK });
  const found = others.map(({ passages }, at) => ({ query: variants[at] ?? '', passages }));
  return { ...own, passages: joinVariants(own.passages, found).slice(0, topK) };
}

async function searchParts(deps: SearchDeps, asked: SearchRequest): Promise<SearchAnswer> {
  const request = { ...asked, query: asked.query.normalize('NFC') };
  const parts = partsOf(request.query);
  const whole = await searchOnce(deps, request);
  if (parts.length < 2) return whole;
  const answers = await Promise.all(
    parts.map((query) => searchOnce(deps, { ...request, query, topK: 1 })),
  );
  const best = whole.passages[0]?.score ?? 0;
  const firsts = answers.flatMap(({ passages }) => passages);
  const raised = firsts.map((each) => ({ ...each, score: Math.max(each.score, best) }));
  const all = [...raised, ...whole.passages];
  const unique = all.filter(
    ({ chunkId }, at) => all.findIndex((other) => other.chunkId === chunkId) === at,
  );
  return { ...whole, passages: unique.slice(0, request.topK) };
}

/** More sentences are a text and no questions: they are searched as one. */
const MOST_PARTS = 6;
/** A question that leans on the others ("And who may?") is searched with the whole only. */
const LEAST_CONTENT = 2;

function partsOf(query: string): string[] {
  const language = languageOf(query);
  const parts = sentencesOf(query, language).filter((part) => part.endsWith('?'));
  return parts.length > MOST_PARTS
    ? []
    : parts.filter((part) => contentWords(part, language).length >= LEAST_CONTENT);
}

async function searchOnce(deps: SearchDeps, request: SearchRequest): Promise<SearchAnswer> {
  const { rerank } = request.ways ?? ALL_WAYS;
  const notes: string[] = [];
  const hits = await hitsOf(deps, request, notes);
  const { cited, byWords, byVectors } = hits;
  const fused = fuse([
    { hits: byWords, weight: FUSION_WEIGHTS.words },
    { hits: byVectors, weight: FUSION_WEIGHTS.vectors },
  ]);
  const best = fused.slice(0, rerank ? RERANKED : request.topK);
  const others = best.filter(({ id }) => cited.every((hit) => hit.id !== id));
  const kept = [...cited.map(({ id }) => ({ id, score: 1 })), ...others];
  const ids = kept.map(({ id }) => id);
  const { chunks, size, isEmbedding } = await readChunks(deps.db, request, ids);
  const isNothing =
    cited.length === 0 && !isEmbedding && isBelowFloor(request.query, hits, deps.embedder);
  const told = () => ({ ...size, notes: [...notes, ...underWay(size)] });
  if (isNothing) return { passages: [], leftOut: [], ...told() };
  const documentIds = [...new Set([...chunks.values()].map((each) => each.documentId))];
  const leftOut = await replacedEditions(deps.db, request, documentIds);
  const isLeftOut = new Set(leftOut.map(({ id: documentId }) => documentId));
  const found = kept.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    return chunk === undefined || isLeftOut.has(chunk.documentId)
      ? []
      : [toCandidate(chunk, score, hits)];
  });
  const isCited = ({ parts }: Candidate) => parts.cited !== undefined;
  const rest = found.filter((candidate) => !isCited(candidate));
  const ordered = [
    ...found.filter(isCited),
    ...(rerank ? await reranked(deps, request, rest, notes) : rest),
  ];
  return {
    passages: ordered.slice(0, request.topK).map(({ chunk, parts, words, score }) => ({
      ...chunk,
      score,
      parts,
      why: whyOf(parts, words),
    })),
    leftOut,
    ...told(),
  };
}

interface Hits {
  cited: readonly CitedHit[];
  byWords: readonly WordHit[];
  byVectors: readonly VectorHit[];
}

async function hitsOf(deps: SearchDeps, request: SearchRequest, notes: string[]): Promise<Hits> {
  const { db, synonyms } = deps;
  const { words, vectors } = request.ways ?? ALL_WAYS;
  const { userId, kbId, query } = request;
  const [cited, byWords, byVectors] = await Promise.all([
    citedChunks(db, request, query),
    words
      ? synonyms.find(userId, kbId).then((own) => searchWords(db, request, query, CANDIDATES, own))
      : [],
    vectors ? vectorHits(deps, request, notes) : [],
  ]);
  return { cited, byWords, byVectors };
}

/** The sentence that tells of documents under way; programs read `beingRead`. */
export function underWay({ beingRead }: Pick<ScopeSize, 'beingRead'>): string[] {
  if (beingRead === 0) return [];
  const documents = beingRead === 1 ? '1 document is' : `${beingRead} documents are`;
  return [`${documents} still being read: what is in there is not found yet. Say so.`];
}

async function vectorHits({ db, embedder }: SearchDeps, request: SearchRequest, notes: string[]) {
  if (embedder === undefined) return [];
  if (!canRead(embedder, languageOf(request.query))) {
    notes.push('Searched by words only: the embedder of this server does not read German.');
    return [];
  }
  try {
    const vector = await withinLimit(
      async (signal) => {
        const [found] = await embedAll([request.query], embedder, { kind: 'query', signal });
        return normalized(found ?? new Float32Array());
      },
      EMBED_LIMIT_MS,
      request.signal,
      () => indexError(`no vector of the query within ${EMBED_LIMIT_MS / 1000} s`),
    );
    const query = { embedderId: embedder.id, vector, configs: readableConfigs(embedder) };
    return await searchVectors(db, request, query, CANDIDATES);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    notes.push(`Searched by words only: ${messageOf(error)}`);
    return [];
  }
}

interface Candidate {
  chunk: FoundChunk;
  parts: ScoreParts;
  words: WordHit['words'];
  score: number;
}

function toCandidate(chunk: FoundChunk, fused: number, { cited, byWords, byVectors }: Hits) {
  const word = byWords.find(({ id }) => id === chunk.chunkId);
  const vector = byVectors.find(({ id }) => id === chunk.chunkId);
  return {
    chunk,
    words: word?.words ?? [],
    score: fused,
    parts: {
      cited: cited.find(({ id }) => id === chunk.chunkId)?.label,
      words: word?.score,
      vector: vector?.score,
      fused,
    },
  };
}

async function reranked(
  { reranker }: SearchDeps,
  { query, signal }: SearchRequest,
  found: readonly Candidate[],
  notes: string[],
): Promise<Candidate[]> {
  if (found.length === 0) return [];
  const passages = found.map(({ chunk, words, score }) => ({
    heading: [chunk.title, ...chunk.headingPath].join(' '),
    section: chunk.headingPath.at(-1) ?? '',
    text: chunk.text,
    words,
    score,
  }));
  const scores = await reranker.rerank(query, passages, signal).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    notes.push(`Ordered without the rerank service: ${messageOf(error)}`);
    return localReranker.rerank(query, passages);
  });
  return found
    .map((candidate, at) => {
      const rerank = scores[at] ?? 0;
      return { ...candidate, score: rerank, parts: { ...candidate.parts, rerank } };
    })
    .sort((a, b) => b.score - a.score);
}

const SHOWN_WORDS = 6;

function whyOf({ cited, vector, rerank }: ScoreParts, words: WordHit['words']): string {
  const shown = words.slice(0, SHOWN_WORDS).map(({ word }) => word);
  const reasons = [
    ...(cited === undefined ? [] : [`cited: ${cited}`]),
    shown.length === 0 ? 'none of the words' : `words: ${shown.join(', ')}`,
    ...(vector === undefined ? [] : [`meaning: ${vector.toFixed(2)}`]),
    ...(rerank === undefined ? [] : [`second look: ${rerank.toFixed(2)}`]),
  ];
  return reasons.join('; ');
}
