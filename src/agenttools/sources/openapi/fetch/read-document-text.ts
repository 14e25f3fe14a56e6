import { open } from 'node:fs/promises';
import { AppError, messageOf } from '../../../../foundation/errors.js';
import type { DocumentLimits } from '../document/document-limits.js';
import { fetchDocument } from './fetch-document.js';

/** Where a document is: an absolute path, a URL, or the text itself. */
export type DocumentPlace = { file: string } | { url: string } | { text: string };

const FETCH_TIMEOUT_MS = 30_000;

/** The text of a document; rejects with `config_error` that says where it was looked for and what is wrong. */
export async function readDocumentText(
  place: DocumentPlace,
  limits: Pick<DocumentLimits, 'bytes'>,
  signal: AbortSignal,
): Promise<string> {
  if ('text' in place) return place.text;
  if ('url' in place) {
    return fetchDocument(place.url, {
      signal,
      maxBytes: limits.bytes,
      timeoutMs: FETCH_TIMEOUT_MS,
    });
  }
  try {
    return await readFileText(place.file, limits.bytes, signal);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('cancelled', 'Reading the document was cancelled.');
    throw new AppError('config_error', `${place.file} cannot be read: ${messageOf(error)}.`);
  }
}

/** Its size is asked of the open file, and the file then read no further. */
async function readFileText(path: string, maxBytes: number, signal: AbortSignal): Promise<string> {
  const file = await open(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new AppError('config_error', `${path} is no file.`);
    if (stat.size > maxBytes) {
      const [found, most] = [stat.size, maxBytes].map((bytes) => Math.round(bytes / 1024 ** 2));
      throw new AppError(
        'config_error',
        `${path} has ${found} MB; documents up to ${most} MB are read.`,
      );
    }
    const bytes = await file.readFile({ signal });
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
}
