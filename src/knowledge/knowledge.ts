import { defined } from '../foundation/defined.js';
import type { Logger } from '../foundation/logger.js';
import type { Database, Queryable } from '../store/database.js';
import { migrate, type MigrationSet } from '../store/migrate.js';
import type { Embedder } from '../toolindex/embedder.js';
import { documentFiles, PgDocumentStore } from './documents.store.js';
import { defaultQuota, type DocumentQuota } from './document-refused.js';
import {
  IMAGE_SECONDS,
  type ImageReader,
  Ingest,
  interrupted,
  type IngestRequest,
} from './ingest.js';
import { defaultParseLimits, type ParseLimits } from './parsing/parse-document.js';
import { localReranker, type Reranker } from './rerank/reranker.js';
import { search, type SearchRequest } from './retrieval/search.js';
import { PgSynonymStore } from './synonyms/synonyms.store.js';
import { VectorFiller, PgVectorStore } from './vectors.store.js';
import { PATH_SEPARATOR } from './document-content.js';
import { SCOPE, scopeValues, type SearchScope } from './retrieval/scope.js';

export const knowledgeMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'knowledge',
};

/** Documents, blocks and search. A user sees their own and the shared ones; any other is `not_found`. */
export type Knowledge = Awaited<ReturnType<typeof openKnowledge>>;

export interface KnowledgeOptions {
  db: Database;
  embedder: Embedder | undefined;
  logger: Logger;
  reranker?: Reranker;
  maxBytes?: number;
  quota?: DocumentQuota;
  limits?: ParseLimits;
  images?: ImageReader;
}

const MAX_BYTES = 20 * 1024 * 1024;

/** A parse that has not ended after so much longer than its limit belongs to a server that is gone. */
const ABANDONED_FACTOR = 4;

/** Migrates, fixes what an earlier stop left behind, and begins to make missing vectors in the background. */
export async function openKnowledge(options: KnowledgeOptions) {
  const { db, embedder, logger, limits = defaultParseLimits, maxBytes = MAX_BYTES } = options;
  const { quota = defaultQuota } = options;
  await migrate(db, knowledgeMigrations);
  const documents = new PgDocumentStore(db);
  const vectors = new PgVectorStore(db);
  const filler = embedder && new VectorFiller(vectors, embedder, logger);
  const awaitVectors = filler && (() => filler.wake());
  const ingest = new Ingest({
    documents,
    awaitVectors,
    limits,
    ...defined({ images: options.images }),
    maxBytes,
    quota,
    logger,
  });
  const abandoned = db.kind === 'embedded' ? 0 : limits.seconds * ABANDONED_FACTOR + IMAGE_SECONDS;
  await documents.failAbandoned(abandoned, interrupted());
  if (filler === undefined) await vectors.awaitNothing();
  filler?.wake();
  const synonyms = new PgSynonymStore(db);
  const deps = { db, embedder, synonyms, reranker: options.reranker ?? localReranker };
  return {
    maxBytes,
    /** Takes a document in, in the background; `begun` is false for content that is there already. */
    add: (request: IngestRequest) => ingest.add(request),
    documents: (userId: string, kbId?: string) => documents.list(userId, kbId),
    document: (userId: string, id: string) => documents.find(userId, id),
    remove: (userId: string, id: string) => documents.remove(userId, id),
    files: documentFiles(documents),
    blocks: (userId: string, id: string, from: number, limit: number) =>
      documents.blocks(userId, id, from, limit),
    /** Blocks by id, for checking citations: ids that are unknown to this user are left out. */
    blocksById: (userId: string, ids: readonly string[]) => documents.blocksById(userId, ids),
    search: (request: SearchRequest) => search(deps, request),
    headings: (userId: string, kbId: string) => headingsOf(db, { userId, kbId }),
    /** Words that a user's searches of a knowledge base take for each other, beside the server's own. */
    synonyms: synonyms as Pick<PgSynonymStore, 'find' | 'put'>,
    idle: async () => {
      await ingest.idle();
      await filler?.idle();
    },
    close: async () => {
      await ingest.close();
      await filler?.close();
    },
  };
}

const MOST_READ = 5_000;
const MOST_CHARS = 8_000;

/** The innermost headings of a knowledge base, each once, in the documents' order; of too many every second, third, … */
async function headingsOf(db: Queryable, scope: SearchScope): Promise<string[]> {
  const rows = await db.query<{ heading: string }>(HEADINGS, [...scopeValues(scope), MOST_READ]);
  const all = [
    ...new Set(rows.map(({ heading }) => heading.split(PATH_SEPARATOR).at(-1) ?? '')),
  ].filter((heading) => heading !== '');
  const chars = all.reduce((sum, { length }) => sum + length + 1, 0);
  const step = Math.ceil(chars / MOST_CHARS);
  return all.filter((_, at) => at % step === 0);
}

const HEADINGS = `select c.heading from knowledge.chunks c
    join knowledge.documents d on d.id = c.document_id
  where ${SCOPE} group by d.id, d.created_at, c.heading
  order by d.created_at, d.id, min(c.position) limit $6`;
