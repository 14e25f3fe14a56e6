/** Injection token of the server's `Database` (src/store/database.ts) inside the platform's Nest modules. */
export const DATABASE = Symbol('DATABASE');
