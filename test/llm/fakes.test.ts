import { Child } from '../support/child.js';
import { answerOf, collect, providerOf } from './support.js';

// What each fake refuses of a request is shown in accepted.test.ts, with the requests that came so.

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
