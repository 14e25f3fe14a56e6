import { createCatalog } from '../../src/agenttools/catalog.js';
import { RunScratch } from '../../src/agenttools/run-scratch.js';
import type { ChangeProposal, Tool, ToolCall, ToolOf } from '../../src/agenttools/tool.js';
import {
  orderInterceptors,
  type PreviewInterceptor,
} from '../../src/agenttools/interceptors/interceptors.js';
import type { Agent } from '../../src/agentloop/agent.js';
import { defaultRunLimits } from '../../src/agentloop/budget.js';
import {
  wireName,
  isTerminal,
  type AgentEvent,
  type EventData,
  type EventType,
} from '../../src/agentloop/events.js';
import type { JsonObject } from '../../src/foundation/json.js';
import type { LoopDeps, PreviewOrigin, RunRequest } from '../../src/agentloop/run.js';
import { runLoop } from '../../src/agentloop/run-loop.js';
import { defined } from '../../src/foundation/defined.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { systemTimer } from '../../src/foundation/clock.js';
import { oneModel } from '../../src/llm/models.js';
import type { LlmMessage, LlmProvider } from '../../src/llm/types.js';
import type { SelectionDeps } from '../../src/agentloop/select-tools.js';
import { weightedTexts, type SearchText } from '../../src/toolindex/query-vectors.js';
import { ScriptedModel, type ScriptTurn } from './scripted-model.js';

/** A tool for tests; without `execute` it answers its own input. */
export function tool(name: string, parts: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    examples: [`do ${name}`],
    groups: ['notes'],
    effect: 'read',
    source: 'test',
    execute: async (input) => ({ result: { name, input } }),
    ...defined({ proposes: parts.effect === 'propose' ? 'note_preview' : undefined }),
    ...parts,
  };
}

/** A part that the test must not reach: using it fails the test. */
export function untouchable<T extends object>(name: string): T {
  const refuse = (_target: object, property: string | symbol): never => {
    throw new Error(`the test used ${name}.${String(property)}`);
  };
  return new Proxy({}, { get: refuse }) as T;
}

/** A call in which only the signal, the ids, the request's context and `services` can be used. */
export function toolCall<Services = unknown>(parts: Partial<ToolCall> & Partial<Services> = {}) {
  return {
    caller: { userId: 'user-1' },
    conversationId: 'conversation-1',
    requestContext: {},
    scratch: new RunScratch(),
    read: untouchable('read'),
    signal: new AbortController().signal,
    ...parts,
  } as ToolCall & Services;
}

function toyInterceptor(
  name: string,
  dataOf: (payload: JsonObject, id: string | undefined) => JsonObject,
): PreviewInterceptor {
  const event = `${name}_preview`;
  return {
    name,
    takes: ({ proposes }) => proposes === event,
    intercept: (_call, { payload, targetId }) => ({ event, data: dataOf(payload, targetId) }),
  };
}
/** Shows what the tools of tests propose: notes, and lists of things. */
const toyInterceptors = orderInterceptors([
  toyInterceptor('note', (note, id) => ({ note, ...defined({ note_id: id }) })),
  toyInterceptor('list', ({ items }, id) => ({ items, ...defined({ list_id: id }) })),
]);

/** All that these are, as a run offers tools to the executor. */
export function offering(tools: readonly Tool[]) {
  const catalog = createCatalog(tools);
  const find = (name: string) => catalog.find(name);
  return { find, names: () => [...catalog.names()], allowed: () => false };
}

/** A plugin's tools whose calls bring the services themselves. */
export function bare<Services>(tools: readonly ToolOf<Services>[]): Tool[] {
  return tools.map((one) => ({
    ...one,
    source: 'test',
    execute: (input, call) => one.execute(input, call as ToolCall & Services),
  }));
}

/** An agent of the group of notes whose core tools are `core`. */
export function agentWith(core: readonly string[] = [], maxTurns = 20): Agent {
  return {
    contextType: 'notes',
    title: 'Under test',
    description: 'An agent of a test.',
    examples: [],
    groups: ['notes'],
    coreTools: () => core,
    systemPrompt: () => 'You are under test.',
    policy: { maxTurns, maxTokens: 1000 },
  };
}

/** What a test run is made of; everything has a quiet default. */
export interface LoopParts {
  llm: LlmProvider;
  tools?: readonly Tool[];
  request?: Partial<RunRequest>;
  deps?: Partial<LoopDeps>;
  signal?: AbortSignal;
  /** Called with each event before the next one. */
  onEvent?: (event: AgentEvent) => void | Promise<void>;
}

const expiresAt = new Date('2026-01-02T00:00:00Z');
const FORM = { id: 'f0000000-0000-4000-8000-000000000000', expiresAt };
const CHANGE_SET = '5e700000-0000-4000-8000-000000000000';
const KEPT = { expiresAt, sha256: '0'.repeat(64), changeSetId: CHANGE_SET };

/** What the event of the first preview of call `p` says, whatever its kind. */
export const SHOWN = {
  preview_id: 'preview-1',
  tool_use_id: 'p',
  expires_at: expiresAt.toISOString(),
  payload_sha256: KEPT.sha256,
  change_set_id: CHANGE_SET,
  position: 1,
};

/** What a loop works with where a test says nothing else: it finds no tools, and keeps previews and forms nowhere. */
export function quietDeps(llm: LlmProvider, tools: readonly Tool[]) {
  return {
    selection: {
      catalog: createCatalog(tools),
      index: new FakeSearch(() => ({})),
      topK: 6,
      minScore: 0,
      logger: silentLogger,
    },
    models: oneModel(llm),
    previews: { saveAll: async () => [{ ...KEPT, id: 'preview', position: 1 }] },
    // Keeps none, and answers the same id for each.
    forms: { save: async () => FORM },
    intercept: toyInterceptors,
    limits: defaultRunLimits,
    timer: systemTimer,
    logger: silentLogger,
    now: () => 0,
  };
}

/** Runs the loop to its end. All tools are core tools unless `request.agent` says otherwise. */
export async function runToEnd(parts: LoopParts) {
  const { llm, tools = [], signal = new AbortController().signal } = parts;
  const run = {
    events: [] as AgentEvent[],
    recorded: [] as LlmMessage[],
    previews: [] as { origin: PreviewOrigin; preview: ChangeProposal }[],
  };
  const deps: LoopDeps = {
    ...quietDeps(llm, tools),
    previews: {
      saveAll: async (changes) =>
        changes.map(({ origin, proposal: preview }) => {
          const position = run.previews.push({ origin, preview });
          return { ...KEPT, id: `preview-${position}`, position };
        }),
    },
    toolCall: ({ caller, conversationId, requestContext, scratch }, _tool, abort) =>
      toolCall({ caller, conversationId, requestContext, scratch, signal: abort }),
    record: (messages) => void run.recorded.push(...messages),
    ...parts.deps,
  };
  const request: RunRequest = {
    runId: 'run-1',
    conversationId: 'conversation-1',
    caller: { userId: 'user-1' },
    message: 'do it',
    history: [],
    requestContext: {},
    scratch: new RunScratch(),
    agent: agentWith(tools.map(({ name }) => name)),
    ...parts.request,
  };
  const emit = async (event: AgentEvent): Promise<void> => {
    run.events.push(event);
    await parts.onEvent?.(event);
  };
  await emit(await runLoop(request, deps, signal, emit));
  return run;
}

/** The bodies of all events of one type, those of plugins by their wire names. */
type Events = readonly AgentEvent[];
export function eventsOf<T extends EventType>(events: Events, type: T): EventData[T][];
export function eventsOf(events: readonly AgentEvent[], name: string): JsonObject[];
export function eventsOf(events: readonly AgentEvent[], name: string): unknown[] {
  return events.filter((event) => wireName(event) === name).map((event) => event.data);
}

/** Runs `turns`, all of which are asked for, and holds the run to what every run must be. */
export async function play(turns: readonly ScriptTurn[], parts: Omit<LoopParts, 'llm'> = {}) {
  const llm = new ScriptedModel(turns);
  const run = await playOn({ llm, ...parts });
  llm.expectUsedUp();
  return { ...run, llm };
}

/** Runs a model that is not scripted, and holds the run to what every run must be. */
export async function playOn(parts: LoopParts) {
  const run = await runToEnd(parts);
  const { events, recorded } = run;
  expect(events.filter(isTerminal)).toEqual([events.at(-1)]);
  expectCallsAnswered(recorded);
  const results = eventsOf(events, 'tool_call_result');
  return { ...run, results, end: events.at(-1) as AgentEvent };
}

/** A call in a recorded conversation stands with exactly one result, right behind it and in order. */
function expectCallsAnswered(messages: readonly LlmMessage[]): void {
  const open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') expect(message.toolCallId).toBe(open.shift());
    else expect(open).toEqual([]);
    if (message.role === 'assistant') open.push(...(message.toolCalls ?? []).map(({ id }) => id));
  }
  expect(open).toEqual([]);
}

/** Types of events, with what tells two of a kind apart. */
export function outline(events: readonly AgentEvent[]): string[] {
  return events.map((event) => {
    const { type, data } = event;
    if (type === 'content_chunk') return `${type} ${data.chunk}`;
    if (type === 'message_start') return `${type} ${data.turn}`;
    if (type === 'tool_call_start' || type === 'tool_call_result')
      return `${type} ${data.tool_use_id}`;
    return type === 'error' ? `${type} ${data.code}` : wireName(event);
  });
}

type Index = SelectionDeps['index'];

/**
 * A tool index over scores given by hand, with the contract of the real one: only allowed names, at
 * least `minScore`, best first, ties by name, at most `topK`. Keeps every query it was asked, the turns
 * of one joined by line breaks.
 */
export class FakeSearch implements Index {
  readonly queries: string[] = [];

  /** `scores` by tool name, or by the query and then the name; a name without a score gets 0. */
  constructor(private readonly scores: (query: string) => Readonly<Record<string, number>>) {}

  async unavailable() {
    return undefined;
  }

  async rankWords(asked: SearchText, options: Parameters<Index['rankWords']>[1]) {
    const { matches } = await this.rank(asked, { ...options, minScore: 0 });
    return matches.map(({ name }) => name);
  }

  async rank(asked: SearchText, options: Parameters<Index['rank']>[1]) {
    options.signal?.throwIfAborted();
    const query = weightedTexts(asked)
      .map(({ text }) => text)
      .join('\n');
    this.queries.push(query);
    const scores = this.scores(query);
    const score = (name: string) => ({ name, score: scores[name] ?? 0 });
    const ranked = [...options.allowed]
      .map(score)
      .filter((match) => match.score >= options.minScore)
      .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
    const matches = ranked.slice(0, options.topK);
    const also = (options.scoreAlso ?? []).map(score);
    const all = [...matches, ...also].map((match) => [match.name, match.score] as const);
    return { matches, scores: new Map(all) };
  }
}
