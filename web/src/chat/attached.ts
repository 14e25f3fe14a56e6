import { useState } from 'react';
import type { Attached } from '../registry/plugin.js';

const NOTHING: Attached = { agent: '', ids: [], waiting: [], isRefused: false };

/**
 * What is attached to the box, and a message that waits for it: sent as soon as all of it can be searched, and not
 * sent when some of it is refused, so that the user decides.
 */
export function useAttached(sendNow: (attached: Attached) => void) {
  const [attached, setAttached] = useState(NOTHING);
  const [waits, setWaits] = useState(false);
  return {
    /** The names of what a message waits for; empty when none waits. */
    waitsFor: waits ? attached.waiting : [],
    onAttached: (next: Attached) => {
      setAttached(next);
      if (!waits || next.waiting.length > 0) return;
      setWaits(false);
      if (!next.isRefused) sendNow(next);
    },
    send: () => (attached.waiting.length > 0 ? setWaits(true) : sendNow(attached)),
  };
}
