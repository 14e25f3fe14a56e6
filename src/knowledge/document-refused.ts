import { AppError } from '../foundation/errors.js';

/** Why a document cannot be read; part of the wire. */
const refusalReasons = [
  'unsupported',
  'encrypted',
  'empty',
  'broken',
  'too_large',
  'quota',
  'too_slow',
  'interrupted',
  'no_model',
  'model_failed',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** A document that is not taken: the reason for programs, and a sentence for its owner. Nothing of it is kept. */
export class DocumentRefused extends AppError {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super('invalid_document', message, [{ path: 'file', message: reason }], options);
  }
}

export function toReason(text: unknown): RefusalReason {
  return refusalReasons.find((reason) => reason === text) ?? 'broken';
}

export interface DocumentQuota {
  documents: number;
  bytes: number;
}

export const defaultQuota: DocumentQuota = { documents: 1000, bytes: 1024 * 1024 * 1024 };

/** Refuses one more document of this size beyond the quota. Uploads of the same moment may pass it together. */
export function requireRoom(
  used: { documents: number; bytes: number },
  bytes: number,
  quota: DocumentQuota,
): void {
  if (used.documents >= quota.documents) {
    throw full(`${used.documents} documents, the most one user may keep (DOCUMENT_MAX_COUNT)`);
  }
  if (used.bytes + bytes > quota.bytes) {
    const [have, most] = [used.bytes, quota.bytes].map((each) => (each / 1024 / 1024).toFixed(1));
    throw full(
      `${have} MB of documents, and with this one more than the ${most} MB that one user may keep (DOCUMENT_MAX_TOTAL_MB)`,
    );
  }
}

function full(what: string): DocumentRefused {
  return new DocumentRefused('quota', `You have ${what}. Delete some that you no longer need.`);
}
