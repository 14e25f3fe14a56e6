import type { CatalogEntry } from '../../agenttools/catalog.js';
import { executeCall, type ExecutedCall } from '../../agenttools/executor.js';
import { RunScratch } from '../../agenttools/run-scratch.js';
import type { ReadClient } from '../../agenttools/sources/clients.js';
import { noBackend } from '../../agenttools/sources/backend.js';
import type { ChangeProposal, Tool, ToolCall } from '../../agenttools/tool.js';
import { newId } from '../../foundation/ids.js';
import { asObject, isObject, valueAt, type JsonObject } from '../../foundation/json.js';
import { silentLogger } from '../../foundation/logger.js';
import {
  note,
  verdict,
  type Finding,
  type TriedPlugin,
  notingRefusals,
  withoutOwnWrites,
} from './kit-host.js';

export interface TriedProposal {
  source: string;
  proposal: ChangeProposal;
  /** What proposed it; absent: nothing that was called. */
  call?: ExecutedCall['call'];
}

export const KIT_USER = 'conformance-kit';

const CALL_LIMIT_MS = 10_000;

/** Calls each tool with made arguments, the required ones and all, and sees that nothing but reads leaves it. */
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
    const input = asObject(sampleValue(tool.inputSchema, fill));
    const call = { id: newId(), name: tool.name, arguments: input };
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
  const codes = calls.map(({ result }) => errorIn(result)['code']);
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

function messageIn(result: unknown): string {
  return String(errorIn(result)['message']);
}

function errorIn(result: unknown): JsonObject {
  return isObject(result) && isObject(result['error']) ? result['error'] : {};
}

type Fill = 'required' | 'all';

const MAX_DEPTH = 6;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '6f6b3c1e-5f0a-4a6e-9a3d-0c7b5e2f8d41',
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
};

/** A value the schema most likely takes: its example, default or first choice, else the smallest; patterns are not read. */
function sampleValue(schema: unknown, fill: Fill, root: unknown = schema, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const stated = statedIn(schema);
  if (stated !== undefined) return stated;
  const next = alternativeIn(schema, root);
  if (next !== undefined) return sampleValue(next, fill, root, depth + 1);
  switch (typeOf(schema)) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return sampleList(schema, fill, root, depth);
    default:
      return sampleObject(schema, fill, root, depth);
  }
}

function statedIn({ const: fixed, enum: choices, examples, default: usual }: JsonObject): unknown {
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return choices[0] as unknown;
  if (Array.isArray(examples)) return examples[0] as unknown;
  return usual;
}

/** What a schema refers to, or the first of its alternatives. */
function alternativeIn(schema: JsonObject, root: unknown): unknown {
  const { $ref: ref, anyOf, oneOf, allOf } = schema;
  if (typeof ref === 'string') return valueAt(root, ref.replace(/^#/, '')) ?? {};
  const choices = [anyOf, oneOf].find(Array.isArray) as unknown[] | undefined;
  if (choices !== undefined) return { ...withoutChoices(schema), ...(choices[0] as JsonObject) };
  if (!Array.isArray(allOf)) return undefined;
  return Object.assign(withoutChoices(schema), ...(allOf as JsonObject[])) as JsonObject;
}

function withoutChoices(schema: JsonObject): JsonObject {
  const { anyOf: _any, oneOf: _one, allOf: _all, ...rest } = schema;
  return rest;
}

function typeOf({ type, properties, items }: JsonObject): unknown {
  if (Array.isArray(type)) return type.find((one) => one !== 'null');
  if (type !== undefined) return type;
  if (properties !== undefined) return 'object';
  return items === undefined ? 'string' : 'array';
}

function sampleText({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  const text = 'sample'.padEnd(Number(minLength ?? 0), 'x');
  return text.slice(0, Number(maxLength ?? text.length));
}

function sampleNumber({ minimum, exclusiveMinimum, maximum, multipleOf }: JsonObject): number {
  const least = Math.max(Number(minimum ?? 1), Number(exclusiveMinimum ?? 0) + 1);
  const step = Number(multipleOf ?? 1);
  return Math.min(Math.ceil(least / step) * step, Number(maximum ?? Infinity));
}

function sampleList(schema: JsonObject, fill: Fill, root: unknown, depth: number): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const length = fill === 'all' ? Math.max(1, least) : least;
  const item = sampleValue(schema['items'], fill, root, depth + 1);
  return Array.from({ length }, () => item);
}

function sampleObject(schema: JsonObject, fill: Fill, root: unknown, depth: number): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const names = fill === 'all' ? Object.keys(properties) : required;
  return Object.fromEntries(
    names.map((name) => [name, sampleValue(properties[name], fill, root, depth + 1)]),
  );
}
