import type { AnswerFacts } from './final-answer.js';
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
        <span className={`badge ${tone}`}>Confidence {Math.round(confidence * 100)} %</span>
        <span className="badge">Knowledge base {internal ? 'used' : 'not used'}</span>
        <span className="badge">Web search {external ? 'used' : 'not used'}</span>
      </p>
      {removed.length > 0 && (
        <p className="small">
          Removed because the search did not find them: {removed.join(', ')}. This lowers the
          confidence.
        </p>
      )}
    </>
  );
}
