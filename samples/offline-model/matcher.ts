import { withoutName } from './reading/facts.js';
import type { Intent, Place, World } from './world.js';

/** An intent and how well the request fits it. */
export interface Match {
  intent: Intent;
  score: number;
}

/** The intents a request may have, best first; those that no pattern fits are left out. */
export function matchIntents(intents: readonly Intent[], world: World, place: Place): Match[] {
  const beside = { ...world, reading: withoutName(world.reading) };
  return intents
    .filter((intent) => intent.places.includes(place))
    .map((intent) => ({ intent, score: scoreOf(intent, beside) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score);
}

function scoreOf(intent: Intent, world: World): number {
  const scores = intent.patterns.map((pattern) => (holds(pattern.when, world) ? pattern.score : 0));
  return Math.max(0, ...scores);
}

/** True when every part of a condition (`a|b, !c`) holds. */
export function holds(when: string, world: World): boolean {
  return when.split(',').every((part) => {
    const test = part.trim();
    return test.startsWith('!') ? !any(test.slice(1), world) : any(test, world);
  });
}

function any(alternatives: string, world: World): boolean {
  return alternatives
    .split('|')
    .some((name) =>
      /^(is|has|was)\./.test(name) ? world.facts.has(name) : world.reading.has(name),
    );
}
