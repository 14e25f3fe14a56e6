/** A file of a user's, in the words of a preview: enough to tell it from any other. */
export interface UserFile {
  id: string;
  /** With its ending. */
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
}

/** The files that users brought. Each is seen by its owner only, unless all users share it. */
export interface UserFiles {
  /** Rejects with `not_found` what this user has no file of, saying how to bring it. */
  find(userId: string, id: string): Promise<UserFile>;
  /** The content of a file as it was found; rejects with `conflict` once it is gone or another one. */
  read(userId: string, file: UserFile): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the schema of an argument says that is the id of a file; forms offer to upload one. */
export const FILE_ID = 'Id of a document that the user has uploaded; its file is sent.';

/** The largest image that a model is given: 5 MB as base64, the least of what their APIs take. */
export const MAX_IMAGE_BYTES = 3_932_160;

/** Raster images that browsers draw without running anything and models read, by their first bytes. */
const RASTER: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** Whether a media type is one that {@link imageType} answers. */
export function isImageType(type: string): boolean {
  return RASTER.some(([known]) => known === type);
}

/** The media type of an image by its first bytes; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return RASTER.find(([, pattern]) => pattern.test(start))?.[0];
}
