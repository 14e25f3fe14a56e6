import { open, stat } from 'node:fs/promises';
import { defined } from '../../../../foundation/defined.js';
import { AppError, configError, messageOf } from '../../../../foundation/errors.js';
import type { Credential } from '../../credentials.js';
import type { DocumentLimits } from '../document/document-limits.js';
import { fetchDocument, SignInNeeded } from './fetch-document.js';

/** Where a document is: an absolute path, a URL, or the text itself. */
export type DocumentPlace = { file: string } | DocumentUrl | { text: string };

export interface DocumentUrl {
  /** May hold a secret. */
  url: string;
  /** As the config file writes it, without the values of variables: what messages name. */
  shown?: string;
  /** For the origin of `url` alone. */
  credentials?: readonly Credential[];
}

export interface DocumentText {
  text: string;
  /** Why it was read without the credentials there are; empty where none were given up. */
  unsigned: string;
}

const FETCH_TIMEOUT_MS = 30_000;

/** The text of a document; rejects with `config_error` that says where it was looked for and what is wrong. */
export async function readDocumentText(
  place: DocumentPlace,
  limits: Pick<DocumentLimits, 'bytes'>,
  signal: AbortSignal,
): Promise<DocumentText> {
  if ('text' in place) return { text: place.text, unsigned: '' };
  if ('url' in place) return fetchText(place, limits.bytes, signal);
  try {
    return { text: await readFileText(place.file, limits.bytes, signal), unsigned: '' };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled', 'Reading the document was cancelled.');
    throw configError(`${place.file} cannot be read: ${messageOf(error)}.`);
  }
}

/** A document that refuses the credentials may be there for all: what they may see is better than nothing. */
async function fetchText(
  { url, shown, credentials }: DocumentUrl,
  maxBytes: number,
  signal: AbortSignal,
): Promise<DocumentText> {
  const options = { signal, maxBytes, timeoutMs: FETCH_TIMEOUT_MS, ...defined({ shown }) };
  if (credentials === undefined) return { text: await fetchDocument(url, options), unsigned: '' };
  try {
    return { text: await fetchDocument(url, { ...options, credentials }), unsigned: '' };
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error;
    const text = await fetchDocument(url, options).catch(() => {
      throw error;
    });
    return { text, unsigned: `with the credential of auth its address answered ${error.status}` };
  }
}

/** Its size is asked of the open file, and the file then read no further. */
async function readFileText(path: string, maxBytes: number, signal: AbortSignal): Promise<string> {
  // Before it is opened: that of a pipe waits for its other end.
  if (!(await stat(path)).isFile()) throw configError(`${path} is no file.`);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > maxBytes) {
      const [found, most] = [size, maxBytes].map((bytes) => Math.round(bytes / 1024 ** 2));
      throw configError(`${path} has ${found} MB; documents up to ${most} MB are read.`);
    }
    const bytes = await file.readFile({ signal });
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
}
