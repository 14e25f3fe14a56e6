import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/store/database.js';
import { Child } from '../support/child.js';
import { openTestDatabase } from '../support/database.js';
import { FAKE_KEY } from '../support/fakes/fake-api.js';
import { fakeNames, type FakeName } from '../support/fakes/fakes.js';
import type { FakeStep } from '../support/fakes/script.js';
import { startTestServer, type WireEvent } from '../support/server.js';

const signed = (at: number) => ({ signature: `sig-${at}` });

/** A workflow from a sentence: three calls in one turn, the draft, its preview, the answer. */
const workflow: FakeStep[][] = [
  [
    { thinking: 'A rule for big orders. ' },
    { text: 'I look at what there is. ' },
    { call: { name: 'list_workflow_rules', ...signed(1) } },
    { call: { name: 'discover', arguments: { category: 'action_types' } } },
    {
      call: {
        name: 'start_draft',
        arguments: {
          name: 'Big order watch ‒ №1',
          entity: 'sales.orders',
          trigger_type: 'on_create',
        },
      },
    },
  ],
  [
    {
      call: {
        name: 'add_draft_action',
        arguments: {
          name: 'Tell finance',
          action_type: 'send_email',
          config: {
            recipients: ['finance@example.com'],
            subject: 'Big order',
            body: 'Look at it.',
          },
        },
        ...signed(2),
      },
    },
  ],
  [{ call: { name: 'preview_draft', ...signed(3) } }],
  [
    { text: 'The rule waits ' },
    { text: 'for your decision. ✓' },
    { usage: { input: 100, output: 10 } },
  ],
];

/** Starts a fake in a process of its own and answers the variables it prints. */
async function startFake(name: FakeName, turns: FakeStep[][], directory: string) {
  const script = join(directory, `${name}.json`);
  // Cut at random places, as a network does.
  await writeFile(script, JSON.stringify({ turns, delivery: { split: { seed: 7, max: 50 } } }));
  const main = new URL('../support/fakes/main.ts', import.meta.url);
  const child = new Child(main, [name, '--script', script, '--port', '0', '--once']);
  const env: Record<string, string> = {};
  await child.line();
  for (let line = await child.line(); line !== ''; line = await child.line()) {
    const [variable = '', value] = line.split(/=(.*)/s);
    env[variable] = value ?? '';
  }
  return { child, env };
}

const find = <T extends WireEvent['event']>(events: readonly WireEvent[], name: T) =>
  events.filter(({ event }) => event === name) as Extract<WireEvent, { event: T }>[];

const directories: string[] = [];
let db: Database;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

/** A server that talks to a fake in another process; both are gone afterwards. */
async function withServer(
  name: FakeName,
  turns: FakeStep[][],
  use: (server: Awaited<ReturnType<typeof startTestServer>>) => Promise<void>,
) {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-fake-'));
  directories.push(directory);
  const { child, env } = await startFake(name, turns, directory);
  try {
    const server = await startTestServer({ env, db });
    await use(server).finally(() => server.close());
  } finally {
    await child.kill();
  }
}

/** What the user read. */
const textOf = (events: readonly WireEvent[]) =>
  find(events, 'content_chunk')
    .map(({ data }) => data.chunk)
    .join('');

function expectWorkflow(events: readonly WireEvent[]): void {
  const results = find(events, 'tool_call_result');
  expect(results.map(({ data }) => [data.name, data.is_error])).toEqual([
    ['list_workflow_rules', false],
    ['discover', false],
    ['start_draft', false],
    ['add_draft_action', false],
    ['preview_draft', false],
  ]);
  // The three of the first turn were all asked for before any was answered.
  const order = events.map(({ event }) => event).filter((event) => event.startsWith('tool_call_'));
  expect(order.slice(0, 3)).toEqual(Array(3).fill('tool_call_start'));
  expect(find(events, 'workflow_preview')).toMatchObject([
    { data: { is_update: false, workflow: { name: 'Big order watch ‒ №1' } } },
  ]);
  expect(find(events, 'thinking_chunk').map(({ data }) => data.chunk)).toEqual([
    'A rule for big orders. ',
  ]);
  expect(textOf(events)).toBe('I look at what there is. The rule waits for your decision. ✓');
  expect(events.at(-1)).toMatchObject({
    event: 'message_complete',
    data: { finish_reason: 'stop', turns: 4, usage: { input_tokens: 133, output_tokens: 31 } },
  });
}

// The script is played in order, so both chats are one test: a server for each would cost seconds.
// The answer ends without its closing events: a reset could overtake the words before it, and what
// it does is tried against each provider alone.
test.each(fakeNames)(
  '%s: a workflow from a sentence, then an answer cut in the middle',
  async (name) =>
    withServer(name, [...workflow, [{ text: 'Half' }, { end: true }]], async (server) => {
      const health = await (await fetch(`${server.url}/health/ready`)).text();
      expect(health).toContain(`${name} (`);
      const message = 'Tell finance by email about each new big order';
      expectWorkflow(await server.chat({ message, context_type: 'workflow' }));

      const events = await server.chat({ message: 'hi', context_type: 'workflow' });
      expect(textOf(events)).toBe('Half');
      expect(events.at(-1)).toMatchObject({
        event: 'error',
        data: { code: 'model_unavailable', retryable: true },
      });
      expect(JSON.stringify(events) + health).not.toContain(FAKE_KEY);
    }),
);
