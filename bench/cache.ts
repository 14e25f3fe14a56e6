/**
 * What prompt caches save: `TOOLBENCH_DIR=… npm run bench:cache [-- --write]`. Chats of ten messages against the faked
 * APIs, which count what each would read from its cache; each needed tool that is offered is called in a turn of its
 * own. `--write` puts the table into bench/cache.md.
 */
import { writeFileSync } from 'node:fs';
import { answering, toolUse } from '../src/agentloop/prompt.js';
import {
  offeredKey,
  rememberOffered,
  selectTools,
  type SelectionDeps,
} from '../src/agentloop/select-tools.js';
import { createCatalog, type Catalog } from '../src/agenttools/catalog.js';
import { readConfig } from '../src/app/config/config.js';
import { llmFromConfig } from '../src/app/llm-from-config.js';
import { silentLogger } from '../src/foundation/logger.js';
import type { LlmMessage, LlmProvider, LlmCall, Usage } from '../src/llm/types.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import { ToolSelectionIndex } from '../src/toolindex/selection-index.js';
import { anthropic } from '../test/support/fakes/anthropic.js';
import { FakeServer } from '../test/support/fakes/fake-server.js';
import { gemini } from '../test/support/fakes/gemini.js';
import { openai } from '../test/support/fakes/openai.js';
import { agentWith, tool } from '../test/support/loop.js';
import { readSets, type BenchQuery, type BenchSet } from './toolbench.js';

const MESSAGES = 10;
const CHATS = 15;
const BUDGET = 14;
/** As long as the answers of the sample's own tools are in the mean. */
const RESULT = JSON.stringify({
  items: Array.from({ length: 12 }, (_, id) => ({
    id,
    name: `Item ${id}`,
    state: 'open',
    updated: '2026-01-02T00:00:00Z',
  })),
});
/** As long as the prompts of the sample's agents are. */
const PROMPT = `You help people with what the tools can do.\n\n${answering}\n\n${toolUse}\n\n## Context\n${'The user has a page open on which they work. '.repeat(30)}`;

/** What one way of offering tools came to, over all chats. */
interface Figures {
  input: number;
  cached: number;
  offered: number[];
  recall: number[];
  changed: number;
}

const directory = process.env.TOOLBENCH_DIR;
if (!directory)
  console.log('bench:cache skipped: set TOOLBENCH_DIR to a folder of tool-selection sets.');
else await main(directory);

async function main(from: string): Promise<void> {
  const wanted = ['apibank', 'bfcl_multiturn', 'taubench', 'mcpref', 'metatool'];
  const sets = readSets(from)
    .filter(({ name }) => wanted.includes(name))
    .map(withUsableNames);
  const embedder = new LocalEmbedder();
  const rows: string[] = [];
  for (const set of sets) {
    const index = new ToolSelectionIndex({ embedder, buildWaitMs: 600_000 });
    index.rebuild(set.documents);
    await index.settled();
    for (const api of [anthropic, openai, gemini]) {
      const fake = await FakeServer.start(api);
      const llm = llmFromConfig(readConfig({ ...fake.env, EMBEDDER: 'none' }));
      for (const keeps of [false, true]) {
        const figures: Figures = { input: 0, cached: 0, offered: [], recall: [], changed: 0 };
        for (const [at, chat] of chatsOf(set).entries()) {
          const deps = depsOf(set, index, keeps);
          await talk(`${keeps} ${at}`, chat, deps, { llm, fake, figures });
        }
        rows.push(rowOf(set.name, api.name, keeps, figures));
        console.log(rows.at(-1));
      }
      await fake.close();
    }
    await index.close();
  }
  await embedder.close?.();
  if (process.argv.includes('--write')) writeFileSync('bench/cache.md', report(rows));
}

/** Model APIs refuse some names that a set has. */
function withUsableNames({ tools, documents, queries, name: title }: BenchSet): BenchSet {
  const isUsable = ({ name }: { name: string }): boolean => /^\w{1,64}$/.test(name);
  const names = new Set(tools.filter(isUsable).map(({ name }) => name));
  return {
    name: title,
    tools: tools.filter(isUsable),
    documents: documents.filter(isUsable),
    toolless: [],
    queries: queries.filter(({ gold }) => gold.every((name) => names.has(name))),
  };
}

/** Requests in the order of the set: neighbours of `bfcl_multiturn` belong to one conversation, of `metatool` to none. */
function chatsOf({ queries }: BenchSet): BenchQuery[][] {
  const count = Math.min(CHATS, Math.floor(queries.length / MESSAGES));
  return Array.from({ length: count }, (_, at) =>
    queries.slice(at * MESSAGES, (at + 1) * MESSAGES),
  );
}

function depsOf(set: BenchSet, index: ToolSelectionIndex, keeps: boolean): SelectionDeps {
  return {
    catalog: catalogOf(set),
    index,
    topK: 6,
    minScore: 0,
    logger: silentLogger,
    ...(keeps && { keep: { lastOffered: rememberOffered(), budget: BUDGET } }),
  };
}

function catalogOf({ tools }: BenchSet): Catalog {
  return createCatalog(
    tools.map(({ name, description, inputSchema = {} }) =>
      tool(name, { description, inputSchema: { type: 'object', ...inputSchema } }),
    ),
  );
}

async function talk(
  conversationId: string,
  chat: readonly BenchQuery[],
  deps: SelectionDeps,
  { llm, fake, figures }: { llm: LlmProvider; fake: FakeServer; figures: Figures },
): Promise<void> {
  const agent = agentWith();
  const history: LlmMessage[] = [];
  let before = '';
  for (const [at, { query, gold }] of chat.entries()) {
    const { signal } = new AbortController();
    const conversation = { userId: '', id: conversationId };
    const request = { agent, requestContext: {}, message: query, history, signal, conversation };
    const active = await selectTools(request, deps);
    const names = active.inStableOrder();
    deps.keep?.lastOffered.set(offeredKey(request), names);
    if (at > 0 && names.join(' ') !== before) figures.changed += 1;
    before = names.join(' ');
    const found = gold.filter((name) => names.includes(name));
    figures.offered.push(names.length);
    figures.recall.push(found.length / gold.length);
    history.push({ role: 'user', content: query });
    for (let turn = 0; turn <= found.length; turn += 1) {
      const name = found[turn];
      const call = { name: name ?? '', arguments: {}, id: `call_${at}_${turn}` };
      const steps =
        name === undefined ? [{ text: 'Done: what you asked for is there.' }] : [{ call }];
      fake.script([[{ usage: 'counted' }, ...steps]]);
      const shortlist = active.shortlist();
      const asked = { system: PROMPT, messages: history, tools: active.specs(), maxTokens: 1000 };
      const answer = await ask(llm, { ...asked, ...(shortlist !== undefined && { shortlist }) });
      figures.input += answer.usage.inputTokens;
      figures.cached += answer.usage.cachedTokens ?? 0;
      history.push({ role: 'assistant', content: answer.text, toolCalls: answer.calls });
      for (const { id, name: called } of answer.calls)
        history.push({
          role: 'tool',
          toolCallId: id,
          name: called,
          content: RESULT,
          isError: false,
        });
    }
  }
}

async function ask(llm: LlmProvider, request: Parameters<LlmProvider['streamChat']>[0]) {
  const calls: LlmCall[] = [];
  let text = '';
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  for await (const event of llm.streamChat(request, new AbortController().signal)) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'tool_call') calls.push(event.call);
    if (event.type === 'done') usage = event.usage;
    if (event.type === 'error') throw new Error(event.message);
  }
  return { text, calls, usage };
}

function rowOf(set: string, api: string, keeps: boolean, figures: Figures): string {
  const { input, cached, offered, recall, changed } = figures;
  const later = (offered.length / MESSAGES) * (MESSAGES - 1);
  const cells = [
    set,
    api,
    keeps ? 'kept' : 'ranked again',
    ((100 * cached) / input).toFixed(1),
    ((input - 0.9 * cached) / offered.length).toFixed(0),
    ((100 * changed) / later).toFixed(0),
    mean(offered).toFixed(1),
    String(Math.max(...offered)),
    (100 * mean(recall)).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function report(rows: readonly string[]): string {
  return `# What prompt caches save

Written by \`TOOLBENCH_DIR=… npm run bench:cache -- --write\`: up to ${CHATS} chats of ${MESSAGES} messages a set against the
faked APIs, which count what each API would read from its cache by its own rules (marks, least lengths, steps),
never forgetting. Each needed tool that is offered is called in a turn of its own. "ranked again": the six best of
each message; "kept": what is new of the six best comes behind the list of before, up to ${BUDGET} tools in all. Shares in percent; the
price is that of a message's input in tokens, those of the cache at a tenth.

| set | API | tools | input read from the cache | price | messages that changed the list | tools offered | most | needed tools offered |
|---|---|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`;
}
