import type { AgentEvent } from '../../../../src/agentloop/events.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { t } from './texts.js';

/** How many passages of each tier. */
export interface TierCounts {
  1: number;
  2: number;
  3: number;
}

/** What the events have told of a task before it is in the state. */
export interface LiveTask {
  tiers?: TierCounts;
  quotes: number;
  references: number;
  note?: string;
}

/** What only the events tell: how far the step of now is. */
export interface Live {
  tasks: ReadonlyMap<number, LiveTask>;
  /** The last word of the step under way. */
  note: string | undefined;
}

/** Nothing has been told. */
export const NOTHING_LIVE: Live = { tasks: new Map(), note: undefined };

/** False for an event that only says how far a step is. */
export function changesState(event: AgentEvent): boolean {
  if (event.type !== 'phase' || event.data.status !== 'progress') return true;
  return 'task_state' in event.data.detail;
}

/** What is known after one more event. */
export function withResearchEvent(live: Live, event: AgentEvent): Live {
  if (event.type !== 'phase') return live;
  const { status, detail } = event.data;
  const id = detail['task_id'];
  if (typeof id === 'number') return withTask(live, id, detail);
  if (status !== 'progress') return live.note === undefined ? live : { ...live, note: undefined };
  const note = noteIn(detail);
  return note === undefined ? live : { ...live, note };
}

function withTask(live: Live, id: number, detail: JsonObject): Live {
  const before = live.tasks.get(id) ?? { quotes: 0, references: 0 };
  return { ...live, tasks: new Map(live.tasks).set(id, taskAfter(before, detail)) };
}

function taskAfter(before: LiveTask, detail: JsonObject): LiveTask {
  if (detail['task_state'] !== 'done') {
    const note = noteIn(detail);
    return note === undefined ? before : { ...before, note };
  }
  return {
    tiers: {
      1: numberIn(detail, 'primary'),
      2: numberIn(detail, 'secondary'),
      3: numberIn(detail, 'tertiary'),
    },
    quotes: numberIn(detail, 'quotes'),
    references: numberIn(detail, 'references'),
  };
}

function numberIn(detail: JsonObject, name: string): number {
  const value = detail[name];
  return typeof value === 'number' ? value : 0;
}

/** What a step says of its way, as a sentence; undefined where there is nothing for people in it. */
function noteIn(detail: JsonObject): string | undefined {
  const { note, query } = detail;
  if (typeof note === 'string') return note;
  if (typeof query === 'string') {
    return t('{passages} for “{query}”', {
      passages: t('{n} passage | {n} passages', { n: numberIn(detail, 'found') }),
      query,
    });
  }
  if ('followed' in detail) {
    const followed = t('{n} reference | {n} references', { n: numberIn(detail, 'followed') });
    return t('{followed} followed, depth {numberIn}', {
      followed,
      numberIn: numberIn(detail, 'depth'),
    });
  }
  if ('searches' in detail) {
    return t('{n} passage read | {n} passages read', { n: numberIn(detail, 'found') });
  }
  return undefined;
}
