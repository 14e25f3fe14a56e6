import { newId } from '../foundation/ids.js';
import type { Queryable } from '../store/database.js';
import { toJsonb } from '../store/stored-text.js';
import type { Block, Chunk } from './chunks.js';
import { compoundParts } from '../language/words.js';
import { languageOfPart, searchConfigs, type Language } from './language.js';

export interface DocumentContent {
  title: string;
  language: Language;
  pages?: number;
  readBy?: string | undefined;
  blocks: readonly Block[];
  chunks: readonly Chunk[];
  awaitsVectors: boolean;
}

const SLICE = 500;

export const PATH_SEPARATOR = ' › ';

/** Computes blocks and chunks, and answers what stores them in a transaction; false: the document is gone. */
export function prepareContent(
  documentId: string,
  content: DocumentContent,
): (tx: Queryable) => Promise<boolean> {
  const { title, language, pages, blocks, chunks, readBy, awaitsVectors } = content;
  const state = awaitsVectors && chunks.length > 0 ? 'embedding' : 'ready';
  const facts = [state, title, language, pages, blocks.length, chunks.length, readBy];
  const languages = new Map(chunks.map((chunk) => [chunk, languageOfPart(chunk.text, language)]));
  const partsOf = compoundParts(chunks.filter((chunk) => languages.get(chunk) === 'de'));
  const rowOf = (chunk: Chunk) => chunkRow(chunk, languages.get(chunk) ?? language, partsOf);
  const blockRows = blocks.map(({ headingPath: heading_path, ...block }) => ({
    ...block,
    heading_path,
  }));
  const inserts = [
    ...slices(blockRows).map((rows) => [INSERT_BLOCKS, toJsonb(rows)] as const),
    ...slices(chunks).map((rows) => [INSERT_CHUNKS, toJsonb(rows.map(rowOf))] as const),
  ];
  return async (tx) => {
    const found = await tx.query(UPDATE_DOCUMENT, [documentId, ...facts]);
    if (found.length === 0) return false;
    for (const [insert, rows] of inserts) await tx.query(insert, [documentId, rows]);
    return true;
  };
}

const UPDATE_DOCUMENT = `update knowledge.documents set state = $2, title = $3, language = $4, pages = $5,
    block_count = $6, chunk_count = $7, read_by = $8, updated_at = now()
  where id = $1 and state = 'parsing' returning id`;

function slices<T>(items: readonly T[]): (readonly T[])[] {
  const count = Math.ceil(items.length / SLICE);
  return Array.from({ length: count }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE));
}

function chunkRow(chunk: Chunk, language: Language, partsOf: (text: string) => string): object {
  const heading = chunk.headingPath.join(PATH_SEPARATOR);
  return {
    id: newId(),
    position: chunk.position,
    config: searchConfigs[language],
    heading,
    parts: language === 'de' ? partsOf(`${heading} ${chunk.text}`) : '',
    text: chunk.text,
    page: chunk.page ?? null,
    block_ids: chunk.blockIds,
  };
}

const INSERT_BLOCKS = `insert into knowledge.blocks
    (id, document_id, user_id, position, kind, heading_path, page, box, text)
  select b.id, d.id, d.user_id, b.position, b.kind, b.heading_path, b.page, b.box, b.text
  from knowledge.documents d, jsonb_to_recordset($2::jsonb) as b
    (id uuid, position int, kind text, heading_path text[], page int, box real[], text text)
  where d.id = $1`;

const INSERT_CHUNKS = `insert into knowledge.chunks
    (id, document_id, user_id, kb_id, position, config, title, heading, parts, text, page, block_ids)
  select c.id, d.id, d.user_id, d.kb_id, c.position, c.config::regconfig, d.title, c.heading, c.parts, c.text,
    c.page, c.block_ids
  from knowledge.documents d, jsonb_to_recordset($2::jsonb) as c
    (id uuid, position int, config text, heading text, parts text, text text, page int, block_ids uuid[])
  where d.id = $1`;
