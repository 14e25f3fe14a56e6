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

/** For people: the command as it would be typed, or the address without its query. */
export function nameOfPlace(place: McpServerPlace): string {
  if ('command' in place) return [place.command, ...place.args].join(' ');
  const { origin, pathname } = new URL(place.url);
  return `${origin}${pathname}`;
}
