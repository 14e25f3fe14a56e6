/** A source of tools, as `GET /v1/agent/sources` tells of it. */
export interface SourceInfo {
  id: string;
  title: string;
  kind: 'static' | 'openapi' | 'mcp';
  state: 'ok' | 'degraded' | 'down' | 'loading';
  detail: string;
  tools: number;
  changes: number;
  /** The first of those that are not offered, and how many there are. */
  refused: readonly { tool: string; reason: string }[];
  refused_total: number;
  /** The first of the tools that wait until the operator has approved them, and how many there are. */
  quarantined_total: number;
  quarantined: readonly {
    tool: string;
    why: 'new' | 'changed' | 'suspicious';
    suspicions: readonly string[];
    /** Of its definition as it is shown here. */
    sha256: string;
    changes: readonly { field: string; before?: string; after?: string }[];
  }[];
  /** Its backend is asked with the user's own token. */
  forwards?: boolean;
  /** Whether the user is signed in there; absent where nobody has to be. */
  sign_in?: 'needed' | 'done';
  /** It was added here, and not by the config file or a plugin: it can be changed and removed. */
  removable: boolean;
}

/** A source as it was added: source and agent with the keys of the config file. */
export interface AddedSource {
  id: string;
  source: Record<string, unknown>;
  agent?: Record<string, unknown>;
  /** The text of its document, where that was sent. */
  document?: string;
  /** The origin that an operator allowed to be sent the tokens of users. */
  forward_to?: string;
}
