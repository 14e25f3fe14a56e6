import { fileURLToPath } from 'node:url';
import { filter, firstValueFrom, ReplaySubject } from 'rxjs';
import type { McpServerPlace } from '../../../src/agenttools/sources/mcp/connect/server-place.js';
import {
  McpSource,
  type McpSourceOptions,
} from '../../../src/agenttools/sources/mcp/mcp-source.js';
import type { McpStatus } from '../../../src/agenttools/sources/mcp/mcp-status.js';
import type { LiveCall, Tool, ToolOutcome } from '../../../src/agenttools/tool.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { defined } from '../../../src/foundation/defined.js';
import { toolCall } from '../loop.js';

/** A program of Node as a server. */
function nodeServer(place: string, ...args: string[]): McpServerPlace {
  const path = fileURLToPath(new URL(place, import.meta.url));
  return { command: process.execPath, args: [path, ...args], env: {}, cwd: process.cwd() };
}

/** The hostile server with what it is to do. */
export const hostileServer = (plan: object) =>
  nodeServer('./hostile-server.mjs', JSON.stringify(plan));

/** One of the reference servers that are installed for the tests. */
export const packagedServer = (name: string, ...args: string[]) =>
  nodeServer(`../../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, ...args);

/** Opened sources, closed after each test by {@link closeSources}. */
const opened: McpSource[] = [];

/** A source that is connecting. */
export function openMcp(server: McpServerPlace, more: Partial<McpSourceOptions> = {}): McpSource {
  const source = new McpSource({ id: 's', server, version: '0.0.0', ...more });
  opened.push(source);
  source.open();
  return source;
}

/** Closes what {@link openMcp} opened. */
export async function closeSources(): Promise<void> {
  for (const source of opened.splice(0)) await source.close();
}

/** The status once it is as wanted. */
export function untilStatus(source: McpSource, wanted: (status: McpStatus) => boolean) {
  return firstValueFrom(source.server$.pipe(filter(wanted)));
}

/** The tools of the first list, or of the one that is as wanted. */
export const toolsOf = (source: McpSource, wanted = (_tools: readonly Tool[]) => true) =>
  firstValueFrom(source.tools$.pipe(filter(wanted)));

/** Calls a tool of the source as a run would. */
export async function callTool(
  source: McpSource,
  name: string,
  input: Record<string, unknown> = {},
  signal: AbortSignal = new AbortController().signal,
  { userId = 'ada', live }: { userId?: string; live?: LiveCall } = {},
): Promise<ToolOutcome> {
  const tool = (await toolsOf(source)).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  tool.check?.(input);
  const caller = { userId, authorization: 'Bearer of-the-caller' };
  const read = source.backend.readFor(caller, { signal, ...defined({ live }) });
  return tool.execute(input, toolCall({ caller: { userId }, signal, read }));
}

type Shown = { event: string; data: JsonObject };

/** What a call shows while it runs, kept for a test to look at. */
export class WatchedCall implements LiveCall {
  readonly shown: Shown[] = [];
  private readonly all = new ReplaySubject<Shown>();

  show(event: string, data: JsonObject): void {
    this.shown.push({ event, data });
    this.all.next({ event, data });
  }

  pause(): () => void {
    return () => {};
  }

  /** The first event of this name. */
  async first(name: string): Promise<JsonObject> {
    return (await firstValueFrom(this.all.pipe(filter(({ event }) => event === name)))).data;
  }
}
