import type { Queryable } from '../../store/database.js';
import { toVector } from '../vectors.store.js';
import { SCOPE, scopeValues, type SearchScope } from './scope.js';

/** A query as an embedder reads it. */
export interface VectorQuery {
  embedderId: string;
  vector: Float32Array;
  /** The text search configurations of the languages that the embedder reads: no others are searched. */
  configs: readonly string[];
}

/** A chunk found by its vector. */
export interface VectorHit {
  id: string;
  /** The cosine of query and chunk, -1 to 1. */
  score: number;
}

/**
 * The chunks whose vectors are nearest to the query's, compared one by one: a scope is one user's knowledge
 * base, and an index over everybody's would have to find it among all others (decision 0034).
 */
export async function searchVectors(
  db: Queryable,
  scope: SearchScope,
  query: VectorQuery,
  limit: number,
): Promise<VectorHit[]> {
  const { embedderId, vector, configs } = query;
  const values = [embedderId, toVector(vector), limit, configs];
  return db.query<VectorHit>(SEARCH, [...scopeValues(scope), ...values]);
}

/** Only vectors of one embedder are compared: others have other dimensions. */
const SEARCH = `with near as materialized (
    select c.id, v.embedding from knowledge.vectors v
      join knowledge.chunks c on c.id = v.chunk_id
      join knowledge.documents d on d.id = c.document_id
    where ${SCOPE} and v.embedder_id = $6 and c.config = any($9::regconfig[])
  )
  select id, (1 - (embedding <=> $7::vector))::float8 as score from near
  where vector_dims(embedding) = vector_dims($7::vector)
  order by embedding <=> $7::vector, id limit $8`;
