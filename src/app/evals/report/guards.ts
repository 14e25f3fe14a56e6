import type { Attempt } from '../play-scenario.js';
import type { ModelResult } from '../results.model.js';
import { isUnoffered, succeeded } from './summary.js';

/** How often the server caught what a model did wrong with its tool calls, and what became of it. */
export interface GuardFigures {
  guard: string;
  times: number;
  /** Attempts in which it acted. */
  attempts: number;
  /** Of those, the ones that succeeded all the same. */
  saved: number;
}

/** What local models do wrong most often, and how often an attempt met it. */
const GUARDS: readonly (readonly [string, (attempt: Attempt) => number])[] = [
  ['calls written as text, read all the same', ({ leakedCalls = 0 }) => leakedCalls],
  [
    'wrong arguments, refused with what is valid',
    (attempt) => callsOf(attempt).filter(({ code }) => code === 'invalid_arguments').length,
  ],
  [
    'tools that were not offered, refused with what is',
    (attempt) => callsOf(attempt).filter(isUnoffered).length,
  ],
];

/** The guards that acted in a result. */
export function guardsOf({ scenarios }: ModelResult): GuardFigures[] {
  const attempts = scenarios.flatMap((scenario) => scenario.attempts);
  return GUARDS.map(([guard, count]) => {
    const met = attempts.filter((one) => count(one) > 0);
    return {
      guard,
      times: met.reduce((sum, one) => sum + count(one), 0),
      attempts: met.length,
      saved: met.filter(succeeded).length,
    };
  }).filter(({ times }) => times > 0);
}

function callsOf({ turns }: Attempt) {
  return turns.flatMap(({ calls }) => calls);
}
