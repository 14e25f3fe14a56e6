import { setTimeout as pause } from 'node:timers/promises';
import { AppError, messageOf } from '../../../../foundation/errors.js';
import { validateDocument } from '../document/validate-document.js';
import type { Finding } from '../operation.js';
import {
  prepareDocument,
  type PreparedDocument,
  type PrepareOptions,
} from '../prepare-document.js';

/** What the thread is given. */
export interface DocumentTask {
  text: string;
  options: PrepareOptions;
}

/** What the thread answers, in this order. Lists come in pieces, so that taking one never holds up a chat. */
export type DocumentMessage =
  | { kind: 'document'; document: Omit<PreparedDocument, 'operations' | 'definitions'> }
  | { kind: 'definitions'; definitions: PreparedDocument['definitions'] }
  | { kind: 'operations'; operations: PreparedDocument['operations'] }
  | { kind: 'prepared' }
  | { kind: 'validated'; findings: Finding[] }
  | { kind: 'failed'; message: string };

const PIECE = 20;

/** Prepares a document, sends it piece by piece, then validates it: nobody has to wait for that. */
export async function serveDocument(
  { text, options }: DocumentTask,
  send: (message: DocumentMessage) => void,
): Promise<void> {
  try {
    const { operations, definitions, ...document } = prepareDocument(text, options);
    send({ kind: 'document', document });
    // One after the other, as all that wait are taken in one turn of the event loop.
    for (const piece of pieces(definitions)) {
      send({ kind: 'definitions', definitions: piece });
      await pause(1);
    }
    for (const piece of pieces(operations)) {
      send({ kind: 'operations', operations: piece });
      await pause(1);
    }
    send({ kind: 'prepared' });
  } catch (error) {
    // Only sentences meant for people: anything else is a fault of ours, and says so.
    const message =
      error instanceof AppError ? error.message : `It could not be read: ${messageOf(error)}.`;
    send({ kind: 'failed', message });
    return;
  }
  send({ kind: 'validated', findings: await validateDocument(text, options.limits) });
}

function pieces<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / PIECE);
  return Array.from({ length: count }, (_, at) => list.slice(at * PIECE, (at + 1) * PIECE));
}
