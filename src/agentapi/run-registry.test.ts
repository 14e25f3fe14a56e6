import { describe, expect, test } from '@jest/globals';
import { AppError } from '../foundation/errors.js';
import { RunRegistry } from './run-registry.js';

describe('RunRegistry', () => {
  test('counts the runs that have begun and not ended', () => {
    const registry = new RunRegistry();
    const ends = ['a', 'b'].map((id) => registry.add(id, new AbortController()));
    expect(registry.size).toBe(2);
    ends[0]?.();
    ends[0]?.();
    expect(registry.size).toBe(1);
    ends[1]?.();
    expect(registry.size).toBe(0);
  });

  test('stopping refuses what comes, aborts what runs, and waits for its end', async () => {
    const registry = new RunRegistry();
    expect(() => registry.admit()).not.toThrow();
    const aborts = [new AbortController(), new AbortController()];
    const ends = aborts.map((abort, index) => registry.add(`run-${index}`, abort));
    let stopped = false;
    const stop = registry.stop(60_000).then(() => (stopped = true));
    expect(() => registry.admit()).toThrow('The server is shutting down');
    for (const { signal } of aborts) {
      expect(signal.reason).toBeInstanceOf(AppError);
      expect(signal.reason).toMatchObject({ code: 'shutting_down' });
    }
    ends[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    ends[1]?.();
    await stop;
    expect(stopped).toBe(true);
  });

  test('stopping with nothing to wait for, or again, resolves at once', async () => {
    const registry = new RunRegistry();
    await registry.stop(60_000);
    await registry.stop(60_000);
  });

  test('a run that never ends is waited for no longer than the grace time', async () => {
    const registry = new RunRegistry();
    registry.add('stuck', new AbortController());
    // The registry's own timer keeps nothing alive; something must while we wait for it.
    const alive = setInterval(() => {}, 1000);
    await registry.stop(20);
    clearInterval(alive);
    expect(registry.size).toBe(1);
  });

  test('a run admitted before the stop and begun after it is aborted too', async () => {
    const registry = new RunRegistry();
    registry.admit();
    await registry.stop(10);
    const abort = new AbortController();
    registry.add('late', abort)();
    expect(abort.signal.reason).toMatchObject({ code: 'shutting_down' });
  });
});
