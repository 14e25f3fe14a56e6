import { useEffect, useState } from 'react';
import type { AgentEvent } from '../../../../src/agentloop/events.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { sextant } from '../../api/client.js';
import { t } from './texts.js';
import { useResearchChanged } from './api.js';

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

/** How long to wait for more of a burst, in milliseconds. */
const MOMENT_MS = 120;

/**
 * Calls `flush` a moment after it was wanted, never twice at once, and once more for what was wanted
 * in the meantime: what comes in a burst is one call, and a slow call is not overtaken. `flush` must not reject.
 */
export function batched(
  flush: () => Promise<void>,
  moment: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, MOMENT_MS)),
): () => void {
  let isWanted = false;
  let isBusy = false;
  const run = async () => {
    isBusy = true;
    while (isWanted) {
      await moment();
      isWanted = false;
      await flush();
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void run();
  };
}

/** What the events of a research tell beside its state. */
export interface Followed {
  live: Live;
  /** Set while the connection is broken. */
  lost: { attempt: number } | undefined;
  /** True when the server does not give the events: the state must be asked for by itself. */
  isRefused: boolean;
}

const NOTHING: Followed = { live: NOTHING_LIVE, lost: undefined, isRefused: false };

/**
 * Follows a research while `isOpen`, from its first event on, so that what only the events tell is known
 * in any order; those that change the state ask for it again.
 */
export function useResearchEvents(id: string, isOpen: boolean): Followed {
  const [followed, setFollowed] = useState(NOTHING);
  const changed = useResearchChanged(id);
  useEffect(() => {
    if (!isOpen) return undefined;
    const reader = new AbortController();
    void follow(id, reader.signal, setFollowed, changed);
    return () => reader.abort();
  }, [id, isOpen, changed]);
  return followed;
}

async function follow(
  id: string,
  signal: AbortSignal,
  tell: (followed: Followed) => void,
  changed: () => Promise<void>,
): Promise<void> {
  let now = NOTHING;
  let isStale = false;
  const goOn = batched(async () => {
    if (signal.aborted) return;
    tell(now);
    const wasStale = isStale;
    isStale = false;
    if (wasStale) await changed();
  });
  for await (const update of sextant.research.follow(id, { signal })) {
    switch (update.type) {
      case 'event':
        now = { ...now, lost: undefined, live: withResearchEvent(now.live, update.event) };
        isStale ||= changesState(update.event);
        goOn();
        break;
      case 'connected':
        now = { ...now, lost: undefined };
        tell(now);
        break;
      case 'lost':
        now = { ...now, lost: { attempt: update.attempt } };
        tell(now);
        break;
      case 'refused':
        now = { ...now, isRefused: true };
        tell(now);
        break;
      case 'gap':
        break;
    }
  }
}
