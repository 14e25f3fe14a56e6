import { createHash } from 'node:crypto';

/** A program that is started here and spoken to over its standard streams. */
export interface McpProgram {
  command: string;
  args: readonly string[];
  /** Beside the few variables every program gets. */
  env: Readonly<Record<string, string>>;
  cwd: string;
}

export interface McpAddress {
  url: string;
  headers: Readonly<Record<string, string>>;
}

export type McpServerPlace = McpProgram | McpAddress;

/** For people: the command up to its first argument that is no flag, or the address without its query. Neither holds a secret. */
export function nameOfPlace(place: McpServerPlace): string {
  if (!('command' in place)) return withoutQuery(place.url);
  const { command, args } = place;
  const first = args.findIndex((arg) => !arg.startsWith('-'));
  return [command, ...args.slice(0, first + 1)].join(' ');
}

/** Tells one server from another: the whole command, or the address. Variables and headers do not count. */
export function identityOfPlace(place: McpServerPlace): string {
  const whole = 'command' in place ? [place.command, ...place.args] : withoutQuery(place.url);
  const hash = createHash('sha256').update(JSON.stringify(whole)).digest('hex');
  return `${nameOfPlace(place)} (${hash.slice(0, 12)})`;
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

export const defaultMcpLimits = {
  /** One message, and one answer over HTTP, in bytes. */
  messageBytes: 4 * 1024 * 1024,
  floodBytes: 64 * 1024 * 1024,
  /** The lines that a program or an event stream may have in that time. */
  floodLines: 5_000,
  floodWindowMs: 5_000,
  tools: 5_000,
  pages: 100,
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
