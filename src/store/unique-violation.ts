/** PostgreSQL's code for a value that a unique index already holds. */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement was refused because a unique index holds its value already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
