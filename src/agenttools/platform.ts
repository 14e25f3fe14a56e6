/** Values of a query string; `undefined` ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A body that is sent as it stands, to the byte, instead of being written as JSON anew. */
export class JsonText {
  constructor(readonly text: string) {}
}

/**
 * The business backend as one caller sees it: HTTP with that caller's token, path segments encoded
 * (dot segments refused), no redirects. Rejects with `AppError`: `platform_unavailable` when it does
 * not answer, `not_found` for 404, `platform_error` with the platform's own message and details
 * otherwise.
 */
export interface Platform {
  /** `segments` are joined and encoded: `get(['v1','workflow','rules', id])`. */
  get<T>(segments: readonly string[], query?: Query): Promise<T>;
  post<T>(segments: readonly string[], body: unknown, query?: Query): Promise<T>;
  put<T>(segments: readonly string[], body: unknown, query?: Query): Promise<T>;
}
