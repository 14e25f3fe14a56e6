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

const fixture = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A program of Node as a server. */
export function nodeServer(path: string, ...args: string[]): McpServerPlace {
  return { command: process.execPath, args: [path, ...args], env: {}, cwd: process.cwd() };
}

/** The hostile server with what it is to do. */
export function hostileServer(plan: object): McpServerPlace {
  return nodeServer(fixture('./hostile-server.mjs'), JSON.stringify(plan));
}

/** One of the reference servers that are installed for the tests. */
export function packagedServer(name: string, ...args: string[]): McpServerPlace {
  const path = `../../../node_modules/@modelcontextprotocol/${name}/dist/index.js`;
  return nodeServer(fixture(path), ...args);
}

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
export function toolsOf(
  source: McpSource,
  wanted: (tools: readonly Tool[]) => boolean = () => true,
): Promise<readonly Tool[]> {
  return firstValueFrom(source.tools$.pipe(filter(wanted)));
}

/** Calls a tool of the source as a run would. */
export async function callTool(
  source: McpSource,
  name: string,
  input: Record<string, unknown> = {},
  signal: AbortSignal = new AbortController().signal,
  { userId = 'ada', live }: { userId?: string; live?: LiveCall } = {},
): Promise<ToolOutcome> {
  const tools = await toolsOf(source);
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    throw new Error(`there is no tool ${name}: ${tools.map((t) => t.name).join()}`);
  tool.check?.(input);
  const caller = { userId, authorization: 'Bearer of-the-caller' };
  const read = source.backend.readFor(caller, { signal, ...defined({ live }) });
  return tool.execute(input, toolCall({ caller: { userId }, signal, read }));
}

/** What a call shows while it runs, kept for a test to look at. */
export class WatchedCall implements LiveCall {
  readonly shown: { event: string; data: JsonObject }[] = [];
  private readonly all = new ReplaySubject<{ event: string; data: JsonObject }>();

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
