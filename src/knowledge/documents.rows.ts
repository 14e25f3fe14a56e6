import type { Block, BlockKind } from './blocks.js';
import type { PageBox } from './parsing/parse-document.js';
import { SHARED_OWNER, type StoredDocument } from './document.model.js';

/** A row of knowledge.documents with the count of its vectors. */
export interface DocumentRow {
  id: string;
  user_id: string;
  kb_id: string;
  title: string;
  file_name: string;
  kind: StoredDocument['kind'];
  language: StoredDocument['language'] | null;
  sha256: string;
  bytes: number;
  state: StoredDocument['state'];
  failure: StoredDocument['failure'] | null;
  pages: number | null;
  block_count: number;
  chunk_count: number;
  embedded_count: number;
  created_at: Date;
  updated_at: Date;
}

/** A row of knowledge.blocks. */
export interface BlockRow {
  id: string;
  document_id: string;
  position: number;
  kind: BlockKind;
  heading_path: string[];
  page: number | null;
  box: PageBox | null;
  text: string;
}

/** What a {@link DocumentRow} is read from. */
export const DOCUMENT_COLUMNS = `d.id, d.user_id, d.kb_id, d.title, d.file_name, d.kind, d.language, d.sha256,
  d.bytes, d.state, d.failure, d.pages, d.block_count, d.chunk_count, d.created_at, d.updated_at,
  case when d.state in ('embedding', 'ready') then (
    select count(*) from knowledge.chunks c join knowledge.vectors v on v.chunk_id = c.id
    where c.document_id = d.id) else 0 end as embedded_count`;

export function toDocument(row: DocumentRow): StoredDocument {
  return {
    id: row.id,
    kbId: row.kb_id,
    isShared: row.user_id === SHARED_OWNER,
    title: row.title,
    fileName: row.file_name,
    kind: row.kind,
    ...(row.language === null ? {} : { language: row.language }),
    sha256: row.sha256,
    bytes: row.bytes,
    state: row.state,
    ...(row.failure === null ? {} : { failure: row.failure }),
    pages: row.pages ?? undefined,
    blockCount: row.block_count,
    chunkCount: row.chunk_count,
    embeddedCount: row.embedded_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toBlock(row: BlockRow): Block & { documentId: string } {
  return {
    id: row.id,
    documentId: row.document_id,
    position: row.position,
    kind: row.kind,
    headingPath: row.heading_path,
    page: row.page ?? undefined,
    box: row.box ?? undefined,
    text: row.text,
  };
}
