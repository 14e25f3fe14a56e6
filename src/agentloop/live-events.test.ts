import { expect, test } from '@jest/globals';
import type { AgentEvent } from './events.js';
import { LiveEvents } from './live-events.js';

const deadline = { pause: () => () => {} };

test('what a call shows comes while it runs, and nothing after its end', async () => {
  const live = new LiveEvents();
  let end = (): void => {};
  const call = new Promise<void>((resolve) => (end = resolve));
  const line = live.of('t1', deadline);
  const events = live.until(call);
  line.show('progress', { at: 1 });
  expect((await events.next()).value).toEqual({
    ...{ type: 'plugin_event', name: 'progress' },
    data: { tool_use_id: 't1', at: 1 },
  });
  // Waited for before it is shown.
  const second = events.next();
  line.show('progress', { at: 2 });
  expect(((await second).value as AgentEvent).data).toMatchObject({ at: 2 });
  live.end('t1');
  line.show('progress', { at: 3 });
  end();
  expect((await events.next()).done).toBe(true);
});

test('a call that fails ends it as well, and one that shows without end is not listened to', async () => {
  const live = new LiveEvents();
  const line = live.of('t1', deadline);
  for (let at = 0; at < 1000; at += 1) line.show('progress', { at });
  const failed = Promise.reject(new Error('no'));
  const shown: AgentEvent[] = [];
  for await (const event of live.until(failed)) shown.push(event);
  expect(shown).toHaveLength(200);
});
