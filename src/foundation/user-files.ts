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

export const MAX_ATTACHMENTS = 10;
