import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { useFolder } from '../support/embedded-template.js';
import { calls, done, fails, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer, type WireEvent } from '../support/server.js';

const API_KEY = 'key-of-the-model-api';
const COHERE_KEY = '5f0c-of-the-reranker';
const TOKEN = 'token-of-the-user';

type Line = { run_id: string; [field: string]: unknown };

const folder = useFolder();
const path = () => join(folder.path, 'talk.jsonl');
const model = new ScriptedModel([
  [says('I look. '), calls('list_workflow_rules', {}, 'call_1')],
  [
    says(`There are rules. ${API_KEY} ${COHERE_KEY} ${TOKEN}`),
    done({ inputTokens: 30, outputTokens: 7 }),
  ],
  [says('I am about to'), fails('The model is gone.')],
  [says('After the move.')],
]);
const server = useServer(() => {
  const env = {
    TALK_LOG: path(),
    OPENAI_API_KEY: API_KEY,
    COHERE_API_KEY: COHERE_KEY,
    LLM_PROVIDER: 'none',
  };
  return { llm: model, env };
});

const headers = { authorization: `Bearer ${TOKEN}` };
const ask = (message: string) => server.chat({ message, context_type: 'workflow' }, headers);

/** The line of a run; it is written just after the run's stream has ended. */
async function lineOf([first]: readonly WireEvent[]): Promise<Line> {
  if (first?.event !== 'run_start') throw new Error('no run');
  for (;;) {
    const lines = (await readFile(path(), 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const found = lines
      .map((line) => JSON.parse(line) as Line)
      .find(({ run_id }) => run_id === first.data.run_id);
    if (found) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('the talk log has a line per run with what was sent, picked, called and answered', async () => {
  const events = await ask('List my rules');
  const selection = events.find(({ event }) => event === 'tool_selection')?.data;
  const line = await lineOf(events);
  const [first, second] = model.requests;
  expect(line).toMatchObject({
    context_type: 'workflow',
    provider: 'scripted',
    model: 'scripted-1',
    prompt: { system: first?.system, messages: [{ role: 'user', content: 'List my rules' }] },
    selection: [selection],
    turns: [
      { turn: 1, offered: first?.tools.map(({ name }) => name), finish_reason: 'stop' },
      { turn: 2, usage: { input_tokens: 30, output_tokens: 7 } },
    ],
    tool_calls: [{ tool_use_id: 'call_1', name: 'list_workflow_rules' }],
    answer: 'I look. There are rules. [hidden] [hidden] [hidden]',
    outcome: 'completed',
    finish_reason: 'stop',
    usage: { input_tokens: 40, output_tokens: 12 },
  });
  const sent = second?.messages.slice(1);
  const [turn] = line['turns'] as { messages: { content: string; tool_calls?: unknown }[] }[];
  expect(turn?.messages.map((one) => one.content)).toEqual(sent?.map((one) => one.content));
  expect(turn?.messages[0]?.tool_calls).toEqual([
    { id: 'call_1', name: 'list_workflow_rules', arguments: {} },
  ]);
});

it('the talk log holds no key and no token, and is its owner’s only', async () => {
  const text = await readFile(path(), 'utf8');
  expect(text).not.toContain(API_KEY);
  expect(text).not.toContain(COHERE_KEY);
  expect(text).not.toContain(TOKEN);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
});

it('the talk log tells of a run that failed, with what the user had seen', async () =>
  expect(await lineOf(await ask('And then?'))).toMatchObject({
    answer: 'I am about to',
    outcome: 'model_error',
    error: 'The model is gone.',
    turns: [{ turn: 1, error: 'model_error' }],
  }));
