import { CircuitBreaker } from './circuit-breaker.js';

test('a failure that came at once, or was the caller’s, is not remembered', async () => {
  let [ms, asked] = [0, 0];
  const breaker = new CircuitBreaker({ hangMs: 1_000, restMs: 30_000 }, () => new Date(ms));
  const late = new Error('no answer within 10 s');
  const failing = (takes: number, isFault: boolean) => {
    const call = async () => {
      asked += 1;
      ms += takes;
      throw late;
    };
    return breaker.run(call, () => (isFault ? late : undefined));
  };
  await expect(failing(999, true)).rejects.toBe(late);
  await expect(failing(10_000, false)).rejects.toBe(late);
  expect(
    await breaker.run(
      async () => asked,
      () => undefined,
    ),
  ).toBe(2);
  // One that took just as long as one that hangs is.
  for (const takes of [1_000, 0]) await expect(failing(takes, true)).rejects.toBe(late);
  expect(asked).toBe(3);
});
