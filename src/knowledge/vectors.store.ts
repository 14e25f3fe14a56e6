import type { Database } from '../store/database.js';

/** A chunk that lacks a vector of the embedder in use. */
export interface PendingChunk {
  id: string;
  /** What is embedded: title, headings and text. */
  text: string;
}

/** Vectors of chunks: one for each, of one embedder. */
export class PgVectorStore {
  constructor(private readonly db: Database) {}

  /** Some chunks without a vector of this embedder, those of the oldest documents first; of those that wait for some, or of all. */
  async pending(embedderId: string, limit: number, all: boolean): Promise<PendingChunk[]> {
    return this.db.query<PendingChunk>(
      `select c.id, concat_ws('. ', nullif(c.title, ''), nullif(c.heading, ''), c.text) as text
       from knowledge.chunks c
       join knowledge.documents d on d.id = c.document_id
       left join knowledge.vectors v on v.chunk_id = c.id
       where ${all ? '' : "d.state = 'embedding' and"} v.embedder_id is distinct from $1
       order by d.created_at, d.id, c.position limit $2`,
      [embedderId, limit],
    );
  }

  /** Stores vectors, in the place of those of another embedder; chunks deleted in the meantime are passed over. */
  async put(
    embedderId: string,
    chunks: readonly PendingChunk[],
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const rows = chunks.map(({ id }, row) => ({ id, v: toVector(vectors[row] as Float32Array) }));
    const ids = chunks.map(({ id }) => id);
    await this.db.transaction(async (tx) => {
      await tx.query(PUT, [embedderId, JSON.stringify(rows)]);
      await tx.query(MARK_PROGRESS, [ids]);
    });
  }

  /** Without an embedder nothing is awaited any more: documents are ready with their words alone. */
  async awaitNothing(): Promise<void> {
    await this.db.query(
      `update knowledge.documents set state = 'ready', updated_at = now() where state = 'embedding'`,
    );
  }
}

const PUT = `insert into knowledge.vectors (chunk_id, embedder_id, embedding)
  select c.id, $1, r.v::vector
  from jsonb_to_recordset($2::jsonb) as r (id uuid, v text) join knowledge.chunks c on c.id = r.id
  on conflict (chunk_id) do update
    set embedder_id = excluded.embedder_id, embedding = excluded.embedding`;

/** A document of these chunks is ready when none of its chunks lacks a vector. */
const MARK_PROGRESS = `update knowledge.documents d set state = 'ready', updated_at = now()
  where d.state = 'embedding'
    and d.id in (select document_id from knowledge.chunks where id = any($1::uuid[])) and not exists (
    select 1 from knowledge.chunks c left join knowledge.vectors v on v.chunk_id = c.id
    where c.document_id = d.id and v.chunk_id is null)`;

/** A vector as pgvector reads it. */
export function toVector(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
