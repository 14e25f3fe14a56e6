import { expect, test } from '@jest/globals';
import { Child } from '../support/child.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { parseScript } from '../support/fakes/script.js';
import { answerOf, collect, providerOf } from './support.js';

// What each fake refuses of a request is shown in accepted.test.ts, with the requests that came so.

const user = { role: 'user', content: 'Hi' };
const requests: Record<FakeName, { path: string; body: object; headers: Record<string, string> }> =
  {
    gemini: {
      path: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
      body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
      headers: { 'x-goog-api-key': FAKE_KEY },
    },
    ollama: { path: '/api/chat', body: { model: 'm', stream: true, messages: [] }, headers: {} },
    openai: {
      path: '/v1/chat/completions',
      body: { model: 'm', messages: [user] },
      headers: { authorization: `Bearer ${FAKE_KEY}` },
    },
    anthropic: {
      path: '/v1/messages',
      body: { model: 'm', max_tokens: 1, messages: [user] },
      headers: { 'x-api-key': FAKE_KEY, 'anthropic-version': '2023-06-01' },
    },
  };

test.each(fakeNames)(
  '%s: a refused request uses up no turn, and the script ends loudly',
  async (name) => {
    const fake = await FakeServer.start(fakeApis[name], { turns: [[{ text: 'only' }]] });
    const { path, body: good, headers } = requests[name];
    const post = async (body: string) => {
      const answer = await fetch(fake.url + path, { method: 'POST', body, headers });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await post('{}')).status).toBe(400);
    expect((await post('no json')).status).toBe(400);
    expect(await post(JSON.stringify(good))).toMatchObject({
      status: 200,
      text: expect.stringContaining('only'),
    });
    expect(await post(JSON.stringify(good))).toMatchObject({
      status: 500,
      text: expect.stringContaining('1 turns'),
    });
    expect((await fetch(`${fake.url}/elsewhere`)).status).toBe(404);
    await fake.close();
  },
);

test.each([
  [5, 'A script is a list of turns'],
  [{ turns: [{}] }, 'turns[0] must be a list of steps'],
  [[[{ text: 'a' }, { txt: 'b' }]], 'turns[0][1] must be an object with one of these keys: text'],
  [[[{ text: 'a', finish: 'stop' }]], 'turns[0][0]'],
])('a script %j is refused with the place', (script, message) => {
  expect(() => parseScript(script)).toThrow(message);
});

test('as a program it prints the variables with which it is used, and greets without a script', async () => {
  const child = new Child(new URL('../support/fakes/main.ts', import.meta.url), ['gemini']);
  try {
    expect(await child.line()).toContain('The fake of gemini is ready at http://127.0.0.1:');
    const lines: string[] = [];
    for (let line = await child.line(); line !== ''; line = await child.line()) lines.push(line);
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(answerOf(await collect(providerOf(env).llm)).text).toBe('Hello, I am a fake.');
  } finally {
    await child.kill();
  }
});
