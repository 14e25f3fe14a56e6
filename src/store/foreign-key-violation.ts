/** PostgreSQL's code for a row that refers to one which is not there (any more). */
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a statement was refused because the row that it refers to is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;
}
