import { setTimeout as pause } from 'node:timers/promises';
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
import fastifyMultipart from '@fastify/multipart';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, ifCode, invalidRequest, notFound } from '../../../foundation/errors.js';
import { isImageType } from '../../../foundation/image-type.js';
import { createValidationPipe } from '../../../http/validation.pipe.js';
import { DEFAULT_KB, type StoredDocument } from '../../../knowledge/document.model.js';
import { type IngestRequest, tooLarge } from '../../../knowledge/ingest.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import { attachedKind, uploadedKind } from '../../../knowledge/parsing/document-kind.js';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';
import { Costly } from '../../../agentapi/refuse-early.js';
import { ROUTE_LIMITS, type RouteLimits } from '../../../agentapi/route-limits.js';
import { answerFrames } from '../../../agentapi/sse-writer.js';
import { PgAttachedDocuments } from '../attachments.js';
import { encodeSse } from '../../../foundation/sse.js';
import {
  BlocksQuery,
  DocumentsQuery,
  SearchQuery,
  TextDocumentBody,
  toWireBlock,
  toWireDocument,
  toWireSearch,
  UploadFields,
} from './documents.model.js';

const BLOCKS_BEFORE = 20;

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
    @By() { userId }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
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
  async list(@Query() query: DocumentsQuery, @By() { userId }: Caller) {
    const found = await this.knowledge.documents(userId, query.kb_id);
    return { items: found.map(toWireDocument), total: found.length };
  }

  @Get('search')
  @Costly()
  async search(@Query() query: SearchQuery, @By() { userId }: Caller) {
    const { kind, document_id: documentId } = query;
    const answer = await this.knowledge.search({
      userId,
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
  async find(@Param('id') id: string, @By() { userId }: Caller) {
    return toWireDocument(await this.knowledge.document(userId, id));
  }

  /** Streams the document's state as it changes, to its end. */
  @Get(':id/events')
  async events(
    @Param('id') id: string,
    @By() { userId }: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.knowledge.document(userId, id);
    await answerFrames(reply, this.limits.sse, async (closed) =>
      documentFrames(() => this.knowledge.document(userId, id), closed),
    );
  }

  /** The file as it was uploaded. A browser that opens it may run nothing of it; what is no PDF or image is saved. */
  @Get(':id/file')
  async file(
    @Param('id') id: string,
    @By() { userId }: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
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
    @By() { userId }: Caller,
  ) {
    const { blockCount } = await this.knowledge.document(userId, id);
    const first = around === undefined ? from : await this.before(around, id, userId);
    const items = await this.knowledge.blocks(userId, id, first, limit);
    return { items: items.map(toWireBlock), total: blockCount };
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    await this.knowledge.remove(userId, id);
    await this.attached.keep(userId, id);
  }

  /** Where to begin so that a block is seen with what stands before it. */
  private async before(blockId: string, documentId: string, userId: string): Promise<number> {
    const [block] = await this.knowledge.blocksById(userId, [blockId]);
    if (block?.documentId !== documentId) {
      throw notFound(`The document has no block ${blockId}.`, [
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

type Given = Omit<IngestRequest, 'userId'> & { conversationId?: string };

async function fromText(body: unknown): Promise<Given> {
  const given = await checkedAs(TextDocumentBody, body);
  const { kb_id: kbId = DEFAULT_KB, title, text, kind = 'text', conversation_id } = given;
  const conversationId = conversation_id?.toLowerCase();
  return { kbId, fileName: title, kind, title, bytes: Buffer.from(text), conversationId };
}

/** A body that no route declares, checked as it would be there. */
async function checkedAs<T>(metatype: new () => T, body: unknown): Promise<T> {
  return (await createValidationPipe().transform(body, { type: 'body', metatype })) as T;
}

const POLL_MS = 300;

/** One `document` at once and after each change, to its end; read from the database, as any server may be the one that reads it. */
export async function* documentFrames(
  read: () => Promise<StoredDocument>,
  closed: AbortSignal,
): AsyncGenerator<string> {
  let shown = '';
  for (;;) {
    const document = await read().catch(ifCode('not_found', undefined));
    if (document === undefined) {
      yield encodeSse({ event: 'document_deleted', data: {} });
      return;
    }
    const data = toWireDocument(document);
    const text = JSON.stringify(data);
    if (text !== shown) yield encodeSse({ event: 'document', data });
    shown = text;
    if (document.state === 'ready' || document.state === 'failed') return;
    await pause(POLL_MS, undefined, { signal: closed }).catch(() => {});
    if (closed.aborted) return;
  }
}

const LIMITS = { files: 1, fields: 8, fieldSize: 4096, headerPairs: 50 };

/** Lets only this route take forms, which another site can send: the edge's check of the origin refuses those. */
export async function acceptUploads(app: NestFastifyApplication, maxBytes: number): Promise<void> {
  await app.register(fastifyMultipart, { limits: { ...LIMITS, fileSize: maxBytes } });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', async (request: FastifyRequest) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
    if (!isForm || request.routeOptions.url === '/v1/documents') return;
    throw new AppError(
      'unsupported_media_type',
      'The request body must be JSON: send it with the header content-type: application/json.',
    );
  });
}

async function readUpload(request: FastifyRequest, maxBytes: number) {
  const fields: Record<string, unknown> = {};
  let file: { fileName: string; bytes: Buffer } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else file = { fileName: part.filename, bytes: await part.toBuffer() };
    }
  } catch (error) {
    throw toRefusal(error, maxBytes);
  }
  if (file === undefined || !file.fileName) {
    throw invalidRequest('The form holds no file: send one in the field "file".', [
      { path: 'file', message: 'is missing' },
    ]);
  }
  return { ...file, fields: await checkedAs(UploadFields, fields) };
}

function toRefusal(error: unknown, maxBytes: number): Error {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  return invalidRequest(
    'The form cannot be read: send one file in the field "file", and beside it only kb_id and title.',
    [],
    { cause: error },
  );
}
