import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../foundation/errors.js';
import { isImageType } from '../../../foundation/image-type.js';
import { createValidationPipe } from '../../../http/validation.pipe.js';
import { DEFAULT_KB } from '../../../knowledge/document.model.js';
import type { IngestRequest } from '../../../knowledge/ingest.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import { attachedKind, uploadedKind } from '../../../knowledge/parsing/document-kind.js';
import { callerOf } from '../../../agentapi/caller.js';
import { Costly } from '../../../agentapi/refuse-early.js';
import { ROUTE_LIMITS, type RouteLimits } from '../../../agentapi/route-limits.js';
import { closeSignal, writeSse } from '../../../agentapi/sse-writer.js';
import { documentFrames } from './document-progress.js';
import {
  BlocksQuery,
  DocumentsQuery,
  SearchQuery,
  TextDocumentBody,
  toWireBlock,
  toWireDocument,
  toWireSearch,
} from './documents.model.js';
import { readUpload } from './uploads.js';
import { PgAttachedDocuments } from '../store/attached-documents.store.js';

/** How many blocks are shown before the one that is asked for. */
const BLOCKS_BEFORE = 20;

/** Under this the routes find the {@link Knowledge}. */
export const KNOWLEDGE = Symbol('KNOWLEDGE');

/** A caller's documents: uploaded, followed, read, searched, deleted (docs/knowledge.md). */
@Controller('v1/documents')
export class DocumentsController {
  constructor(
    @Inject(KNOWLEDGE) private readonly knowledge: Knowledge,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
    private readonly attached: PgAttachedDocuments,
  ) {}

  /** 202 and the document, which is read in the background; 200 when the same content is there already. */
  @Post()
  async add(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    const { userId } = callerOf(request);
    const { conversationId, ...given } = request.isMultipart()
      ? await this.fromFile(request)
      : await fromText(request.body);
    const { document, begun } = await this.knowledge.add({ userId, ...given });
    if (conversationId === undefined) await this.attached.keep(userId, document.id);
    else await this.attached.attach(userId, conversationId, { id: document.id, isNew: begun });
    void reply.status(begun ? 202 : 200);
    return toWireDocument(document);
  }

  @Get()
  async list(@Query() query: DocumentsQuery, @Req() request: FastifyRequest) {
    const found = await this.knowledge.documents(callerOf(request).userId, query.kb_id);
    return { items: found.map(toWireDocument), total: found.length };
  }

  @Get('search')
  @Costly()
  async search(@Query() query: SearchQuery, @Req() request: FastifyRequest) {
    const { kind, document_id: documentId } = query;
    const answer = await this.knowledge.search({
      userId: callerOf(request).userId,
      kbId: query.kb_id ?? DEFAULT_KB,
      query: query.q,
      topK: query.top_k,
      filters: {
        kinds: kind === undefined ? undefined : [kind],
        documentIds: documentId === undefined ? undefined : [documentId],
      },
    });
    return toWireSearch(answer);
  }

  @Get(':id')
  async find(@Param('id') id: string, @Req() request: FastifyRequest) {
    return toWireDocument(await this.knowledge.document(callerOf(request).userId, id));
  }

  /** Streams the document's state as it changes, to its end. */
  @Get(':id/events')
  async events(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userId } = callerOf(request);
    await this.knowledge.document(userId, id);
    const closed = closeSignal(reply.raw);
    reply.hijack();
    const frames = documentFrames(() => this.knowledge.document(userId, id), closed);
    await writeSse(reply.raw, frames, closed, this.limits.sse);
  }

  /** The file as it was uploaded. A browser that opens it may run nothing of it; what is no PDF or image is saved. */
  @Get(':id/file')
  async file(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { userId } = callerOf(request);
    const file = await this.knowledge.files.find(userId, id);
    const content = await this.knowledge.files.read(userId, file);
    const isShown = file.contentType === 'application/pdf' || isImageType(file.contentType);
    const how = isShown ? 'inline' : 'attachment';
    const name = encodeURIComponent(file.name);
    await reply
      .header('content-type', file.contentType)
      .header('content-disposition', `${how}; filename*=UTF-8''${name}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Buffer.from(content));
  }

  @Get(':id/blocks')
  async blocks(
    @Param('id') id: string,
    @Query() { from, limit, around }: BlocksQuery,
    @Req() request: FastifyRequest,
  ) {
    const { userId } = callerOf(request);
    const { blockCount } = await this.knowledge.document(userId, id);
    const first = around === undefined ? from : await this.before(around, id, userId);
    const items = await this.knowledge.blocks(userId, id, first, limit);
    return { items: items.map(toWireBlock), total: blockCount };
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    const { userId } = callerOf(request);
    await this.knowledge.remove(userId, id);
    await this.attached.keep(userId, id);
  }

  /** Where to begin so that a block is seen with what stands before it. */
  private async before(blockId: string, documentId: string, userId: string): Promise<number> {
    const [block] = await this.knowledge.blocksById(userId, [blockId]);
    if (block?.documentId !== documentId) {
      throw new AppError('not_found', `The document has no block ${blockId}.`, [
        { path: 'around', message: 'is no block of this document' },
      ]);
    }
    return Math.max(0, block.position - BLOCKS_BEFORE);
  }

  private async fromFile(request: FastifyRequest): Promise<Given> {
    const { fileName, bytes, fields } = await readUpload(request, this.knowledge.maxBytes);
    const { kb_id: kbId = DEFAULT_KB, title, conversation_id: conversation } = fields;
    const conversationId = conversation?.toLowerCase();
    const kind = (conversationId === undefined ? uploadedKind : attachedKind)(fileName, bytes);
    return { kbId, fileName, kind, bytes, title, conversationId };
  }
}

/** A document that is given, and the conversation it is attached in. */
type Given = Omit<IngestRequest, 'userId'> & { conversationId?: string };

async function fromText(body: unknown): Promise<Given> {
  const pipe = createValidationPipe();
  const checked = { type: 'body', metatype: TextDocumentBody } as const;
  const given = (await pipe.transform(body, checked)) as TextDocumentBody;
  const { kb_id, title, text, kind, conversation_id: conversation } = given;
  return {
    kbId: kb_id ?? DEFAULT_KB,
    fileName: title,
    kind: kind ?? 'text',
    title,
    bytes: Buffer.from(text),
    conversationId: conversation?.toLowerCase(),
  };
}
