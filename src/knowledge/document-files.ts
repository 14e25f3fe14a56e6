import type { UserFile, UserFiles } from '../foundation/user-files.js';
import { AppError } from '../foundation/errors.js';
import type { PgDocumentStore } from './documents.store.js';
import { kindOfName, readableKinds } from './parsing/document-kind.js';

/**
 * What files that are not read are called on the wire, by their endings: those that backends commonly ask for. Some were
 * attached before spreadsheets were read.
 */
const media = new Map(
  Object.entries({
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
  }),
);

function mediaType(fileName: string): string {
  const end = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return media.get(end) ?? 'application/octet-stream';
}

/** The documents of a store as the files that were uploaded. */
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
      throw new AppError(
        'not_found',
        `"${name}" could not be read, so its file was not kept. Upload it again.`,
      );
    },
    async read(userId, { id, name }): Promise<Uint8Array<ArrayBuffer>> {
      const content = await documents.original(userId, id);
      if (content !== undefined) return content;
      throw new AppError(
        'conflict',
        `The file "${name}" is not there any more: it was deleted, or uploaded before files were kept. Upload it again, then ask for the change again.`,
      );
    },
  };
}
