export const defaultMcpLimits = {
  /** One message, and one answer over HTTP, in bytes. */
  messageBytes: 4 * 1024 * 1024,
  /** What a server may send in `floodWindowMs`. */
  floodBytes: 64 * 1024 * 1024,
  /** The lines that a program or an event stream may have in that time. */
  floodLines: 5_000,
  floodWindowMs: 5_000,
  /** Tools of one server. */
  tools: 5_000,
  pages: 100,
  /** Characters of JSON of one tool's schema. */
  schemaChars: 200_000,
  /** Starting a server and agreeing on a version; the first start of a package may download it. */
  connectMs: 60_000,
  listMs: 30_000,
  /** A call that reads: without progress, and with it. */
  readMs: 60_000,
  readTotalMs: 300_000,
  /** An accepted change, progress or not: shorter than another server waits before it looks after it. */
  writeMs: 30_000,
};

/** What a server may take and send. It is not trusted: each limit ends in an error that says which it was. */
export type McpLimits = typeof defaultMcpLimits;
