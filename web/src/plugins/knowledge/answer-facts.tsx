import type { AnswerFacts } from './final-answer.js';
import { t } from './texts.js';
import styles from './answer-facts.module.css';

/** How sure the agent is of its answer, and where it looked. */
export function AnswerFactsView({
  facts: { confidence, internal, external, removed },
}: {
  facts: AnswerFacts;
}) {
  const tone = confidence >= 0.7 ? 'good' : confidence >= 0.4 ? 'warn' : 'bad';
  return (
    <>
      <p className={styles.facts}>
        <span className={`badge ${tone}`}>
          {t('Confidence {percent} %', { percent: Math.round(confidence * 100) })}
        </span>
        <span className="badge">
          {internal ? t('Knowledge base used') : t('Knowledge base not used')}
        </span>
        <span className="badge">{external ? t('Web search used') : t('Web search not used')}</span>
      </p>
      {removed.length > 0 && (
        <p className="small">
          {t(
            'Removed because the search did not find them: {removed}. This lowers the confidence.',
            { removed: removed.join(', ') },
          )}
        </p>
      )}
    </>
  );
}
