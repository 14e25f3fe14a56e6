import { defined } from '../foundation/defined.js';
import { AppError, indexError } from '../foundation/errors.js';
import { RecentMap } from '../foundation/recent-map.js';
import { throwIfCancelled } from './bounded-work.js';
import type { IndexedDocument } from './document.js';
import {
  documentVectors,
  writeOnly,
  type DocumentVectorOptions,
  type IndexedText,
} from './document-vectors.js';
import type { Embedder } from './embedder.js';
import { QueryScores, type SearchOptions, type ScoredTool } from './query-scores.js';
import { keyOf, QueryVectors, weightedTexts, type SearchText } from './query-vectors.js';
import { keptParts, partOf, type Part } from './parts.js';
import { Bm25, Postings } from './retrieve/bm25.js';
import { NameWords } from './retrieve/name-words.js';
import { ToolVectors } from './retrieve/tool-vectors.js';
import { splitClauses, withClauses } from './rerank/clauses.js';
import { normalized, weightedDirection } from './vector.js';

export type { QueryScores, SearchOptions } from './query-scores.js';

export interface BuildOptions extends Omit<DocumentVectorOptions, 'known' | 'onProgress'> {
  /** Called with the share of texts that have a vector, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** The share of words in a rank, from 0 to 1; absent: what was measured for the local embedder. */
  wordsShare?: number | undefined;
  /** False: a long message is ranked as a whole; for measuring what clauses find. */
  clauses?: boolean;
  /** The query vectors of the embedder, to be shared by one index after the other. */
  queries?: QueryVectors;
  /** The index of the same embedder that this one follows: what it knows of unchanged documents is taken over. */
  earlier?: ToolIndex | undefined;
}

/** Of 20,000 tools some 4 MB. */
const KEPT_ANSWERS = 16;

/** Vectors of different dimensions cannot be compared: they come from different models. */
export class DimensionMismatch extends AppError {
  constructor(what: string, found: number, expected: number) {
    super(
      'index_error',
      `${what} has ${found} dimensions and the index has ${expected}: ` +
        'all vectors must come from the same embedding model. Rebuild the index with an empty vector cache.',
    );
  }
}

/** The vectors and words of a catalogue. Immutable; rejects with `index_error`, or `cancelled` when a signal fires. */
export class ToolIndex {
  /** Who answers a message and with which tools are asked one after the other, and many begin with the same one. */
  private readonly answers = new RecentMap<QueryScores>(KEPT_ANSWERS);

  private constructor(private readonly held: Held) {}

  get names(): readonly string[] {
    return this.held.names;
  }

  /** Embeds the documents and counts their words; what the earlier index or `cache` has is taken from there. */
  static async build(
    documents: readonly IndexedDocument[],
    embedder: Embedder,
    options: BuildOptions = {},
  ): Promise<ToolIndex> {
    const { earlier, queries = new QueryVectors(embedder), wordsShare, clauses = true } = options;
    const rows = rowsByName(documents);
    const names = [...rows.keys()];
    const nameWords = await nameWordsOf(documents, embedder, {
      ...options,
      earlier: earlier?.held.nameWords,
    });
    const before = earlier?.held.parts ?? [];
    const kept = keptParts(documents, rows, before);
    const parts = [...kept.parts];
    if (kept.rest.length > 0) {
      const made = await makePart(kept.rest, textsIn(kept.parts), before, embedder, options);
      if ((parts[0]?.made ?? made).vectors.dimensions !== made.vectors.dimensions) {
        // The model behind the same id has changed: nothing of before can be compared with what it says now.
        const cache = defined({ cache: writeOnly(options.cache) });
        return ToolIndex.build(documents, embedder, { ...options, ...cache, earlier: undefined });
      }
      parts.push(partOf(kept.rest, rows, made));
    }
    const words = new Bm25(
      parts.map((part) => ({ ...part, made: part.made.words })),
      names.length,
    );
    return new ToolIndex({ names, rows, parts, words, nameWords, queries, wordsShare, clauses });
  }

  /** The best `topK` of the allowed tools for a query, as {@link QueryScores.top} ranks them. */
  async search(
    query: SearchText,
    options: SearchOptions & { signal?: AbortSignal },
  ): Promise<ScoredTool[]> {
    return (await this.query(query, options)).top(options);
  }

  /** Embeds a query once; what it answers ranks and looks up scores without another embedding. */
  async query(search: SearchText, options: { signal?: AbortSignal } = {}): Promise<QueryScores> {
    const texts = weightedTexts(search);
    const key = keyOf(JSON.stringify(texts));
    const answer = this.answers.get(key) ?? (await this.answer(texts, options.signal));
    this.answers.set(key, answer);
    return answer;
  }

  private async answer(texts: ReturnType<typeof weightedTexts>, signal?: AbortSignal) {
    const { names, rows, words, nameWords, queries, wordsShare } = this.held;
    if (names.length === 0)
      return new QueryScores({ names, rows, scores: [], ranks: [], known: 0 });
    const message = texts.at(-1)?.text ?? '';
    const clauses = this.held.clauses ? splitClauses(message) : [];
    const unknown = nameWords ? NameWords.asked(message, (word) => words.has(word)) : [];
    const plain = [...texts.map(({ text }) => text), ...clauses, ...unknown];
    const embedded = await queries.of(plain, signal);
    const weights = texts.map(({ weight }) => weight);
    const scores = this.scores(weightedDirection(embedded.slice(0, texts.length), weights));
    const vectorsOfUnknown = embedded.slice(texts.length + clauses.length);
    const like = new Map(
      unknown.map((word, at) => [word, nameWords?.nearest(vectorsOfUnknown[at]!) ?? []]),
    );
    const said = words.query(texts, like);
    const ofClauses = clauses.map((text, at) => {
      const vector = normalized(embedded[texts.length + at] as Float32Array);
      return fuse(this.scores(vector), words.query([{ text, weight: 1 }], like), wordsShare);
    });
    return new QueryScores({
      names,
      rows,
      scores,
      ranks: withClauses(fuse(scores, said, wordsShare), ofClauses),
      known: said.known,
    });
  }

  private scores(query: Float32Array): Float32Array {
    const scores = new Float32Array(this.held.names.length);
    for (const { made, rows } of this.held.parts) {
      requireDimensions(query, made.vectors.dimensions, 'The vector of the query');
      made.vectors.scores(query).forEach((score, place) => {
        const row = rows[place] as number;
        if (row >= 0) scores[row] = score;
      });
    }
    return scores;
  }
}

interface Made {
  vectors: ToolVectors;
  words: Postings;
}

/** What an index holds, rows in the order of its documents. */
interface Held {
  names: readonly string[];
  rows: ReadonlyMap<string, number>;
  parts: readonly Part<Made>[];
  words: Bm25;
  /** Absent where the embedder's vectors of single words were not measured. */
  nameWords: NameWords | undefined;
  queries: QueryVectors;
  wordsShare: number | undefined;
  clauses: boolean;
}

/** Of tools: sentences that are compared with a message have names that nobody says. */
async function nameWordsOf(
  documents: readonly IndexedDocument[],
  embedder: Embedder,
  options: Parameters<typeof NameWords.of>[2],
): Promise<NameWords | undefined> {
  const tools = documents.filter(({ kind }) => kind !== 'query').map(({ name }) => name);
  if (!embedder.likeWords || tools.length === 0) return undefined;
  return NameWords.of(tools, embedder, options);
}

/** Embeds the documents and counts their words; texts of documents that had the same names before are not embedded again. */
async function makePart(
  documents: readonly IndexedDocument[],
  kept: number,
  before: readonly Part<Made>[],
  embedder: Embedder,
  options: BuildOptions,
): Promise<Made> {
  const texts: IndexedText[] = [
    ...documents.map(({ text, kind = 'document' }): IndexedText => ({ text, kind })),
    ...documents.flatMap(({ examples = [] }) =>
      examples.map((text): IndexedText => ({ text, kind: 'query' })),
    ),
  ];
  const { onProgress, signal, ...rest } = options;
  const vectors = await documentVectors(texts, embedder, {
    ...rest,
    ...defined({ signal }),
    known: vectorsByText(documents, before),
    onProgress: (embedded) => onProgress?.((kept + embedded) / (kept + texts.length)),
  });
  const dimensions = vectors[0]?.length ?? 0;
  for (const [at, vector] of vectors.entries()) {
    requireDimensions(vector, dimensions, `The vector of “${texts[at]?.text.slice(0, 60)}”`);
  }
  const counts = documents.map((document) => document.examples?.length ?? 0);
  const made = {
    vectors: await ToolVectors.of(vectors, counts, signal),
    words: await Postings.of(documents, signal),
  };
  throwIfCancelled(signal);
  return made;
}

function textsIn(parts: readonly Part<Made>[]): number {
  const kept = parts.flatMap(({ documents, rows }) =>
    documents.filter((_, place) => (rows[place] as number) >= 0),
  );
  return kept.reduce((sum, { examples = [] }) => sum + 1 + examples.length, 0);
}

/** The vectors that parts have of documents of these names, by their text. */
function vectorsByText(
  documents: readonly IndexedDocument[],
  parts: readonly Part<Made>[],
): DocumentVectorOptions['known'] {
  const names = new Set(documents.map(({ name }) => name));
  const found = {
    document: new Map<string, () => Float32Array>(),
    query: new Map<string, () => Float32Array>(),
  };
  for (const { documents: those, made } of parts) {
    const { vectors } = made;
    let at = those.length;
    those.forEach(({ name, text, kind = 'document', examples = [] }, place) => {
      if (names.has(name)) {
        found[kind].set(text, () => vectors.vector(place));
        examples.forEach((example, i) => {
          const row = at + i;
          found.query.set(example, () => vectors.vector(row));
        });
      }
      at += examples.length;
    });
  }
  return ({ text, kind }) => found[kind].get(text)?.();
}

function rowsByName(documents: readonly IndexedDocument[]): Map<string, number> {
  const rows = new Map<string, number>();
  documents.forEach(({ name }, row) => {
    if (rows.has(name)) {
      throw indexError(`Two tools are named ${name}: names must be unique.`);
    }
    rows.set(name, row);
  });
  return rows;
}

function requireDimensions({ length }: Float32Array, dimensions: number, what: string): void {
  if (length !== dimensions) throw new DimensionMismatch(what, length, dimensions);
}

/** The share of words in a rank; the rest is that of vectors. */
const WORDS_SHARE = 0.35;

/** Ranks in the unit of the vectors' scores; words count by how much of the query the catalogue speaks of at all. */
function fuse(
  vectors: Float32Array,
  words: { scores: Float64Array; known: number },
  share = WORDS_SHARE,
): Float64Array {
  const dense = spread(vectors);
  const sparse = spread(words.scores);
  const weight = sparse.deviation === 0 ? 0 : (share / (1 - share)) * words.known;
  const scale = (weight * (dense.deviation || 1)) / (sparse.deviation || 1);
  return words.scores.map((score, row) => (vectors[row] as number) + scale * (score - sparse.mean));
}

function spread(values: ArrayLike<number>): { mean: number; deviation: number } {
  const count = values.length || 1;
  let mean = 0;
  for (let i = 0; i < values.length; i += 1) mean += (values[i] as number) / count;
  let variance = 0;
  for (let i = 0; i < values.length; i += 1)
    variance += ((values[i] as number) - mean) ** 2 / count;
  return { mean, deviation: Math.sqrt(variance) };
}
