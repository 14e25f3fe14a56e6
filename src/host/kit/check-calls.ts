import type { CatalogEntry } from '../../agenttools/catalog.js';
import { executeCall, type ExecutedCall } from '../../agenttools/executor.js';
import { RunScratch } from '../../agenttools/run-scratch.js';
import type { ReadClient } from '../../agenttools/sources/clients.js';
import { noBackend } from '../../agenttools/sources/backend.js';
import type { ChangeProposal, Tool, ToolCall } from '../../agenttools/tool.js';
import { newId } from '../../foundation/ids.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { silentLogger } from '../../foundation/logger.js';
import { note, verdict, type Finding } from './finding.js';
import type { TriedPlugin } from './kit-host.js';
import { sampleValue, type Fill } from './sample-value.js';
import { notingRefusals, withoutOwnWrites } from './watch-writes.js';

/** A change that a tool proposed while it was tried. */
export interface TriedProposal {
  source: string;
  proposal: ChangeProposal;
  /** What proposed it; absent: nothing that was called. */
  call?: ExecutedCall['call'];
}

/** Who the kit is while it calls tools. */
export const KIT_USER = 'conformance-kit';

const CALL_LIMIT_MS = 10_000;

/**
 * Calls each tool with arguments made of its schema, once with the required ones and once with all, and sees that
 * nothing but reads leaves it.
 */
export async function checkCalls(
  tried: TriedPlugin,
  entries: ReadonlyMap<string, CatalogEntry>,
  conversationId: string,
): Promise<{ proposals: TriedProposal[]; findings: Finding[] }> {
  const proposals: TriedProposal[] = [];
  const faults: string[] = [];
  const findings: Finding[] = [];
  for (const entry of entries.values()) {
    const refused: string[] = [];
    const before = writesOf(tried).length;
    const calls = await callOnce(tried, entry, conversationId, refused);
    for (const { call, signals } of calls)
      for (const signal of signals)
        if (signal.type === 'preview')
          proposals.push({ source: entry.tool.source, proposal: signal.preview, call });
    const sent = [...writesOf(tried).slice(before), ...refused];
    if (sent.length > 0)
      faults.push(
        `${entry.tool.name} tried to write (${sent[0]}): let it propose a change instead, and write in the "apply" of its kind.`,
      );
    faults.push(...calls.map(({ result }) => messageIn(result)).filter(isUndeclared));
    findings.push(...remarks(entry.tool, calls));
  }
  const held = `${entries.size} tools called, nothing but reads arrived`;
  return { proposals, findings: [...verdict('no tool writes', faults, held), ...findings] };
}

/** The writes that reached the plugin's backends so far. */
export function writesOf({ backends }: Pick<TriedPlugin, 'backends'>): string[] {
  return backends.flatMap(({ requests }) =>
    requests.filter(({ isRead }) => !isRead).map(({ line }) => line),
  );
}

async function callOnce(
  tried: TriedPlugin,
  entry: CatalogEntry,
  conversationId: string,
  refused: string[],
): Promise<ExecutedCall[]> {
  const { tool } = entry;
  const offered = { find: () => entry, names: () => [tool.name], allowed: () => true };
  const callOf = (): ToolCall => ({
    caller: { userId: KIT_USER },
    conversationId,
    requestContext: contextOf(tool),
    scratch: new RunScratch(),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
    read: readOf(tried, tool, refused),
  });
  const own = tried.backends.map(({ origin }) => origin);
  const calls: ExecutedCall[] = [];
  for (const fill of ['required', 'all'] as const) {
    const call = { id: newId(), name: tool.name, arguments: argumentsOf(tool, fill) };
    calls.push(
      await withoutOwnWrites(own, refused, () => executeCall(call, offered, callOf, silentLogger)),
    );
  }
  return calls;
}

function readOf(tried: TriedPlugin, { source }: Tool, refused: string[]): ReadClient {
  const backend = tried.sources.find(({ id }) => id === source)?.backend ?? noBackend;
  return notingRefusals(backend.readFor({ userId: KIT_USER }), refused);
}

function argumentsOf({ inputSchema }: Tool, fill: Fill): JsonObject {
  const value = sampleValue(inputSchema, fill);
  return isObject(value) ? value : {};
}

/** What a page would have open: a value for each argument that the context fills. */
function contextOf({ contextIds = {}, inputSchema }: Tool): JsonObject {
  const all = sampleValue(inputSchema, 'all');
  const known = isObject(all) ? all : {};
  return Object.fromEntries(
    Object.entries(contextIds).map(([argument, { key }]) => [key, known[argument] ?? 1]),
  );
}

/** The executor's words for a change of a kind that the tool does not declare. */
function isUndeclared(message: string): boolean {
  return message.includes('proposed a change of the kind') && message.includes('but declares');
}

/** What could not be tried, which is no fault. */
function remarks(tool: Tool, calls: readonly ExecutedCall[]): Finding[] {
  const codes = calls.map(({ result }) => codeOf(result));
  if (codes.every((code) => code === 'invalid_arguments'))
    return [
      note(
        'arguments can be made',
        `${tool.name} was not reached: its schema takes nothing that can be made of it. Give its properties "examples".`,
      ),
    ];
  const [broken] = calls.map(({ result }) => messageIn(result));
  if (codes.every((code) => code === 'tool_failed'))
    return [
      note(
        'tools survive strange answers',
        `${broken}. That was an answer the kit made up; with --reads its reads go to the real backend.`,
      ),
    ];
  return [];
}

function codeOf(result: unknown): unknown {
  return errorIn(result)['code'];
}

function messageIn(result: unknown): string {
  return String(errorIn(result)['message']);
}

function errorIn(result: unknown): JsonObject {
  return isObject(result) && isObject(result['error']) ? result['error'] : {};
}
