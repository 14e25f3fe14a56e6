import { readDefinitions, type ToolDefinition } from '../definitions/tool-definition.js';
import { definitionHash } from '../pins/pins.js';
import type { McpLimits } from './server-place.js';
import type { McpConnection } from './mcp-connection.js';

/** A list is asked for again no sooner and no later than this, whatever the server says. */
const MIN_MS = 60_000;
const MAX_MS = 24 * 60 * 60_000;

/** For how long a list counts by the server's `ttlMs`; undefined where it says nothing of it, or 0. */
export function freshMs(ttlMs: unknown): number | undefined {
  if (typeof ttlMs !== 'number' || !(ttlMs > 0)) return undefined;
  return Math.min(Math.max(ttlMs, MIN_MS), MAX_MS);
}

interface UserList {
  schemas: Promise<ReadonlyMap<string, string>>;
  until: number;
}

/** What a server lists to each user who has signed in: of a list that is private to one, others have nothing. */
export class UserLists {
  private readonly kept = new WeakMap<McpConnection, UserList>();

  constructor(private readonly limits: McpLimits) {}

  /** Whether the user of this connection is listed the tool with the same arguments. */
  async names(
    connection: McpConnection,
    { name, inputSchema }: ToolDefinition,
    signal: AbortSignal,
  ): Promise<boolean> {
    const known = this.kept.get(connection);
    const list = known && known.until > performance.now() ? known : this.read(connection, signal);
    return (await list.schemas).get(name) === definitionHash(inputSchema);
  }

  private read(connection: McpConnection, signal: AbortSignal): UserList {
    const forget = () => this.kept.delete(connection);
    const read = async () => {
      const { tools, ttlMs } = await connection.listTools(signal);
      list.until = performance.now() + (freshMs(ttlMs) ?? MIN_MS);
      const { definitions } = await readDefinitions(tools, this.limits);
      return new Map(definitions.map((one) => [one.name, definitionHash(one.inputSchema)]));
    };
    const list: UserList = { until: Infinity, schemas: read() };
    list.schemas.catch(forget);
    if (!this.kept.has(connection)) connection.toolsChanged$.subscribe(forget);
    this.kept.set(connection, list);
    return list;
  }
}
