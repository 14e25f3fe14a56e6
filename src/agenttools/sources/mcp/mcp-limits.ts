/** What a server may take and send. It is not trusted: each limit ends in an error that says which it was. */
export interface McpLimits {
  /** One message, and one answer over HTTP, in bytes. */
  messageBytes: number;
  /** What a server may send in {@link floodWindowMs}. */
  floodBytes: number;
  /** The lines that a program or an event stream may have in that time. */
  floodLines: number;
  floodWindowMs: number;
  /** Tools of one server. */
  tools: number;
  pages: number;
  /** Characters of JSON of one tool's schema. */
  schemaChars: number;
  /** Starting a server and agreeing on a version; the first start of a package may download it. */
  connectMs: number;
  listMs: number;
  /** A call that reads: without progress, and with it. */
  readMs: number;
  readTotalMs: number;
  /** An accepted change, progress or not: shorter than another server waits before it looks after it. */
  writeMs: number;
}

/** The limits of every source. */
export const defaultMcpLimits: McpLimits = {
  messageBytes: 4 * 1024 * 1024,
  floodBytes: 64 * 1024 * 1024,
  floodLines: 5_000,
  floodWindowMs: 5_000,
  tools: 5_000,
  pages: 100,
  schemaChars: 200_000,
  connectMs: 60_000,
  listMs: 30_000,
  readMs: 60_000,
  readTotalMs: 300_000,
  writeMs: 30_000,
};
