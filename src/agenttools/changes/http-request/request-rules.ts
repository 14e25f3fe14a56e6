/**
 * What a request does to what is stored. `replace`: a PUT; `merge`: a merge patch (RFC 7396); `patch`: a
 * PATCH with plain JSON; `json_patch`: RFC 6902; `create`: a POST to a collection; `presence`: a PUT without a
 * body, after which something is there (a star, a block); `effect`: a PATCH without a body, which does something
 * to what can be read; `action`: anything else.
 */
export type RequestAction =
  | 'replace'
  | 'merge'
  | 'patch'
  | 'json_patch'
  | 'create'
  | 'delete'
  | 'presence'
  | 'effect'
  | 'action';

/** What a document says of one writing operation that a preview of it needs. Plain data. */
export interface RequestRules {
  action: RequestAction;
  /** The properties of the object in its body that can be written; absent where the document does not say. */
  fields?: readonly string[];
  /** Places of secrets in its body: JSON pointers, `*` for any item of a list. */
  secrets: readonly string[];
  /** Places of what a read may give there and nobody can send. */
  unsent?: readonly string[];
  /** There when a GET of the same path is declared: the query parameters that it takes. */
  twin?: { query: readonly string[] };
  /** Its document says that reads carry an ETag; without it the answer shows whether they do. */
  tagged?: true;
  /** Places of the object, as JSON pointers; empty: it is the whole. What is absent the answer itself shows. */
  envelope?: { read?: string; answer?: string; body?: string };
  /** Those of `fields` that a read does not give; of a POST, that of what it makes. Absent: its form is not told. */
  unreadable?: readonly string[];
  /** What references can lead to in its answer, from the object on; `.*`: anything below. Absent: not told. */
  gives?: readonly string[];
  bulk?: true;
  /** How many segments of the path lie below the nearest one with a GET; absent: there is none. */
  parent?: number;
  /** The parameter in the path of what a POST creates, where that path is declared, and its methods. */
  created?: { methods: readonly string[]; pathTemplate: string; at?: string };
  /** The PUT of its path, or POST, that makes what a DELETE removes; `key`: the parameter in the path of what is deleted. */
  remade?: {
    isPut?: true;
    pathTemplate: string;
    key: string;
    fields: readonly string[];
    required: readonly string[];
    unsent?: readonly string[];
    at?: string;
  };
  /** The request of the same path that needs no body and takes it back: of a PUT, DELETE; of a DELETE, such a PUT. */
  opposite?: 'DELETE' | 'PUT';
  idempotencyHeader?: string;
  dryRun?: DryRun;
  /** The paths that read what a field refers to, by the field: it is the one parameter of no other. */
  refers?: Readonly<Record<string, string>>;
  /** The backend's own page of what it is sent to or makes: see {@link webPageOf}. */
  page?: string;
}

export interface DryRun {
  parameter: string;
  value: string;
  /** The document declares it for this operation: only then is it sent before anybody has accepted the change. */
  declared?: true;
}

/** What an operator says of a backend's writes where its document does not; nothing of it is guessed. */
export interface WriteConventions {
  /** `merge`: as a merge patch; `fields`: field by field; `strict`: so, and with all that its schema requires. */
  patch?: 'merge' | 'fields' | 'strict';
  idempotencyHeader?: string;
  dryRun?: DryRun;
}
