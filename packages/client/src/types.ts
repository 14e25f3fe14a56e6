import type { ConversationRun, EventData } from './api-types.js';

export type * from './api-types.js';

/** A list as every route of the server answers it. */
export interface Page<T> {
  items: T[];
  total: number;
}

/** What the user of a run says of its answer. */
export type Rating = NonNullable<ConversationRun['rating']>;

/** The wire names of the server's own events. */
export type EventType = keyof EventData;

/** One event of a run. Plugins send others of the same shape, under names that stand in no type. */
export type AgentEvent = { [T in EventType]: { type: T; data: EventData[T] } }[EventType];
