import { CircuitBreaker } from './circuit-breaker.js';

function breakerAt(at = { ms: 0 }) {
  const breaker = new CircuitBreaker({ hangMs: 1_000, restMs: 30_000 }, () => new Date(at.ms));
  let asked = 0;
  const ask = (takes: number, error?: Error, isFault = true) =>
    breaker.run(
      async () => {
        asked += 1;
        at.ms += takes;
        if (error) throw error;
        return asked;
      },
      () => (isFault ? error : undefined),
    );
  return { at, ask, breaker };
}

const late = new Error('no answer within 10 s');

test('a service that hung is left alone for a while, and then asked again', async () => {
  const { at, ask } = breakerAt();
  await expect(ask(10_000, late)).rejects.toBe(late);
  at.ms += 29_999;
  await expect(ask(0)).rejects.toBe(late);
  at.ms += 1;
  expect(await ask(0)).toBe(2);
  expect(await ask(0)).toBe(3);
});

test('a failure that came at once, or was the caller’s, is not remembered', async () => {
  const { ask } = breakerAt();
  await expect(ask(999, late)).rejects.toBe(late);
  await expect(ask(10_000, late, false)).rejects.toBe(late);
  expect(await ask(0)).toBe(3);
});

test('an answer to somebody else ends the rest', async () => {
  const { ask, breaker } = breakerAt();
  await expect(ask(1_000, late)).rejects.toBe(late);
  breaker.close();
  expect(await ask(0)).toBe(2);
});
