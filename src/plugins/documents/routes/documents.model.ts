import { applyDecorators } from '@nestjs/common';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';
import type { Block } from '../../../knowledge/chunks.js';
import {
  KB_ID,
  KB_ID_RULE,
  MAX_TITLE,
  type StoredDocument,
} from '../../../knowledge/document.model.js';
import { documentKinds, type DocumentKind } from '../../../knowledge/parsing/document-kind.js';
import { leftOutNotes } from '../../../knowledge/retrieval/scope.js';
import type { Passage, SearchAnswer } from '../../../knowledge/retrieval/search.js';
import { Type } from '../../../http/field-type.js';
import { PageLimit } from '../../../agentapi/page-query.js';
import { AnyText } from '../../../http/body-fields.js';

const MAX_QUERY = 1000;
const MAX_RESULTS = 50;
const MAX_PAGE = 500;

const Optional = (rule: PropertyDecorator) => applyDecorators(rule, IsOptional());
const KbId = () => Optional(Matches(KB_ID, { message: KB_ID_RULE }));
/** The conversation that a document is attached in, and goes with. */
const ConversationId = () => Optional(IsUUID('all', { message: 'conversation_id must be a UUID' }));

const Title = () =>
  applyDecorators(
    AnyText('title', MAX_TITLE),
    MinLength(1, { message: 'title must not be empty' }),
  );

export class UploadFields {
  @KbId() kb_id?: string;

  @IsOptional() @Title() title?: string;

  @ConversationId() conversation_id?: string;
}

const textKinds = ['text', 'markdown', 'html'] as const satisfies readonly DocumentKind[];

export class TextDocumentBody {
  @KbId() kb_id?: string;

  @Title() title: string;

  @MinLength(1, { message: 'text must not be empty' })
  @IsString({ message: 'text must be a text' })
  text: string;

  @IsOptional()
  @IsIn(textKinds, { message: `kind must be one of: ${textKinds.join(', ')}` })
  kind?: (typeof textKinds)[number];

  @ConversationId() conversation_id?: string;
}

export class DocumentsQuery {
  @KbId() kb_id?: string;
}

export class BlocksQuery {
  @IsOptional()
  @Min(0, { message: 'from must be a whole number from 0' })
  @IsInt({ message: 'from must be a whole number from 0' })
  @Type(() => Number)
  from = 0;

  @PageLimit(MAX_PAGE) limit: number = 100;

  @IsOptional()
  @IsUUID('all', { message: 'around must be the block_id of a block' })
  around?: string;
}

export class SearchQuery {
  @MaxLength(MAX_QUERY, { message: `q must be at most ${MAX_QUERY} characters` })
  @MinLength(1, { message: 'q must not be empty' })
  @IsString({ message: 'q must be the text to search for' })
  q: string;

  @KbId() kb_id?: string;

  @PageLimit(MAX_RESULTS, 'top_k') top_k: number = 5;

  @IsOptional()
  @IsIn(documentKinds, { message: `kind must be one of: ${documentKinds.join(', ')}` })
  kind?: DocumentKind;

  @IsOptional()
  @IsUUID('all', { message: 'document_id must be a UUID' })
  document_id?: string;
}

export function toWireDocument(document: StoredDocument): JsonObject {
  const { language, failure, pages, readBy } = document;
  return {
    id: document.id,
    kb_id: document.kbId,
    shared: document.isShared,
    title: document.title,
    file_name: document.fileName,
    kind: document.kind,
    language: language === undefined ? undefined : language === 'simple' ? 'other' : language,
    sha256: document.sha256,
    bytes: document.bytes,
    state: document.state,
    failure,
    pages,
    read_by: readBy,
    block_count: document.blockCount,
    chunk_count: document.chunkCount,
    embedded_count: document.embeddedCount,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}

export function toWireBlock(block: Omit<Block, 'headingPath'> & Partial<Block>): JsonObject {
  return {
    block_id: block.id,
    position: block.position,
    kind: block.kind,
    heading_path: block.headingPath,
    page: block.page,
    box: block.box,
    text: block.text,
  };
}

export function toWireSearch(answer: SearchAnswer): JsonObject {
  const { passages, searched, beingRead, leftOut } = answer;
  const notes = [...answer.notes, ...leftOutNotes(leftOut)];
  const size = { total: passages.length, searched, being_read: beingRead };
  return { items: passages.map(toWirePassage), ...size, notes };
}

function toWirePassage(passage: Passage): JsonObject {
  const { cited, words, vector, fused, rerank } = passage.parts;
  return {
    chunk_id: passage.chunkId,
    document_id: passage.documentId,
    kb_id: passage.kbId,
    title: passage.title,
    read_by: passage.readBy,
    heading_path: passage.headingPath,
    page: passage.page,
    text: passage.text,
    blocks: passage.blocks.map(toWireBlock),
    score: passage.score,
    score_parts: { cited, words, vector, fused, rerank },
    why: passage.why,
  };
}
