import { conflict, notFound } from '../foundation/errors.js';
import { ownValue } from '../foundation/json.js';
import { isUuid, newId } from '../foundation/ids.js';
import { withoutNulls, type Database } from '../store/database.js';
import type { UserFile, UserFiles } from '../foundation/user-files.js';
import type { Block } from './chunks.js';
import { prepareContent, type DocumentContent } from './document-content.js';
import type { DocumentRefused } from './document-refused.js';
import { SHARED_OWNER, type NewDocument, type StoredDocument } from './document.model.js';
import { kindOfName, readableKinds } from './parsing/document-kind.js';

const MAX_POSITION = 2 ** 31 - 1;

const DOCUMENT = `d.id, d.kb_id as "kbId", d.user_id = '${SHARED_OWNER}' as "isShared", d.title,
  d.file_name as "fileName", d.kind, d.language, d.sha256, d.bytes, d.state, d.failure, d.pages,
  d.image_type as "imageType", d.read_by as "readBy",
  d.block_count as "blockCount", d.chunk_count as "chunkCount", d.created_at as "createdAt",
  d.updated_at as "updatedAt",
  case when d.state in ('embedding', 'ready') then (
    select count(*) from knowledge.chunks c join knowledge.vectors v on v.chunk_id = c.id and v.part = 0
    where c.document_id = d.id) else 0 end as "embeddedCount"`;

const BLOCK =
  'id, document_id as "documentId", position, kind, heading_path as "headingPath", page, box, text';

export type PlacedBlock = Block & { documentId: string };

/** Documents and blocks. A `userId` sees its own and the shared ones; any other is `not_found`. */
export class PgDocumentStore {
  constructor(private readonly db: Database) {}

  /** Notes a document to parse (`started`); the same content of a knowledge base is answered as it is, unless failed. */
  async begin(document: NewDocument, content: Uint8Array) {
    const { userId, kbId, sha256, title, fileName, kind, imageType } = document;
    const [row] = await this.db.query<{ id: string }>(BEGIN, [
      newId(),
      userId,
      kbId,
      title,
      fileName,
      kind,
      sha256,
      content.length,
      content,
      imageType,
    ]);
    const [found] = await this.db.query<StoredDocument>(
      `select ${DOCUMENT} from knowledge.documents d
       where d.user_id = $1 and d.kb_id = $2 and d.sha256 = $3`,
      [userId, kbId, sha256],
    );
    if (found === undefined) throw conflict('The document was deleted in the meantime.');
    return { document: withoutNulls(found), begun: row !== undefined };
  }

  /** What the user's own documents take, failed ones left out, and whether this content is among them. */
  async usage(userId: string, kbId: string, sha256: string) {
    const [row] = await this.db.query<{ documents: number; bytes: number; holds: boolean }>(USAGE, [
      userId,
      kbId,
      sha256,
    ]);
    return row ?? { documents: 0, bytes: 0, holds: false };
  }

  async complete(documentId: string, content: DocumentContent): Promise<boolean> {
    return this.db.transaction(prepareContent(documentId, content));
  }

  async fail(documentId: string, refused: DocumentRefused): Promise<void> {
    await this.failWhere('id = $1', documentId, refused);
  }

  /** Fails the documents that have been parsing for longer than any parse takes: their server is gone. */
  failAbandoned(olderThanSeconds: number, refused: DocumentRefused): Promise<number> {
    const isOld = 'updated_at <= now() - make_interval(secs => $1)';
    return this.failWhere(isOld, olderThanSeconds, refused);
  }

  private async failWhere(which: string, value: unknown, { reason, message }: DocumentRefused) {
    const rows = await this.db.query(
      `with failed as (
         update knowledge.documents set state = 'failed', failure = $2, updated_at = now()
         where state = 'parsing' and ${which} returning id
       ), dropped as (
         delete from knowledge.originals where document_id in (select id from failed)
       )
       select id from failed`,
      [value, { reason, message }],
    );
    return rows.length;
  }

  async list(userId: string, kbId?: string): Promise<StoredDocument[]> {
    const rows = await this.db.query<StoredDocument>(
      `select ${DOCUMENT} from knowledge.documents d
       where d.user_id in ($1, '${SHARED_OWNER}') and ($2::text is null or d.kb_id = $2)
       order by lower(d.title), d.id`,
      [userId, kbId ?? null],
    );
    return rows.map(withoutNulls);
  }

  async find(userId: string, id: string): Promise<StoredDocument> {
    const find = `select ${DOCUMENT} from knowledge.documents d
      where d.user_id in ($1, '${SHARED_OWNER}') and d.id = $2`;
    const [row] = isUuid(id) ? await this.db.query<StoredDocument>(find, [userId, id]) : [];
    if (row) return withoutNulls(row);
    throw notFound(`There is no document ${id.slice(0, 80)}.`);
  }

  /** The file as it was uploaded; undefined for one that failed, or came before files were kept. */
  async original(userId: string, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const [row] = await this.db.query<{ content: Uint8Array<ArrayBuffer> }>(
      `select o.content from knowledge.originals o join knowledge.documents d on d.id = o.document_id
       where d.user_id in ($1, '${SHARED_OWNER}') and d.id = $2`,
      [userId, id],
    );
    return row?.content;
  }

  /** Deletes a document with all that belongs to it. A shared one is refused with `conflict`. */
  async remove(userId: string, id: string): Promise<void> {
    const document = await this.find(userId, id);
    if (document.isShared && userId !== SHARED_OWNER) {
      throw conflict(
        `"${document.title}" belongs to the sample that all users share, and cannot be deleted here.`,
      );
    }
    await this.db.query('delete from knowledge.documents where id = $1 and user_id = $2', [
      id,
      userId,
    ]);
  }

  async blocks(userId: string, documentId: string, from: number, limit: number): Promise<Block[]> {
    const { id } = await this.find(userId, documentId);
    const rows = await this.db.query<PlacedBlock>(
      `select ${BLOCK} from knowledge.blocks
       where document_id = $1 and position >= $2 order by position limit $3`,
      [id, Math.min(from, MAX_POSITION), limit],
    );
    return rows.map(withoutNulls);
  }

  /** The blocks of these ids the user may read, by document and position; unknown ids are left out. */
  async blocksById(userId: string, ids: readonly string[]): Promise<PlacedBlock[]> {
    const rows = await this.db.query<PlacedBlock>(
      `select ${BLOCK} from knowledge.blocks
       where id = any($2::uuid[]) and user_id in ($1, '${SHARED_OWNER}')
       order by document_id, position`,
      [userId, ids.filter(isUuid)],
    );
    return rows.map(withoutNulls);
  }
}

/** A row comes back when the caller is to parse: a new document, or one that failed or was only kept before. */
const BEGIN = `with begun as (
    insert into knowledge.documents
      (id, user_id, kb_id, title, file_name, kind, sha256, bytes, image_type, state)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $10, 'parsing')
    on conflict (user_id, kb_id, sha256) do update
      set state = 'parsing', failure = null, title = excluded.title, file_name = excluded.file_name,
        kind = excluded.kind, image_type = excluded.image_type, updated_at = now()
      where documents.state = 'failed'
        or (documents.state = 'ready' and documents.kind = 'file' and excluded.kind <> 'file')
    returning id
  ), kept as (
    insert into knowledge.originals (document_id, content) select id, $9::bytea from begun
    on conflict (document_id) do update set content = excluded.content
  )
  select id from begun`;

const USAGE = `select count(*)::int as documents, coalesce(sum(bytes), 0)::float8 as bytes,
    coalesce(bool_or(kb_id = $2 and sha256 = $3), false) as holds
  from knowledge.documents where user_id = $1 and state <> 'failed'`;

const media: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  heic: 'image/heic',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

function mediaType(fileName: string): string {
  const end = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return ownValue(media, end) ?? 'application/octet-stream';
}

export function documentFiles(documents: PgDocumentStore): UserFiles {
  return {
    async find(userId, id): Promise<UserFile> {
      const { fileName, kind, bytes, sha256, state, imageType } = await documents.find(userId, id);
      const read = kind === 'file' || kind === 'image' ? undefined : readableKinds[kind];
      const contentType = read?.contentType ?? imageType ?? mediaType(fileName);
      // A text that was written in the browser has a title only.
      const lacksEnding = read !== undefined && kindOfName(fileName) === undefined;
      const name = lacksEnding ? `${fileName}.${read.endings[0]}` : fileName;
      if (state !== 'failed') return { id, name, contentType, bytes, sha256 };
      throw notFound(`"${name}" could not be read, so its file was not kept. Upload it again.`);
    },
    async read(userId, { id, name }): Promise<Uint8Array<ArrayBuffer>> {
      const content = await documents.original(userId, id);
      if (content !== undefined) return content;
      throw conflict(
        `The file "${name}" is not there any more: it was deleted, or uploaded before files were kept. Upload it again, then ask for the change again.`,
      );
    },
  };
}
