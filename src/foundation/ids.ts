import { randomUUID } from 'node:crypto';

/** The form of a UUID in any case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID in its usual text form, of any version. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A new random id (UUID v4). */
export function newId(): string {
  return randomUUID();
}
