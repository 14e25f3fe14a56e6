import { AppError } from '../foundation/errors.js';
import { throwIfCancelled } from './cancelled.js';
import type { IndexedDocument } from './document.js';
import { documentVectors, embedAll, type DocumentVectorOptions } from './document-vectors.js';
import type { Embedder } from './embedder.js';
import { inSlices } from './slices.js';
import type { SparseBlock } from './sparse-block.js';
import { TopK, type ScoredTool } from './top-k.js';
import { dotRow, normalized } from './vector.js';

/** What a search keeps. */
export interface SearchOptions {
  /** At most this many; 0 finds nothing. */
  topK: number;
  /** Lower scores are dropped. */
  minScore: number;
  /** Only these are scored; names that are not in the index are passed over. */
  allowed: ReadonlySet<string>;
}

/** Options of {@link ToolIndex.build}. */
export type BuildOptions = DocumentVectorOptions;

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
 * The vectors of a catalogue: one flat row-major matrix of unit vectors, and the embedder's sparse
 * block when it has one. Immutable; every failure is an `AppError('index_error')`, except
 * `cancelled` when a signal fires.
 */
export class ToolIndex {
  private constructor(
    readonly names: readonly string[],
    private readonly rows: ReadonlyMap<string, number>,
    private readonly matrix: Float32Array,
    private readonly dimensions: number,
    private readonly sparse: SparseBlock | undefined,
    private readonly embedder: Embedder,
  ) {}

  /** Embeds the documents (or takes their vectors from `cache`) and normalises them once. */
  static async build(
    documents: readonly IndexedDocument[],
    embedder: Embedder,
    options: BuildOptions = {},
  ): Promise<ToolIndex> {
    const rows = rowsByName(documents);
    const texts = documents.map((document) => document.text);
    const vectors = await documentVectors(texts, embedder, options);
    const dimensions = vectors[0]?.length ?? 0;
    const matrix = new Float32Array(documents.length * dimensions);
    await inSlices(vectors.length, options.signal, (row) => {
      const vector = vectors[row];
      requireDimensions(vector, dimensions, `The vector of ${documents[row]?.name}`);
      matrix.set(normalized(vector), row * dimensions);
    });
    const sparse = await embedder.fitSparse?.(documents, options.signal);
    throwIfCancelled(options.signal);
    return new ToolIndex([...rows.keys()], rows, matrix, dimensions, sparse, embedder);
  }

  /** The best `topK` of the allowed tools for a query: by score, equal ones by name. */
  async search(
    query: string,
    options: SearchOptions & { signal?: AbortSignal },
  ): Promise<ScoredTool[]> {
    return (await this.query(query, options)).top(options);
  }

  /** Embeds a query once; what it answers ranks and looks up scores without another embedding. */
  async query(text: string, options: { signal?: AbortSignal } = {}): Promise<QueryScores> {
    if (this.names.length === 0) return new QueryScores(this.rows, () => 0);
    const [vector] = await embedAll([text], this.embedder, { ...options, kind: 'query' });
    requireDimensions(vector, this.dimensions, 'The vector of the query');
    return new QueryScores(this.rows, this.rowScorer(normalized(vector), text));
  }

  private rowScorer(query: Float32Array, text: string): (row: number) => number {
    const dense = (row: number): number => dotRow(this.matrix, row, query);
    if (this.sparse === undefined) return dense;
    const { share } = this.sparse;
    const lexical = this.sparse.query(text);
    return (row) => (1 - share) * dense(row) + share * lexical(row);
  }
}

/** One embedded query against one index; a score is computed when it is asked for. */
export class QueryScores {
  constructor(
    private readonly rows: ReadonlyMap<string, number>,
    private readonly scoreRow: (row: number) => number,
  ) {}

  /** The best allowed tools, best first. */
  top({ topK, minScore, allowed }: SearchOptions): ScoredTool[] {
    const best = new TopK(topK);
    for (const name of allowed) {
      const score = this.of(name);
      if (score !== undefined && score >= minScore) best.offer({ name, score });
    }
    return best.sorted();
  }

  /** The score of one tool, from -1 to 1; `undefined` for a name that is not in the index. */
  of(name: string): number | undefined {
    const row = this.rows.get(name);
    return row === undefined ? undefined : this.scoreRow(row);
  }
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
