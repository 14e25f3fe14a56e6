import { validate } from '@readme/openapi-parser';
import { AppError, messageOf } from '../../../../foundation/errors.js';
import type { Finding } from '../operation.js';
import {
  prepareDocument,
  type PreparedDocument,
  type PrepareOptions,
} from '../prepare-document.js';
import { EXACT, fromCarriers } from '../../../../foundation/exact-json.js';
import { cutText } from '../text/clean-text.js';
import { parseDocumentText, type DocumentLimits } from '../document/parse-text.js';

export interface DocumentTask {
  bytes: Uint8Array;
  options: PrepareOptions;
}

/** What the thread answers, in this order. Lists come in pieces, each when it is asked for, so that taking them never holds up a chat. */
export type DocumentMessage =
  | { kind: 'document'; document: Omit<PreparedDocument, 'operations' | 'definitions'> }
  | { kind: 'definitions'; definitions: PreparedDocument['definitions'] }
  | { kind: 'operations'; operations: PreparedDocument['operations'] }
  | { kind: 'prepared' }
  | { kind: 'validated'; findings: Finding[] }
  | { kind: 'failed'; message: string };

const PIECE = 5;

/** Sent piece by piece, each once `taken` resolves, and validated at last: nobody has to wait for that. */
export async function serveDocument(
  { bytes, options }: DocumentTask,
  send: (message: DocumentMessage) => void,
  taken: () => Promise<unknown>,
): Promise<void> {
  const text = new TextDecoder().decode(bytes);
  try {
    const { operations, definitions, ...document } = prepareDocument(text, options);
    // One after the other, as all that wait are taken in one turn of the event loop.
    const hand = async (message: DocumentMessage): Promise<void> => {
      const next = taken();
      send(message);
      await next;
    };
    await hand({ kind: 'document', document });
    for (const piece of pieces(definitions)) {
      await hand({ kind: 'definitions', definitions: piece });
    }
    for (const piece of pieces(operations)) await hand({ kind: 'operations', operations: piece });
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

const MAX_FINDINGS = 30;
/** Its colours and code frames are for terminals. */
const ESCAPES = /\u001b\[[0-9;]*m/g;

/** What the specification says against a document, parsed again as validating writes into it. */
export async function validateDocument(text: string, limits: DocumentLimits): Promise<Finding[]> {
  try {
    const document = fromCarriers(parseDocumentText(text, limits), EXACT, Number);
    const result = await validate(document as Parameters<typeof validate>[0], {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
      validate: { errors: { colorize: false } },
    });
    const warnings = result.warnings.map(({ message }) => finding('warning', message));
    const wrong = result.valid ? [] : result.errors;
    const all = [...wrong.map(({ message }) => finding('error', message)), ...warnings];
    const more = all.length - MAX_FINDINGS;
    if (more <= 0) return all;
    const rest = `${more} more of what the specification says against it.`;
    return [...all.slice(0, MAX_FINDINGS), finding('warning', rest)];
  } catch (error) {
    return [finding('warning', `The document could not be validated: ${messageOf(error)}`)];
  }
}

function finding(level: Finding['level'], message: string): Finding {
  const [first = '', frame = ''] = message.replace(ESCAPES, '').trim().split('\n\n');
  // Which field is meant stands beside the mark in its frame only.
  const [, meant] = /^ *\| +\^+ (.+)$/m.exec(frame) ?? [];
  return { level, message: cutText(meant === undefined ? first : `${first}: ${meant}`, 400) };
}
