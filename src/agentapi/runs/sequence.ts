import { AppError } from '../../foundation/errors.js';

const SEQUENCE = /^\d{1,9}$/;

/** The number of the last event a client has; 0, from the start, when it names none. */
export function toSequence(text: unknown): number {
  if (text === undefined || text === '') return 0;
  if (typeof text === 'string' && SEQUENCE.test(text)) return Number(text);
  throw new AppError(
    'invalid_request',
    'Last-Event-ID and after must be the number of the last event you have, from 0.',
    [{ path: 'after', message: 'must be a whole number from 0' }],
  );
}
