import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../foundation/errors.js';
import { encodeSse } from '../../../foundation/sse.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import { toWireDocument } from './documents.model.js';

const POLL_MS = 300;

/**
 * Frames of a document's way: one `document` at once and after each change, the last when it is ready or has
 * failed; `document_deleted` when it was deleted in the meantime. Read from the database, so that any server can
 * tell of a document another one reads.
 */
export async function* documentFrames(
  read: () => Promise<StoredDocument>,
  closed: AbortSignal,
): AsyncGenerator<string> {
  let shown = '';
  for (;;) {
    const document = await read().catch(unlessGone);
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

function unlessGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
