import { expect, test } from '@jest/globals';
import type { AgentEvent } from './events.js';
import { LiveEvents } from './live-events.js';

const deadline = { pause: () => () => {} };

test('what a call shows comes while it runs, and nothing after its end', async () => {
  const live = new LiveEvents();
  let end = (): void => {};
  const call = new Promise<void>((resolve) => (end = resolve));
  const line = live.of('t1', deadline);
  const shown: AgentEvent[] = [];
  let wake = (): void => {};
  const until = live.until(call, (event) => {
    shown.push(event);
    wake();
    return undefined;
  });
  const next = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  for (const at of [1, 2]) {
    const coming = next();
    line.show('progress', { at });
    await coming;
  }
  live.end('t1');
  line.show('progress', { at: 3 });
  end();
  await until;
  expect(shown).toEqual(
    [1, 2].map((at) => ({
      ...{ type: 'plugin_event', name: 'progress' },
      data: { tool_use_id: 't1', at },
    })),
  );
});

test('a call that fails ends it as well, and one that shows without end is not listened to', async () => {
  const live = new LiveEvents();
  const line = live.of('t1', deadline);
  for (let at = 0; at < 1000; at += 1) line.show('progress', { at });
  const failed = Promise.reject(new Error('no'));
  const shown: AgentEvent[] = [];
  await live.until(failed, (event) => void shown.push(event));
  expect(shown).toHaveLength(200);
});
