import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wireName, type AgentEvent } from '../../src/agentloop/events.js';
import { runLoop } from '../../src/agentloop/run-loop.js';
import { builtInAgents } from '../../src/plugins/built-in-parts.js';
import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { readConfig } from '../../src/app/config/config.js';
import { newId } from '../../src/foundation/ids.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import type { LlmMessage } from '../../src/llm/types.js';
import { createParts, type Parts } from '../../src/app/parts.js';
import { sampleServed } from '../../src/app/served/served.js';
import { openSelection } from '../../src/app/open-tools.js';
import { modelsFromConfig } from '../../src/app/llm-from-config.js';
import { pluginHosts } from '../../src/app/plugin-host.js';
import { version } from '../../src/app/version.js';
import { openPlugins } from '../../src/host/open-plugins.js';
import { builtInPlugins } from '../../src/plugins/built-in.js';
import { untouchable } from '../support/loop.js';
import { shareVectors } from '../support/server.js';
import { startToolHarness } from '../support/tool-harness.js';
import type { CorpusCase } from './corpus.js';
import type { Run } from './judge.js';

/**
 * The offline model with the server's own loop, tool index, tools, platform and database; what stands
 * before them for every model alike (routes, stored runs, streams) is left out, which saves half the time.
 */
export interface Talk {
  run(wanted: CorpusCase): Promise<Run>;
  /** Says all turns in one conversation; what the last one led to. */
  converse(
    on: 'workflow' | 'tables',
    open: string | undefined,
    turns: readonly string[],
  ): Promise<Run>;
  close(): Promise<void>;
}

/** Starts the parts and learns the ids of the sample's rules and tables. */
export async function startTalk(): Promise<Talk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sextant-talk-'));
  await shareVectors(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const tools = openSelection(config, silentLogger);
  const harness = await startToolHarness([]);
  const { db, baseUrl } = harness;
  const models = modelsFromConfig(config);
  const hostFor = pluginHosts({
    config,
    db,
    models,
    logger: silentLogger,
    platformUrl: () => baseUrl,
    knowledge: untouchable('knowledge'),
    news: untouchable('news'),
    steps: untouchable('steps'),
  });
  const talking = builtInPlugins.filter(({ name }) => name !== 'research');
  const plugins = await openPlugins(talking, { hostFor, version, logger: silentLogger });
  const parts = createParts({
    ...{ config, db, tools, plugins, models, logger: silentLogger },
    served: sampleServed,
    sources: [],
    files: untouchable('files'),
    knowledge: untouchable('knowledge'),
  });
  await tools.selection.settled();
  const ids = new Map([
    ...(await idsOf(baseUrl, '/v1/workflow/rules', 'workflow')),
    ...(await idsOf(baseUrl, '/v1/data/configs', 'tables')),
  ]);
  return {
    close: async () => {
      await parts.catalog.close();
      await plugins.close();
      await tools.close();
      await harness.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    run: ({ on, open, before = [], say }) => converse(on, open, [...before, say]),
    converse,
  };

  async function converse(
    on: 'workflow' | 'tables',
    open: string | undefined,
    turns: readonly string[],
  ): Promise<Run> {
    const say = await conversation(parts, on, contextOf(on, open, ids));
    let events: AgentEvent[] = [];
    for (const message of turns) events = await say(message);
    return toRun(events);
  }
}

const USER = 'talker';

/** A new conversation: a function that says something in it and answers the events. */
async function conversation(
  { loop, conversations }: Parts,
  contextType: string,
  requestContext: JsonObject,
): Promise<(message: string) => Promise<AgentEvent[]>> {
  const { id } = await conversations.open(USER, newId(), contextType);
  const history: LlmMessage[] = [];
  return async (message) => {
    const request = {
      runId: newId(),
      conversationId: id,
      agent: builtInAgents.for(contextType),
      message,
      caller: { userId: USER },
      history: [...history],
      requestContext,
      scratch: new RunScratch(),
    };
    const record = (messages: readonly LlmMessage[]) => void history.push(...messages);
    const events: AgentEvent[] = [];
    const { signal } = new AbortController();
    const emit = (event: AgentEvent) => void events.push(event);
    events.push(await runLoop(request, { ...loop(), record }, signal, emit));
    return events;
  };
}

async function idsOf(url: string, path: string, on: string): Promise<[string, string][]> {
  const answer = await fetch(`${url}${path}?rows=500`);
  const { items } = (await answer.json()) as { items: { id: string; name: string }[] };
  return items.map(({ id, name }) => [`${on} ${name}`, id]);
}

function contextOf(
  on: string,
  open: string | undefined,
  ids: ReadonlyMap<string, string>,
): JsonObject {
  if (open === undefined) return {};
  const id = ids.get(`${on} ${open}`);
  if (id === undefined) throw new Error(`the sample holds no "${open}" for ${on}`);
  return on === 'workflow' ? { workflow_id: id } : { config_id: id };
}

function toRun(events: readonly AgentEvent[]): Run {
  const run: Run = { calls: [], previews: [], text: '', end: 'no terminal event' };
  const open = new Map<string, { name: string; input: JsonObject }>();
  for (const event of events) {
    if (event.type === 'content_chunk') run.text += event.data.chunk;
    if (event.type === 'tool_call_start') {
      open.set(event.data.tool_use_id, { name: event.data.name, input: event.data.input });
    }
    if (event.type === 'tool_call_result') {
      const call = open.get(event.data.tool_use_id);
      if (call)
        run.calls.push({ ...call, isError: event.data.is_error, result: event.data.result });
    }
    const { data } = event as { data: JsonObject };
    if (wireName(event) === 'workflow_preview') run.previews.push(data['workflow'] as JsonObject);
    if (wireName(event) === 'table_config_preview') run.previews.push(data['config'] as JsonObject);
    if (event.type === 'message_complete') run.end = 'message_complete';
    if (event.type === 'error') run.end = `${event.data.code}: ${event.data.message}`;
  }
  return run;
}
