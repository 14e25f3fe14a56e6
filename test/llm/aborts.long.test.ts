import { expect, test } from '@jest/globals';
import { Child } from '../support/child.js';
import { fakeNames } from '../support/fakes/fakes.js';

const COUNT = 1000;

// In a process of its own, which an unhandled rejection would end.
test.each(fakeNames)(
  '1,000 aborted streams of %s leave no rejection and no socket',
  async (name) => {
    const child = new Child(new URL('./aborts.child.ts', import.meta.url), [name, String(COUNT)]);
    try {
      const { finals, requests, completed } = JSON.parse(await child.line()) as {
        finals: Record<string, number>;
        requests: number;
        completed: number;
      };
      expect(Object.values(finals).reduce((sum, count) => sum + count)).toBe(COUNT);
      // Most were aborted in the middle, and most of those had reached the server.
      expect(finals['cancelled']).toBeGreaterThan(COUNT / 2);
      expect(requests).toBeGreaterThan(COUNT / 2);
      expect(completed).toBeGreaterThan(0);
      expect(await child.exitCode()).toBe(0);
    } finally {
      await child.kill();
    }
  },
);
