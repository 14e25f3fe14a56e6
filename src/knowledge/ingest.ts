import { createHash } from 'node:crypto';
import { AppError, messageOf } from '../foundation/errors.js';
import { firstChars } from '../foundation/text.js';
import { visibleText } from '../foundation/invisible.js';
import type { Logger } from '../foundation/logger.js';
import { repeat } from '../foundation/clock.js';
import { imageType, MAX_IMAGE_BYTES } from '../foundation/image-type.js';
import { toBlocks, toChunks } from './chunks.js';
import type { DocumentContent } from './document-content.js';
import { DocumentRefused, requireRoom, type DocumentQuota } from './document-refused.js';
import { MAX_TITLE, SHARED_OWNER, type StoredDocument } from './document.model.js';
import type { PgDocumentStore } from './documents.store.js';
import { detectLanguage } from './language.js';
import { requireContent, type DocumentKind, type ReadableKind } from './parsing/document-kind.js';
import { WaitingDocuments } from './waiting-documents.js';
import { parseDocument, type ParseLimits } from './parsing/parse-document.js';

export interface IngestRequest {
  userId: string;
  kbId: string;
  fileName: string;
  kind: DocumentKind;
  /** Shown for it; without one its first heading, what the file says of itself, or its name. */
  title?: string;
  bytes: Uint8Array;
}

interface IngestDeps {
  documents: PgDocumentStore;
  awaitVectors: (() => void) | undefined;
  limits: ParseLimits;
  images?: ImageReader;
  maxBytes: number;
  quota: DocumentQuota;
  logger: Logger;
  /** How often a failure that the database did not take is stored again. */
  noteAgainMs?: number;
}

const NOTE_AGAIN_MS = 5_000;

/** A heading so near the beginning is the document's; what programs write into files is often the template's. */
const OPENING_BLOCKS = 3;

/** Their headings are names of sheets, and the first one names no whole. */
const SHEETS: ReadonlySet<DocumentKind> = new Set(['xlsx', 'ods']);

/** More than this at once would take the memory of as many processes. */
const MAX_PARALLEL = 2;

type Readable = Omit<IngestRequest, 'kind'> & { kind: ReadableKind; readBy?: string };

interface WaitingDocument {
  documentId: string;
  request: IngestRequest;
  leave: () => void;
}

export class Ingest {
  private readonly waiting = new WaitingDocuments<WaitingDocument>();
  private readonly working = new Set<Promise<void>>();
  private readonly closed = new AbortController();
  private readonly unnoted = new Map<string, DocumentRefused>();
  private readonly stopNoting: () => void;

  constructor(private readonly deps: IngestDeps) {
    const { noteAgainMs = NOTE_AGAIN_MS, logger } = deps;
    this.stopNoting = repeat(
      noteAgainMs,
      () => this.noteAgain(),
      (error) => logger.warn({ err: error }, 'failures of documents wait to be stored'),
    );
  }

  /** Notes a document; rejects with {@link DocumentRefused}, or `too_many_requests` or `server_busy` to wait. */
  async add(request: IngestRequest): Promise<{ document: StoredDocument; begun: boolean }> {
    const { maxBytes } = this.deps;
    const { bytes } = request;
    if (bytes.length > maxBytes) throw tooLarge(maxBytes);
    if (bytes.length === 0) throw new DocumentRefused('empty', 'The file is empty.');
    requireContent(request.kind, bytes);
    if (request.kind === 'image') requireReader(this.deps.images, bytes.length);
    if (this.closed.signal.aborted) throw new AppError('shutting_down', 'The server is stopping.');
    const leave = this.waiting.take(request.userId, bytes.length);
    try {
      const noted = await this.note(request);
      if (noted.begun) {
        this.waiting.add(request.userId, { documentId: noted.document.id, request, leave });
        this.startNext();
      } else leave();
      return noted;
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async note(request: IngestRequest) {
    const { documents, quota } = this.deps;
    const { userId, kbId, fileName, kind, title, bytes } = request;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (userId !== SHARED_OWNER) {
      const used = await documents.usage(userId, kbId, sha256);
      if (!used.holds) requireRoom(used, bytes.length, quota);
    }
    const said = { fileName: titleOf(fileName), title: titleOf(title, fileName) };
    const document = { userId, kbId, kind, sha256, imageType: imageType(bytes), ...said };
    return documents.begin(document, bytes);
  }

  async idle(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  /** Breaks off what is being parsed; it is noted as interrupted. */
  async close(): Promise<void> {
    this.closed.abort();
    this.stopNoting();
    for (let left = this.waiting.next(); left !== undefined; left = this.waiting.next()) {
      await this.fail(left.documentId, interrupted());
    }
    await this.idle();
  }

  private startNext(): void {
    while (this.working.size < MAX_PARALLEL) {
      const next = this.waiting.next();
      if (next === undefined) return;
      next.leave();
      const work = this.parse(next.documentId, next.request).finally(() => {
        this.working.delete(work);
        this.startNext();
      });
      this.working.add(work);
    }
  }

  /** Never rejects: what goes wrong becomes the document's failure. */
  private async parse(documentId: string, request: IngestRequest): Promise<void> {
    const { documents, awaitVectors, logger } = this.deps;
    try {
      const content =
        request.kind === 'file' ? kept(request) : await this.read(await this.seen(request));
      if (await documents.complete(documentId, content)) awaitVectors?.();
    } catch (error) {
      if (!(error instanceof DocumentRefused) && !this.closed.signal.aborted) {
        logger.error({ err: error, document_id: documentId }, 'a document could not be taken in');
      }
      await this.fail(documentId, error instanceof DocumentRefused ? error : interrupted());
    }
  }

  private async seen({ kind, bytes, ...request }: IngestRequest): Promise<Readable> {
    const { images } = this.deps;
    if (kind !== 'image') return { ...request, bytes, kind: kind as ReadableKind };
    const reader = requireReader(images, bytes.length);
    const image = { name: request.fileName, contentType: imageType(bytes) ?? '', bytes };
    const { text, model } = await readImage(reader, image, this.closed.signal);
    return { ...request, kind: 'markdown', bytes: Buffer.from(text), readBy: model };
  }

  private async read({ kind, readBy, ...request }: Readable): Promise<DocumentContent> {
    const { awaitVectors, limits } = this.deps;
    const parsed = await parseDocument(kind, request.bytes, limits, this.closed.signal);
    const blocks = toBlocks(parsed.pieces);
    const opening = blocks.slice(0, SHEETS.has(kind) ? 0 : OPENING_BLOCKS);
    const heading = opening.find((one) => one.kind === 'heading')?.text;
    return {
      title: titleOf(request.title, heading, parsed.title, request.fileName),
      language: detectLanguage(blocks.map(({ text }) => text).join(' ')),
      pages: parsed.pages,
      readBy,
      blocks,
      chunks: toChunks(blocks),
      awaitsVectors: awaitVectors !== undefined,
    };
  }

  private async fail(documentId: string, refused: DocumentRefused): Promise<void> {
    await this.deps.documents.fail(documentId, refused).catch((error: unknown) => {
      this.unnoted.set(documentId, refused);
      this.deps.logger.error({ document_id: documentId }, `not noted: ${messageOf(error)}`);
    });
  }

  /** Else a document would be read for ever, for its user, once the database is back. */
  private async noteAgain(): Promise<void> {
    for (const [documentId, refused] of this.unnoted) {
      await this.deps.documents.fail(documentId, refused);
      this.unnoted.delete(documentId);
    }
  }
}

function kept({ title, fileName }: IngestRequest): DocumentContent {
  const nothing = { blocks: [], chunks: [], awaitsVectors: false };
  return { title: titleOf(title, fileName), language: 'simple', ...nothing };
}

/** The first text that shows anything, cut and without invisible characters: it stands in every chunk. */
function titleOf(...texts: (string | undefined)[]): string {
  const visible = texts.map((text = '') => visibleText(text.normalize('NFC')));
  const title = visible.find((text) => text.trim() !== '') ?? 'Untitled';
  return firstChars(title, MAX_TITLE);
}

export function interrupted(): DocumentRefused {
  return new DocumentRefused(
    'interrupted',
    'The server stopped or failed while the file was being read. Upload it again.',
  );
}

export function tooLarge(maxBytes: number): DocumentRefused {
  return new DocumentRefused(
    'too_large',
    `The file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB, the most that is read (DOCUMENT_MAX_MB). Split it, or take out its pictures.`,
  );
}

export interface GivenImage {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface ImageReader {
  readonly isThere: boolean;
  /** What an image shows, as Markdown, and the model that wrote it. Rejects with {@link DocumentRefused}. */
  read(image: GivenImage, signal: AbortSignal): Promise<{ text: string; model: string }>;
}

function requireReader(reader: ImageReader | undefined, bytes: number): ImageReader {
  if (reader?.isThere !== true)
    throw new DocumentRefused(
      'no_model',
      'Only a language model can read an image, and none is connected. Connect one and upload the image again, or upload its text.',
    );
  if (bytes > MAX_IMAGE_BYTES)
    throw new DocumentRefused(
      'too_large',
      'The image is larger than 3.75 MB, the most that models take. Save it smaller, or cut it into parts.',
    );
  return reader;
}

export const IMAGE_SECONDS = 180;

export async function readImage(reader: ImageReader, image: GivenImage, closed: AbortSignal) {
  const limit = AbortSignal.timeout(IMAGE_SECONDS * 1000);
  try {
    return await reader.read(image, AbortSignal.any([closed, limit]));
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new DocumentRefused(
      'too_slow',
      `The model read the image for longer than ${IMAGE_SECONDS} seconds and was stopped. Upload it again, or a smaller part of it.`,
    );
  }
}
