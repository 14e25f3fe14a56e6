import type { JsonObject } from '../../src/foundation/json.js';
import { editDistance } from './reading/distance.js';
import { attempt, explainFailure, giveUp, type Part } from './steps.js';

/**
 * One call that the plan cannot go on without, with one corrected try: when the error names the valid
 * choices and one of them is near to what was sent, that one is sent instead.
 */
export function* needCorrected(name: string, args: JsonObject): Part<unknown> {
  const first = yield* attempt(name, args);
  return first.ok ? first.data : yield* recover(name, args, first);
}

/** The one corrected try after a failure; ends the plan when there is none, or when it fails too. */
export function* recover(
  name: string,
  args: JsonObject,
  failed: { message: string; allowed: readonly string[] },
): Part<unknown> {
  const corrected = correctArguments(args, failed.allowed);
  if (corrected === undefined) return giveUp(explainFailure(failed.message));
  const second = yield* attempt(name, corrected);
  return second.ok ? second.data : giveUp(explainFailure(second.message));
}

/** The arguments with one text replaced by the valid choice nearest to it; `undefined` when none is near. */
function correctArguments(args: JsonObject, allowed: readonly string[]): JsonObject | undefined {
  for (const [key, value] of Object.entries(args)) {
    if (typeof value !== 'string' || allowed.includes(value)) continue;
    const text = value.toLowerCase();
    const limit = Math.max(1, Math.floor(text.length / 4));
    const lower = allowed.map((choice) => ({ choice, like: choice.toLowerCase() }));
    const parts = lower.filter(({ like }) => like.includes(text) || text.includes(like));
    const near = lower.find(({ like }) => editDistance(text, like, limit) <= limit);
    const found = parts.length === 1 ? parts[0] : near;
    if (found !== undefined) return { ...args, [key]: found.choice };
  }
  return undefined;
}
