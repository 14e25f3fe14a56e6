import { randomUUID } from 'node:crypto';

/** One value of a query string; a list is sent as the same name several times. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[];

/** Values of a query string; `undefined` ones are left out. */
export type Query = Readonly<Record<string, QueryValue | undefined>>;

export class TextBody {
  constructor(
    readonly contentType: string,
    readonly text: string,
  ) {}
}

/** A JSON body that is sent exactly as it stands, to the byte, instead of being serialised. */
export class JsonText extends TextBody {
  constructor(text: string) {
    super('application/json', text);
  }
}

export class BytesBody {
  constructor(
    readonly contentType: string,
    readonly content: Uint8Array<ArrayBuffer>,
  ) {}
}

/** A `multipart/form-data` body: fields in order, a field that stands several times is repeated. */
export class FormBody {
  readonly boundary = `form-${randomUUID()}`;

  constructor(readonly fields: readonly FormField[]) {}
}

export type FormField = { name: string; headers?: Readonly<Record<string, string>> } & (
  | { text: string; contentType?: string }
  | { fileName: string; contentType: string; content: Uint8Array<ArrayBuffer> }
);

/** One request below a backend's base URL; it states its path either as `segments` or as `path`. */
export interface BackendRequest {
  method: string;
  segments?: readonly string[];
  /** Begins with a slash and is encoded already, for what segments cannot state: a slash at the end, matrix parameters. */
  path?: string;
  /** A text is encoded already, and has no question mark. */
  query?: Query | string | undefined;
  /** Sent as JSON, unless it is a {@link JsonText}, {@link TextBody}, {@link BytesBody} or {@link FormBody}. */
  body?: unknown;
  /** Further headers; `authorization`, `cookie`, `host` and the like are refused. */
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface BackendAnswer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** What both clients share. Redirects are refused, answers bounded, path segments encoded. */
interface Client {
  /** The parsed JSON of `GET`; rejects with `AppError`: `platform_unavailable` when nothing answers, `not_found` for 404, `platform_error` with the backend's own words otherwise. */
  get<T>(segments: readonly string[], query?: Query): Promise<T>;
  /** The same for any request that this client may send; others reject with `write_refused`. */
  send<T>(request: BackendRequest): Promise<T>;
  /** The answer as it came, error statuses included; rejects only where there is none. */
  exchange(request: BackendRequest): Promise<BackendAnswer>;
}

/** The only client that a tool gets: GET, HEAD and declared reads. Anything else rejects with `write_refused`. */
export interface ReadClient extends Client {
  readonly access: 'read';
}

/** A backend with writes. Only the accept path has one, and hands it to a change kind's `apply` alone. */
export interface WriteClient extends Client {
  readonly access: 'write';
}
