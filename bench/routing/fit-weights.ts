import type { Signals } from '../../src/agentloop/routing/weigh-agents.js';

/** One request: what speaks for each agent, and which of them can answer. */
export interface Case {
  signals: readonly Signals[];
  right: readonly boolean[];
}

const ROUNDS = 1500;
const STEP = 0.3;
/** Keeps weights small where the cases do not need them. */
const PULL = 0.02;

/**
 * The weights that make right agents likely: multinomial logistic regression, one weight a signal for all agents,
 * by plain gradient descent. The pull is on weights of standardised signals.
 */
export function fitWeights(cases: readonly Case[], keys: readonly (keyof Signals)[]) {
  const scale = new Map(keys.map((key) => [key, deviation(cases, key)]));
  const scaled = (signals: Signals, key: keyof Signals): number =>
    signals[key] / (scale.get(key) ?? 1);
  const weights = new Map(keys.map((key) => [key, 0.1]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Map(keys.map((key) => [key, PULL * (weights.get(key) ?? 0)]));
    for (const { signals, right } of cases) {
      const sums = signals.map((each) =>
        keys.reduce((sum, key) => sum + (weights.get(key) ?? 0) * scaled(each, key), 0),
      );
      const most = Math.max(...sums);
      const shares = sums.map((sum) => Math.exp(sum - most));
      const all = shares.reduce((a, b) => a + b, 0);
      const ofRight = shares.reduce((sum, share, at) => sum + (right[at] ? share : 0), 0);
      signals.forEach((each, at) => {
        const wanted = right[at] ? (shares[at] ?? 0) / ofRight : 0;
        const error = ((shares[at] ?? 0) / all - wanted) / cases.length;
        for (const key of keys) slope.set(key, (slope.get(key) ?? 0) + error * scaled(each, key));
      });
    }
    for (const key of keys)
      weights.set(key, (weights.get(key) ?? 0) - STEP * (slope.get(key) ?? 0));
  }
  return Object.fromEntries(
    keys.map((key) => [key, Math.max(0, (weights.get(key) ?? 0) / (scale.get(key) ?? 1))]),
  ) as Record<keyof Signals, number>;
}

function deviation(cases: readonly Case[], key: keyof Signals): number {
  const values = cases.flatMap(({ signals }) => signals.map((each) => each[key]));
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return (
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  );
}
