import { Check, CircleDashed, CirclePause, CircleStop, LoaderCircle } from 'lucide-react';
import type { ResearchView } from './api.js';
import { partsOf, type PartView } from './research-view.js';
import { t } from './texts.js';
import styles from './parts.module.css';

const LOOKS = (): Readonly<Record<PartView['state'], { Icon: typeof Check; words: string }>> => ({
  done: { Icon: Check, words: t('done') },
  now: { Icon: LoaderCircle, words: t('in progress') },
  waits: { Icon: CirclePause, words: t('waiting for you') },
  stopped: { Icon: CircleStop, words: t('ended here') },
  ahead: { Icon: CircleDashed, words: t('not started') },
});

/** How far a research is. */
export function PartBar({ research }: { research: ResearchView }) {
  return (
    <ol className={styles.phaseBar} aria-label={t('Progress')}>
      {partsOf(research).map(({ label, state }) => {
        const { Icon, words } = LOOKS()[state];
        const isHere = state === 'now' || state === 'waits';
        return (
          <li key={label} className={styles[state]} aria-current={isHere ? 'step' : undefined}>
            <Icon size={14} aria-hidden className={state === 'now' ? 'spin' : undefined} />
            {label}
            <span className="visually-hidden">, {words}</span>
          </li>
        );
      })}
    </ol>
  );
}
