import { silentLogger } from '../foundation/logger.js';
import { createChangeKinds } from '../agenttools/changes/change-kind.js';
import { LiveCatalog } from '../agenttools/sources/live-catalog.js';
import { plainSource } from './plain-parts.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const tool = (name: string) => ({
  name,
  description: `Does ${name}.`,
  execute: async () => ({ result: name }),
});

test('tools that a function finds are asked for again, and a failure keeps those there were', async () => {
  const answers: (() => Promise<ReturnType<typeof tool>[]>)[] = [
    () => Promise.reject(new Error('not up yet')),
    async () => [tool('a')],
    async () => [tool('a'), tool('b')],
    () => Promise.reject(new Error('gone')),
  ];
  let asked = 0;
  const tools = () => (answers[asked++] ?? (async () => []))();
  const source = plainSource({ id: 'found', tools, refreshSeconds: 60 }, {});
  const catalog = new LiveCatalog([source], createChangeKinds([]), silentLogger);
  const seen: unknown[] = [];
  for (let round = 0; round < answers.length; round += 1) {
    await jest.advanceTimersByTimeAsync(round === 0 ? 30 : 60_000);
    const [report] = catalog.reports;
    seen.push([[...catalog.current.names()], report?.state, report?.detail]);
  }
  expect(seen).toEqual([
    [[], 'down', 'not up yet'],
    [['a'], 'ok', '1 tools'],
    [['a', 'b'], 'ok', '2 tools'],
    [['a', 'b'], 'degraded', 'gone'],
  ]);
  expect(asked).toBe(answers.length);
  await catalog.close();
  expect(jest.getTimerCount()).toBe(0);
});

test('without refreshSeconds it is asked once', async () => {
  let asked = 0;
  const tools = () => {
    asked += 1;
    return [tool('a')];
  };
  const source = plainSource({ id: 'found', tools }, {});
  const catalog = new LiveCatalog([source], createChangeKinds([]), silentLogger);
  await jest.advanceTimersByTimeAsync(100_000);
  expect([asked, [...catalog.current.names()]]).toEqual([1, ['a']]);
  await catalog.close();
});
