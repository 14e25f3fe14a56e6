import type { Database, Queryable } from '../store/database.js';
import { messageOf } from '../foundation/errors.js';
import type { Logger } from '../foundation/logger.js';
import { backOffMs, defaultBackOff } from '../toolindex/back-off.js';
import { embedAll } from '../toolindex/document-vectors.js';
import type { Embedder } from '../toolindex/embedder.js';
import { normalized } from '../toolindex/vector.js';
import { splitText } from './chunks.js';
import { PATH_SEPARATOR } from './document-content.js';
import { SCOPE, scopeValues, type SearchScope } from './retrieval/scope.js';

interface PendingChunk {
  id: string;
  heading: string;
  text: string;
}

/** So many characters of a chunk have a vector: the local embedder reads 160 tokens, and of a longer text the beginning. */
const PART_CHARS = 500;

function partsOf({ heading, text }: PendingChunk): string[] {
  const parts = splitText(text, PART_CHARS);
  return parts.length === 0 ? [heading] : parts.map((part) => `${heading}. ${part}`);
}

export class PgVectorStore {
  constructor(private readonly db: Database) {}

  /** Some chunks without a vector of this embedder, those of the oldest documents first; of those that wait for some, or of all. */
  async pending(embedderId: string, limit: number, all: boolean): Promise<PendingChunk[]> {
    return this.db.query<PendingChunk>(
      `select c.id, c.text, concat_ws('. ', nullif(c.title, ''), nullif(split_part(c.heading, '${PATH_SEPARATOR}', -1), '')) as heading
       from knowledge.chunks c
       join knowledge.documents d on d.id = c.document_id
       left join knowledge.vectors v on v.chunk_id = c.id and v.part = 0
       where ${all ? '' : "d.state = 'embedding' and"} v.embedder_id is distinct from $1
       order by d.created_at, d.id, c.position limit $2`,
      [embedderId, limit],
    );
  }

  /** Stores the vectors of chunks' parts, in the place of those of another embedder; chunks deleted in the meantime are passed over. */
  async put(
    embedderId: string,
    chunks: readonly { id: string; vectors: readonly Float32Array[] }[],
  ): Promise<void> {
    const rows = chunks.flatMap(({ id, vectors }) =>
      vectors.map((vector, part) => ({ id, part, v: toVector(vector) })),
    );
    const ids = chunks.map(({ id }) => id);
    await this.db.transaction(async (tx) => {
      await tx.query(PUT, [embedderId, JSON.stringify(rows)]);
      await tx.query(MARK_PROGRESS, [ids]);
    });
  }

  async awaitNothing(): Promise<void> {
    await this.db.query(
      `update knowledge.documents set state = 'ready', updated_at = now() where state = 'embedding'`,
    );
  }
}

const PUT = `insert into knowledge.vectors (chunk_id, part, embedder_id, embedding)
  select c.id, r.part, $1, r.v::vector
  from jsonb_to_recordset($2::jsonb) as r (id uuid, part int, v text) join knowledge.chunks c on c.id = r.id
  on conflict (chunk_id, part) do update
    set embedder_id = excluded.embedder_id, embedding = excluded.embedding`;

const MARK_PROGRESS = `update knowledge.documents d set state = 'ready', updated_at = now()
  where d.state = 'embedding'
    and d.id in (select document_id from knowledge.chunks where id = any($1::uuid[])) and not exists (
    select 1 from knowledge.chunks c left join knowledge.vectors v on v.chunk_id = c.id
    where c.document_id = d.id and v.chunk_id is null)`;

export function toVector(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}

const PORTION = 16;
const LIST = 1_000;

/** Gives every chunk a vector of the embedder in use, in the background, trying again with growing waits. */
export class VectorFiller {
  private running: Promise<void> | undefined;
  private again = false;
  /** What an earlier start left, or another embedder made, is done: from now on only new documents wait. */
  private sawAll = false;
  private readonly closed = new AbortController();

  constructor(
    private readonly store: PgVectorStore,
    private readonly embedder: Embedder,
    private readonly logger: Logger,
  ) {}

  /** Looks for chunks without a vector now; what is under way is not started twice. */
  wake(): void {
    this.again = true;
    if (this.closed.signal.aborted) return;
    this.running ??= this.run().finally(() => (this.running = undefined));
  }

  async idle(): Promise<void> {
    await this.running;
  }

  async close(): Promise<void> {
    this.closed.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.closed;
    let failures = 0;
    while (this.again && !signal.aborted) {
      this.again = false;
      try {
        await this.fill(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        this.logger.warn(
          { failures },
          `documents wait for their vectors, which cannot be made now: ${messageOf(error)}`,
        );
        await defaultBackOff
          .pause(backOffMs(failures, error, defaultBackOff), signal)
          .catch(() => {});
        this.again = true;
      }
    }
  }

  private async fill(signal: AbortSignal): Promise<void> {
    for (;;) {
      const list = await this.store.pending(this.embedder.id, LIST, !this.sawAll);
      if (list.length === 0 && this.sawAll) return;
      this.sawAll ||= list.length === 0;
      for (let at = 0; at < list.length; at += PORTION) {
        if (signal.aborted) return;
        const chunks = list
          .slice(at, at + PORTION)
          .map((chunk) => ({ ...chunk, parts: partsOf(chunk) }));
        const texts = chunks.flatMap(({ parts }) => parts);
        const vectors = await embedAll(texts, this.embedder, { kind: 'document', signal });
        const unit = vectors.map(normalized);
        let end = 0;
        const made = chunks.map(({ id, parts }) => ({
          id,
          vectors: unit.slice(end, (end += parts.length)),
        }));
        await this.store.put(this.embedder.id, made);
      }
    }
  }
}

interface VectorQuery {
  embedderId: string;
  vector: Float32Array;
  /** The text search configurations of the languages that the embedder reads: no others are searched. */
  configs: readonly string[];
}

export interface VectorHit {
  id: string;
  /** The cosine of the query and the chunk's nearest part, -1 to 1. */
  score: number;
}

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
  select id, (1 - min(embedding <=> $7::vector))::float8 as score from near
  where vector_dims(embedding) = vector_dims($7::vector)
  group by id order by score desc, id limit $8`;
