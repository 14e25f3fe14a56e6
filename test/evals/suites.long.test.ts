import { resolve } from 'node:path';
import { EvalServer } from '../../src/app/evals/eval-server.js';
import { HelperModel } from '../../src/app/evals/model/models.js';
import { Tape } from '../../src/app/evals/model/tape.js';
import { readSuites } from '../../src/app/evals/read-suite.js';
import { runSuites } from '../../src/app/evals/evaluate.js';
import { sampleServed } from '../../src/app/served/served.js';
import { oneModel } from '../../src/llm/models.js';
import type { LlmProvider, LlmEvent, LlmMessage, LlmRequest } from '../../src/llm/types.js';
import { startSourceWorker } from '../support/openapi/source-worker.js';
import { playing, calls, says } from '../support/scripted-model.js';
import { root } from '../support/template-contents.js';
import { isObject, type JsonObject } from '../../src/foundation/json.js';
import type { Expectation, Suite, Turn } from '../../src/app/evals/suite.model.js';
import { readYaml } from '../support/flags-backend.js';
import { foundFirst, statelessModel } from '../support/knowing-model.js';

type PlannedCall = readonly [string, JsonObject];

type CallsByMessage = Record<string, Record<string, JsonObject>[]>;
const sampleCalls = readYaml('../evals/sample-calls.yaml') as CallsByMessage;

interface Task {
  say: string;
  agent: string;
  expected: Expectation;
}

/**
 * A model that has read the scenarios: for each message it makes the calls that have to run, reads the documents that
 * have to be cited, and says the words that have to be said. It knows nothing else of the sample.
 */
function sampleOracle(suites: readonly Suite[]): LlmProvider {
  const tasks = suites.flatMap(({ scenarios }) =>
    scenarios.flatMap((scenario) =>
      scenario.turns.map((turn, at) => ({
        say: turn.say,
        agent: scenario.agent ?? '',
        expected: expectedOf(turn, at === scenario.turns.length - 1 ? scenario.expect : {}),
      })),
    ),
  );
  return statelessModel('oracle', (request) => answer(request, tasks));
}

function expectedOf({ expect }: Turn, ofAll: Expectation): Expectation {
  return {
    cites: [...(expect.cites ?? []), ...(ofAll.cites ?? [])],
    answer: { contains: [...(expect.answer?.contains ?? []), ...(ofAll.answer?.contains ?? [])] },
  };
}

function answer(request: LlmRequest, tasks: readonly Task[]): LlmEvent[] {
  const { messages, tools } = request;
  const from = messages.findLastIndex(({ role, content }) => role === 'user' && taskOf(content));
  const task = taskOf(messages[from]?.content ?? '');
  if (task === undefined) return [says('I do not know this message.')];
  const since = messages.slice(from);
  const done = since.filter((one) => one.role === 'tool' && one.name !== 'find_tools');
  const next = plan(task)[done.length];
  if (tools.length > 0 && next !== undefined) return [foundFirst(calls(...next), request)];
  return finish(task, since, tools);

  function taskOf(content: string): Task | undefined {
    const known = tasks.filter(({ say }) => content.includes(say));
    return known.sort((a, b) => b.say.length - a.say.length)[0];
  }
}

/** Calls before the answer. */
function plan({ say, agent, expected }: Task): readonly PlannedCall[] {
  const known = Object.keys(sampleCalls).find((one) => say.startsWith(one));
  if (known !== undefined) return (sampleCalls[known] ?? []).flatMap(Object.entries<JsonObject>);
  const titles = expected.cites ?? [];
  if (agent === 'documents' && titles.length > 0)
    return titles.map((title) => ['read_document', { doc_id: title }]);
  if (agent === 'knowledge')
    return [['knowledge_base_search', { query: [say, ...titles].join(' '), top_k: 20 }]];
  if (agent.startsWith('law')) return [['search_nodes', { search: say }]];
  return [];
}

/** The words that the answer has to have, with a block of each document that it has to cite. */
function finish(
  { agent, expected }: Task,
  since: readonly LlmMessage[],
  tools: LlmRequest['tools'],
): LlmEvent[] {
  const words = (expected.answer?.contains ?? []).map((one) =>
    typeof one === 'string' ? one : (one[0] ?? ''),
  );
  const blocks = since.flatMap((message) =>
    message.role === 'tool' ? blocksIn(JSON.parse(message.content)) : [],
  );
  const numbers = (expected.cites ?? []).flatMap((title) => {
    const of = blocks.filter((block) => block.title.includes(title));
    const best = of.find(({ text }) => words.every((word) => text.includes(word))) ?? of[0];
    return best === undefined ? [] : [best.number];
  });
  const text = `${words.join(', ') || 'That is all'}${numbers.map((number) => ` [${number}]`).join('')}.`;
  if (agent !== 'knowledge' || tools.length === 0) return [says(text)];
  const used = { used_internal_kb: numbers.length > 0, used_external_kb: false };
  return [calls('generate_response', { answer: text, sources: numbers.map(String), ...used })];
}

interface Block {
  number: number;
  text: string;
  title: string;
}

/** The numbered blocks anywhere in a tool's result, each with the nearest title above it. */
function blocksIn(value: unknown, title = ''): Block[] {
  if (Array.isArray(value)) return value.flatMap((one) => blocksIn(one, title));
  if (!isObject(value)) return [];
  const { number, text } = value;
  const own =
    [value['title'], value['filename'], value['document']].find((one) => typeof one === 'string') ??
    title;
  if (typeof number === 'number' && typeof text === 'string')
    return [{ number, text, title: String(own) }];
  return Object.values(value).flatMap((one) => blocksIn(one, String(own)));
}

const suites = readSuites(resolve('evals'), {});

let model: LlmProvider;
let server: EvalServer;
beforeAll(async () => {
  server = await EvalServer.open({
    served: sampleServed,
    env: { EMBEDDER: 'none' },
    dataDir: resolve(root, 'node_modules/.cache/sextant'),
    models: () => oneModel(playing(() => model)),
    warn: () => {},
    startWorker: startSourceWorker,
  });
}, 300_000);
afterAll(() => server.close());

async function play(played: LlmProvider) {
  model = played;
  const results = await runSuites(suites, {
    server,
    backends: {},
    helper: new HelperModel(undefined),
    tape: new Tape(),
    repeat: 1,
    onAttempt: () => {},
    now: () => 0,
  });
  return results.map(({ suite, name, attempts }) => ({
    scenario: `${suite}: ${name}`,
    faults: attempts.flatMap(({ faults }) => [...faults]),
  }));
}

test('an oracle succeeds in every scenario of the sample', async () => {
  const played = await play(sampleOracle(suites));
  expect(played).toHaveLength(98);
  expect(played.filter(({ faults }) => faults.length > 0)).toEqual([]);
}, 300_000);
