import { AppError } from '../foundation/errors.js';
import { throwIfCancelled } from './cancelled.js';
import type { IndexedDocument } from './document.js';
import {
  documentVectors,
  type DocumentVectorOptions,
  type IndexedText,
} from './document-vectors.js';
import type { Embedder } from './embedder.js';
import { QueryScores, type SearchOptions } from './query-scores.js';
import { QueryVectors } from './query-vectors.js';
import { Bm25 } from './retrieve/bm25.js';
import { fuse } from './retrieve/fuse.js';
import { ToolVectors } from './retrieve/tool-vectors.js';
import { splitClauses, withClauses } from './rerank/clauses.js';
import { weightedTexts, type SearchText } from './search-text.js';
import type { ScoredTool } from './top-k.js';
import { normalized, weightedDirection } from './vector.js';

export type { QueryScores, SearchOptions } from './query-scores.js';

/** Options of {@link ToolIndex.build}. */
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

/**
 * A catalogue that is searched: the vectors of its tools and of their examples, and their words.
 * Immutable; every failure is an `AppError('index_error')`, except `cancelled` when a signal fires.
 */
export class ToolIndex {
  private constructor(private readonly parts: IndexParts) {}

  get names(): readonly string[] {
    return this.parts.names;
  }

  /** Embeds the documents (or takes their vectors from the earlier index or `cache`) and counts their words. */
  static async build(
    documents: readonly IndexedDocument[],
    embedder: Embedder,
    options: BuildOptions = {},
  ): Promise<ToolIndex> {
    const { signal, earlier, queries = new QueryVectors(embedder) } = options;
    const { wordsShare, clauses = true } = options;
    const rows = rowsByName(documents);
    const vectors = await vectorsOf(documents, embedder, options, earlier?.parts);
    const words = await Bm25.of(documents, signal);
    throwIfCancelled(signal);
    const names = [...rows.keys()];
    const parts = { documents, names, rows, vectors, words, queries, wordsShare, clauses };
    return new ToolIndex(parts);
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
    const { names, rows, vectors, words, queries, wordsShare } = this.parts;
    const texts = weightedTexts(search);
    if (names.length === 0)
      return new QueryScores({ names, rows, scores: [], ranks: [], known: 0 });
    const clauses = this.parts.clauses ? splitClauses(texts.at(-1)?.text ?? '') : [];
    const plain = [...texts.map(({ text }) => text), ...clauses];
    const embedded = await queries.of(plain, options.signal);
    for (const vector of embedded) {
      requireDimensions(vector, vectors.dimensions, 'The vector of the query');
    }
    const weights = texts.map(({ weight }) => weight);
    const query = weightedDirection(embedded.slice(0, texts.length), weights);
    const scores = vectors.scores(query);
    const said = words.query(texts);
    const ofClauses = clauses.map((text, at) => {
      const vector = normalized(embedded[texts.length + at] as Float32Array);
      return fuse(vectors.scores(vector), words.query([{ text, weight: 1 }]), wordsShare);
    });
    return new QueryScores({
      names,
      rows,
      scores,
      ranks: withClauses(fuse(scores, said, wordsShare), ofClauses),
      known: said.known,
    });
  }
}

/** What an index holds, rows in the order of its documents. */
interface IndexParts {
  documents: readonly IndexedDocument[];
  names: readonly string[];
  rows: ReadonlyMap<string, number>;
  vectors: ToolVectors;
  words: Bm25;
  queries: QueryVectors;
  wordsShare: number | undefined;
  clauses: boolean;
}

/** The vectors of the documents and their examples; what `earlier` has of the same texts is not embedded. */
async function vectorsOf(
  documents: readonly IndexedDocument[],
  embedder: Embedder,
  options: BuildOptions,
  earlier: IndexParts | undefined,
): Promise<ToolVectors> {
  const examples = documents.flatMap((document) => document.examples ?? []);
  const texts: IndexedText[] = [
    ...documents.map(({ text, kind = 'document' }): IndexedText => ({ text, kind })),
    ...examples.map((text): IndexedText => ({ text, kind: 'query' })),
  ];
  const known = earlier && vectorsOfTexts(earlier);
  const { onProgress, ...rest } = options;
  const all = await documentVectors(texts, embedder, {
    ...rest,
    known,
    onProgress: (embedded) => onProgress?.(embedded / texts.length),
  });
  const dimensions = all[0]?.length ?? 0;
  for (const [at, vector] of all.entries()) {
    requireDimensions(vector, dimensions, `The vector of “${texts[at]?.text.slice(0, 60)}”`);
  }
  const counts = documents.map((document) => document.examples?.length ?? 0);
  return ToolVectors.of(all, counts, options.signal);
}

/** The vectors of an index by their text. */
function vectorsOfTexts({ documents, vectors }: IndexParts): DocumentVectorOptions['known'] {
  const places = { document: new Map<string, number>(), query: new Map<string, number>() };
  let at = documents.length;
  documents.forEach(({ text, kind = 'document', examples = [] }, row) => {
    places[kind].set(text, row);
    for (const example of examples) places.query.set(example, at++);
  });
  return ({ text, kind }) => {
    const place = places[kind].get(text);
    return place === undefined ? undefined : vectors.vector(place);
  };
}

function rowsByName(documents: readonly IndexedDocument[]): Map<string, number> {
  const rows = new Map<string, number>();
  documents.forEach(({ name }, row) => {
    if (rows.has(name)) {
      throw new AppError('index_error', `Two tools are named ${name}: names must be unique.`);
    }
    rows.set(name, row);
  });
  return rows;
}

function requireDimensions(
  vector: Float32Array | undefined,
  dimensions: number,
  what: string,
): asserts vector is Float32Array {
  if (vector?.length === dimensions) return;
  throw new DimensionMismatch(what, vector?.length ?? 0, dimensions);
}
