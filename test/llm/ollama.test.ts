import { defined } from '../../src/foundation/defined.js';
import { checkedLines } from '../../src/llm/providers/ollama/ollama-source.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { ollama } from '../support/fakes/ollama.js';
import type { FakeStep } from '../support/fakes/script.js';
import { result, says, user } from './history.js';
import { answerOf, callsOf, collect, providerOf } from './support.js';
import { useOpened } from '../support/use-opened.js';

const fake = useOpened(() => FakeServer.start(ollama));

async function play(turn: FakeStep[], changes: Parameters<typeof collect>[1] = {}, env = {}) {
  fake.script([turn]);
  const events = await collect(providerOf({ ...fake.env, ...env }).llm, changes);
  return { events, ...answerOf(events) };
}

const line = (message: object, more: object = {}): FakeStep => ({
  raw: `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '', ...message }, done: false, ...more })}\n`,
});

describe('the request', () => {
  test('always names the context window and the output limit', async () => {
    const user = { role: 'user', content: 'Hello?' };
    await play([{ text: 'ok' }]);
    expect(fake.last.body).toMatchObject({
      model: 'qwen3:14b',
      stream: true,
      options: { num_ctx: 16_384, num_predict: 4096 },
      messages: [{ role: 'system', content: 'You help.' }, user],
    });
    await play([{ text: 'ok' }], {}, { OLLAMA_NUM_CTX: '40960' });
    expect(fake.last.body.options.num_ctx).toBe(40_960);
  });

  test.each([
    ['none', []],
    [{ name: 'list_cities' }, ['list_cities']],
    ['required', ['get_weather', 'list_cities']],
    ['auto', ['get_weather', 'list_cities']],
  ] as const)(
    'tool choice %j offers %j, as the server knows no such field',
    async (toolChoice, names) => {
      await play([{ text: 'ok' }], { toolChoice });
      const sent = fake.last.body.tools as { function: { name: string } }[];
      expect(sent.map((tool) => tool.function.name)).toEqual(names);
      expect(fake.last.body).not.toHaveProperty('tool_choice');
    },
  );

  test('results go by name and by id; a path in a message is text and not a file', async () => {
    const messages = [user('/etc/hostname'), says('', 'c1'), result('c1', '[]')];
    await play([{ text: 'ok' }], { messages });
    const cities = { name: 'list_cities', arguments: {} };
    expect(fake.last.body.messages.slice(1)).toEqual([
      { role: 'user', content: '/etc/hostname' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', function: cities }] },
      { role: 'tool', tool_name: 'list_cities', tool_call_id: 'c1', content: '[]' },
    ]);
  });

  test('a model without tools says so', async () =>
    expect((await play([], {}, { LLM_MODEL: 'plain:1b' })).end).toMatchObject({
      code: 'model_error',
      message: expect.stringMatching(
        /^Ollama answered 400: registry\.ollama\.ai\/library\/plain:1b does not support tools\. Models it lists: qwen3:14b/,
      ),
    }));
});

describe('the stream', () => {
  test('ids are kept where there are any and made where not, also for calls in one line', async () => {
    const listed = { index: 0, name: 'list_cities', arguments: {} };
    const call = (id?: string) => ({ ...defined({ id: id || undefined }), function: listed });
    const lines = [line({ tool_calls: [call('call_x'), call()] }), line({ tool_calls: [call()] })];
    const ids = callsOf((await play(lines)).events).map(({ id }) => id);
    expect([ids[0], ids.slice(1).every((id) => /^call_./.test(id))]).toEqual(['call_x', true]);
    expect(new Set(ids).size).toBe(3);
  });

  test.each([
    ['no JSON', '<html>\n'],
    ['JSON that is no object', '5\n'],
    ['half a line at the end', '{"message":{"content":"x'],
  ])('%s is an error: the client would skip it and leave a hole', async (_name, raw) => {
    const { text, end } = await play([{ text: 'Half' }, { raw }, { end: true }]);
    expect(text).toBe('Half');
    expect(end).toMatchObject({ type: 'error', code: 'model_unavailable', retryable: true });
  });

  test('blank lines are passed over', async () =>
    expect((await play([{ raw: '\n' }, { text: 'ok' }, { raw: ' \n\n' }])).text).toBe('ok'));

  test('a line of more than 8 MB is refused', async () => {
    const lines = checkedLines();
    const writer = lines.writable.getWriter();
    const read = new Response(lines.readable).text();
    const big = new TextEncoder().encode('x'.repeat(5_000_000));
    const writes = Promise.allSettled([writer.write(big), writer.write(big)]);
    await expect(read).rejects.toThrow('cannot be read');
    await writes;
  });
});
