import { useEffect, useState } from 'react';
import { messageOfStep } from './timeline-items.js';
import { answerOf, isRunning, type RunView } from '../run/run-view.js';
import { t } from '../texts/core.js';

/** How long words stay to be read out, in milliseconds; what stays would be met again by who browses. */
const STAYS_MS = 10_000;

/**
 * Reads the newest run to people who do not see it: what it does in few words, and its answer once it
 * is whole, as text that comes in pieces is read out in pieces.
 */
export function Announcer({ view }: { view: RunView | undefined }) {
  const running = view !== undefined && isRunning(view);
  const [wasRunning, setWasRunning] = useState(running);
  const [answer, setAnswer] = useState('');
  if (wasRunning !== running) {
    setWasRunning(running);
    setAnswer(running || view === undefined ? '' : answerOf(view));
  }
  useEffect(() => {
    if (answer === '') return undefined;
    const timer = setTimeout(() => setAnswer(''), STAYS_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <p className="visually-hidden" role="status">
      {running ? doing(view) : answer}
    </p>
  );
}

function doing({ items }: RunView): string {
  const step = items.findLast((item) => item.kind === 'step');
  if (step === undefined) return t('Working');
  return messageOfStep(step)?.message ?? t('Using {name}', { name: step.name });
}
