import { sayAbilities, sayDeclined, sayNotUnderstood } from '../answers/limits.js';
import type { Plan } from '../steps.js';
import type { World } from '../world.js';

/** A plan that calls nothing and says why, and what works instead. */
export function decline(reason: string): (world: World) => Plan {
  return function* (world) {
    return sayDeclined(world, reason);
  };
}

/** Says what the model is. */
export function* introduce(world: World): Plan {
  return sayAbilities(world);
}

/** Says that the request was not understood. */
export function* notUnderstood(world: World): Plan {
  return sayNotUnderstood(world);
}
