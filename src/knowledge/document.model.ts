import type { RefusalReason } from './document-refused.js';
import type { Language } from './language.js';
import type { DocumentKind } from './parsing/document-kind.js';

/** Who owns what all users may read; no user has this id. */
export const SHARED_OWNER = '*';

export const DEFAULT_KB = 'default_kb';

export const KB_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export const KB_ID_RULE =
  'kb_id must be 1 to 64 letters, digits, dots, dashes or underscores, the first a letter or digit';

export const MAX_TITLE = 300;

/** `embedding` can be searched by words, `ready` also by meaning; `failed` holds nothing but the reason. */
type DocumentState = 'parsing' | 'embedding' | 'ready' | 'failed';

export interface StoredDocument {
  id: string;
  kbId: string;
  /** Whether all users may read it; nobody may delete it then. */
  isShared: boolean;
  title: string;
  fileName: string;
  kind: DocumentKind;
  language?: Language;
  sha256: string;
  bytes: number;
  state: DocumentState;
  failure?: { reason: RefusalReason; message: string };
  /** Of an image, its media type by its first bytes. */
  imageType?: string;
  /** The model that wrote the text from the image; nobody checked it. */
  readBy?: string;
  pages?: number;
  blockCount: number;
  chunkCount: number;
  embeddedCount: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewDocument extends Pick<
  StoredDocument,
  'kbId' | 'title' | 'fileName' | 'kind' | 'imageType' | 'sha256'
> {
  userId: string;
}
