import { AppError } from '../foundation/errors.js';
import { throwIfCancelled } from './cancelled.js';
import { splitClauses } from './clauses/split-clauses.js';
import type { ClauseScores } from './clauses/clause-places.js';
import { DenseRows } from './dense-rows.js';
import type { IndexedDocument } from './document.js';
import { documentVectors, writeOnly, type DocumentVectorOptions } from './document-vectors.js';
import { earlierRows, type Takeover } from './earlier-rows.js';
import type { Embedder } from './embedder.js';
import { hasIdentifier } from './identifiers.js';
import { Prerequisites } from './prerequisites.js';
import { restRequest, RestPrior } from './rest/rest-prior.js';
import { QueryScores, type RankedRows, type SearchOptions } from './query-scores.js';
import { QueryVectors } from './query-vectors.js';
import { HybridScores } from './row-scores.js';
import { weightedTexts, type SearchText, type WeightedText } from './search-text.js';
import type { SparseBlock } from './sparse-block.js';
import type { ScoredTool } from './top-k.js';
import { normalized, weightedDirection } from './vector.js';

export type { QueryScores, SearchOptions } from './query-scores.js';

/** Options of {@link ToolIndex.build}. */
export interface BuildOptions extends DocumentVectorOptions {
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
 * The vectors of a catalogue: one flat matrix of unit vectors, and the embedder's sparse
 * block when it has one. Immutable; every failure is an `AppError('index_error')`, except
 * `cancelled` when a signal fires.
 */
export class ToolIndex {
  private constructor(private readonly parts: IndexParts) {}

  get names(): readonly string[] {
    return this.parts.names;
  }

  /** Embeds the documents (or takes their vectors from the earlier index or `cache`) and normalises them once. */
  static async build(
    documents: readonly IndexedDocument[],
    embedder: Embedder,
    options: BuildOptions = {},
  ): Promise<ToolIndex> {
    const { signal } = options;
    const names = rowsByName(documents);
    const before = options.earlier?.parts;
    const taken = before && (await earlierRows(before.documents, documents, signal));
    const over = <T>(from: T | undefined): Takeover<T> | undefined =>
      from === undefined || taken === undefined ? undefined : { from, rows: taken };
    const dense = await denseRows(documents, embedder, options, over(before?.dense));
    const sparse = await embedder.fitSparse?.(documents, { earlier: over(before?.sparse), signal });
    const prerequisites = await Prerequisites.of(documents, {
      earlier: over(before?.prerequisites),
      signal,
    });
    const rest = await RestPrior.of(documents, { earlier: over(before?.rest), signal });
    throwIfCancelled(signal);
    const queries = options.queries ?? new QueryVectors(embedder);
    return new ToolIndex({
      documents,
      names: [...names.keys()],
      rows: names,
      dense,
      sparse,
      prerequisites,
      rest,
      queries,
    });
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
    const { names, rows, prerequisites, rest } = this.parts;
    const texts = weightedTexts(search);
    const clauses = this.clausesOf(texts);
    const { scores, clauseScores, known } =
      names.length === 0 ? NO_SCORES : await this.scoresOf(texts, clauses, options);
    const identified = texts.some(({ text, weight }) => weight >= 1 && hasIdentifier(text));
    const ranks = rest && ((ids: number) => rest.ranks(scores.all(), restRequest(texts, ids)));
    const ranked = { names, rows, scores, ranks, prerequisites, identified };
    return new QueryScores({ ...ranked, clauses: clauseScores, known });
  }

  /** Of the message, the last of the texts. Without words of its own an index cannot tell a need from small talk. */
  private clausesOf(texts: readonly WeightedText[]): string[] {
    return this.parts.sparse === undefined ? [] : splitClauses(texts.at(-1)?.text ?? '');
  }

  private async scoresOf(
    texts: readonly WeightedText[],
    clauses: readonly string[],
    options: { signal?: AbortSignal },
  ): Promise<Pick<RankedRows, 'scores' | 'known'> & { clauseScores: ClauseScores[] }> {
    const { dense, queries, sparse } = this.parts;
    const plain = texts.map(({ text }) => text);
    const vectors = await queries.of([...plain, ...clauses], options.signal);
    for (const vector of vectors) {
      requireDimensions(vector, dense.dimensions, 'The vector of the query');
    }
    const weights = texts.map(({ weight }) => weight);
    const query = weightedDirection(vectors.slice(0, texts.length), weights);
    const fit = sparse?.query(texts);
    const scores = new HybridScores(
      dense.scores(query),
      sparse && fit && { share: sparse.share, of: fit.of },
    );
    const clauseScores = clauses.flatMap((text, at): ClauseScores[] => {
      if (sparse === undefined) return [];
      const { of, length } = sparse.query([{ text, weight: 1 }]);
      const vector = normalized(vectors[texts.length + at] as Float32Array);
      const hybrid = new HybridScores(dense.scores(vector), { share: sparse.share, of });
      return [{ weight: length, of: (row) => hybrid.of(row) }];
    });
    return { scores, clauseScores, known: fit?.known };
  }
}

const NO_SCORES = { scores: { of: () => 0, all: () => [] }, clauseScores: [], known: 0 };

/** What an index holds, rows in the order of its documents. */
interface IndexParts {
  documents: readonly IndexedDocument[];
  names: readonly string[];
  rows: ReadonlyMap<string, number>;
  dense: DenseRows;
  sparse: SparseBlock | undefined;
  prerequisites: Prerequisites;
  rest: RestPrior | undefined;
  queries: QueryVectors;
}

/** The vectors of new and changed documents, joined to those that stayed. */
async function denseRows(
  documents: readonly IndexedDocument[],
  embedder: Embedder,
  options: BuildOptions,
  earlier: Takeover<DenseRows> | undefined,
): Promise<DenseRows> {
  const fresh = [...documents.keys()].filter((row) => (earlier?.rows.before[row] ?? -1) === -1);
  const kept = documents.length - fresh.length;
  if (kept === 0 && earlier !== undefined)
    return denseRows(documents, embedder, options, undefined);
  const { onProgress, signal } = options;
  const vectors = await documentVectors(
    fresh.map((row) => documents[row]?.text ?? ''),
    embedder,
    { ...options, onProgress: (embedded) => onProgress?.(kept + embedded) },
  );
  const dimensions = vectors[0]?.length ?? earlier?.from.dimensions ?? 0;
  if (kept > 0 && dimensions !== earlier?.from.dimensions) {
    // The model behind the same name has changed: what was kept is of no use.
    return denseRows(
      documents,
      embedder,
      { ...options, cache: writeOnly(options.cache) },
      undefined,
    );
  }
  const byRow = new Map(fresh.map((row, i) => [row, vectors[i]]));
  const vectorOf = (row: number): Float32Array | undefined => {
    if (!byRow.has(row)) return undefined;
    const vector = byRow.get(row);
    requireDimensions(vector, dimensions, `The vector of ${documents[row]?.name}`);
    return vector;
  };
  const centre = embedder.centre ?? 0;
  return DenseRows.of(documents.length, vectorOf, { dimensions, centre, earlier, signal });
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
