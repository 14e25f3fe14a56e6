import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Simulation } from './wire.js';

/** An event to try a rule with. */
export interface EventInput {
  record?: JsonObject;
  previous?: JsonObject;
  event?: string;
}

/** Schema of {@link EventInput}. */
export const eventProperties = {
  record: {
    type: 'object',
    description: 'The row as the event leaves it, e.g. {"quantity": 3}; columns by name.',
    additionalProperties: true,
  },
  previous: {
    type: 'object',
    description: 'The row before an update; columns by name.',
    additionalProperties: true,
  },
  event: {
    type: 'string',
    enum: ['on_create', 'on_update', 'on_delete', 'manual'],
    description: 'What happens to the row; leave out for what the rule waits for.',
  },
} as const;

/** The body of the platform's simulate routes. */
export function eventBody(input: EventInput): JsonObject {
  return {
    record: input.record ?? {},
    ...defined({ previous: input.previous, event: input.event }),
  };
}

/** The way taken in one line: `Check stock → [insufficient] Create alert`. */
export function simulatedPath(simulation: Simulation): string {
  const { steps } = simulation;
  return steps
    .map((step, at) => {
      const port = at === 0 ? undefined : steps[at - 1]?.port;
      return port === undefined || port === 'success' ? step.action : `[${port}] ${step.action}`;
    })
    .join(' → ');
}
