import type { Queryable } from '../../store/database.js';
import type { BlockKind } from '../blocks.js';
import type { PageBox } from '../parsing/parse-document.js';
import { PATH_SEPARATOR } from '../document-content.js';
import { DOCUMENT_SCOPE, SCOPE, scopeValues, type SearchScope } from './scope.js';

/** A block of a found chunk. */
export interface FoundBlock {
  id: string;
  position: number;
  kind: BlockKind;
  page?: number;
  box?: PageBox;
  text: string;
}

/** A chunk with what is needed to show and to cite it. */
export interface FoundChunk {
  chunkId: string;
  documentId: string;
  kbId: string;
  /** The document's. */
  title: string;
  headingPath: readonly string[];
  /** Where it begins. */
  page?: number;
  /** Without the headings. */
  text: string;
  /** Its blocks in order, headings among them. */
  blocks: FoundBlock[];
}

interface ChunkRow {
  id: string;
  document_id: string;
  kb_id: string;
  title: string;
  heading: string;
  page: number | null;
  text: string;
  blocks: (Omit<FoundBlock, 'page' | 'box'> & { page: number | null; box: PageBox | null })[];
}

/** How much there is within a scope. */
export interface ScopeSize {
  /** Chunks to search in; 0 says that the knowledge base is empty. */
  searched: number;
  /** Documents that are still being read: what they say is not found yet. */
  beingRead: number;
}

/** The chunks of these ids within the scope, by id, how much the scope has, and whether vectors are still made there. */
export async function readChunks(
  db: Queryable,
  scope: SearchScope,
  ids: readonly string[],
): Promise<{ chunks: Map<string, FoundChunk>; size: ScopeSize; isEmbedding: boolean }> {
  const [sizes, rows] = await Promise.all([
    db.query<{ searched: number; being_read: number; is_embedding: boolean }>(
      SIZE,
      scopeValues(scope),
    ),
    ids.length === 0 ? [] : db.query<ChunkRow>(READ, [...scopeValues(scope), ids]),
  ]);
  const chunks = new Map(rows.map((row) => [row.id, toChunk(row)]));
  const { searched = 0, being_read: beingRead = 0, is_embedding: isEmbedding } = sizes[0] ?? {};
  return { chunks, size: { searched, beingRead }, isEmbedding: isEmbedding ?? false };
}

function toChunk(row: ChunkRow): FoundChunk {
  return {
    chunkId: row.id,
    documentId: row.document_id,
    kbId: row.kb_id,
    title: row.title,
    headingPath: row.heading === '' ? [] : row.heading.split(PATH_SEPARATOR),
    page: row.page ?? undefined,
    text: row.text,
    blocks: row.blocks.map(({ page, box, ...block }) => ({
      ...block,
      page: page ?? undefined,
      box: box ?? undefined,
    })),
  };
}

const SIZE = `select
    (select count(*) from knowledge.chunks c
      join knowledge.documents d on d.id = c.document_id where ${SCOPE}) as searched,
    (select count(*) from knowledge.documents d
      where ${DOCUMENT_SCOPE} and d.state = 'parsing') as being_read,
    exists (select 1 from knowledge.documents d
      where ${DOCUMENT_SCOPE} and d.state = 'embedding') as is_embedding`;

const READ = `select c.id, c.document_id, c.kb_id, d.title, c.heading, c.page, c.text,
    (select json_agg(json_build_object('id', b.id, 'position', b.position, 'kind', b.kind,
        'page', b.page, 'box', b.box, 'text', b.text) order by b.position)
     from knowledge.blocks b where b.id = any(c.block_ids)) as blocks
  from knowledge.chunks c join knowledge.documents d on d.id = c.document_id
  where ${SCOPE} and c.id = any($6::uuid[])`;
