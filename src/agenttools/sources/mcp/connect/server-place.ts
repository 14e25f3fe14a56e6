import { createHash } from 'node:crypto';

/** A program that is started here and spoken to over its standard streams. */
export interface McpProgram {
  command: string;
  args: readonly string[];
  /** Beside the few variables every program gets. */
  env: Readonly<Record<string, string>>;
  cwd: string;
}

/** A server that is asked over Streamable HTTP, with the operator's own headers. */
export interface McpAddress {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Where an MCP server is; from the operator. */
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
