import { AppError } from '../foundation/errors.js';

/** Why a document cannot be read; part of the wire. */
export const refusalReasons = [
  'unsupported',
  'encrypted',
  'empty',
  'broken',
  'too_large',
  'quota',
  'too_slow',
  'interrupted',
] as const;

/** One of {@link refusalReasons}. */
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

/** The reason among the ones there are; what is not one of them is a broken file. */
export function toReason(text: unknown): RefusalReason {
  return refusalReasons.find((reason) => reason === text) ?? 'broken';
}
