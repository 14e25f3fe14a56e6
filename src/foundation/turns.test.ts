import { setImmediate as turn } from 'node:timers/promises';
import { Line } from './turns.js';

test('so many go on in each turn of the event loop, in their order, and what comes meanwhile is seen to between them', async () => {
  const line = new Line(2);
  const seen: string[] = [];
  const all = 'abcde'.split('').map((name) => line.join().then(() => seen.push(name)));
  for (const other of ['1', '2']) {
    await turn();
    seen.push(other);
  }
  await Promise.all(all);
  await line.join();
  expect(seen.join('')).toBe('ab1cd2e');
});
