import { useEffect, useState } from 'react';
import { sextant } from '../../api/client.js';
import { useResearchChanged } from './api.js';
import { batched } from './batched.js';
import { changesState, NOTHING_LIVE, withResearchEvent, type Live } from './live.js';

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
