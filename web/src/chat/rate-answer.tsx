import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { messageOf, sextant } from '../api/client.js';
import type { Rating } from '../api/types.js';
import { t } from '../texts/core.js';
import styles from './answer-tools.module.css';

/** Says whether an answer was good; the same again takes it back. The choice of tools learns from it. */
export function RateAnswer({ runId, rating }: { runId: string; rating: Rating | undefined }) {
  const [chosen, setChosen] = useState(rating);
  const [problem, setProblem] = useState<string>();
  const choose = (next: Rating | undefined) => {
    setChosen(next);
    setProblem(undefined);
    sextant.rate(runId, next).catch((error: unknown) => {
      setChosen(chosen);
      setProblem(messageOf(error));
    });
  };
  const button = (of: Rating, label: string, Icon: typeof ThumbsUp) => (
    <button
      type="button"
      className={`icon-button ${chosen === of ? styles.chosen : ''}`}
      aria-label={label}
      aria-pressed={chosen === of}
      title={chosen === of ? t('Take it back') : label}
      onClick={() => choose(chosen === of ? undefined : of)}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
  return (
    <>
      {button('up', t('Good answer'), ThumbsUp)}
      {button('down', t('Bad answer'), ThumbsDown)}
      {problem !== undefined && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  );
}
