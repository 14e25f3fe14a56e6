import type { PagePlugin } from '../../registry/plugin.js';
import { citationsIn, factsOf, stepMessages, type AnswerFacts, type Use } from './final-answer.js';
import { t } from './texts.js';
import styles from './index.module.css';

/** The knowledge agent: its steps in words, the sources of its final answer and how sure it is of it. */
export const knowledge: PagePlugin = {
  name: 'knowledge',
  contexts: { knowledge: { fields: ['kb_id', 'document_id'] } },
  stepMessages,
  citationsIn,
  answerFacts: (view) => {
    const facts = factsOf(view);
    return facts && <AnswerFactsView facts={facts} />;
  },
};

const INTERNAL = (): Record<Use, string> => ({
  cited: t('Knowledge base used'),
  searched: t('Knowledge base searched, nothing cited'),
  none: t('Knowledge base not searched'),
});
const EXTERNAL = (): Record<Use, string> => ({
  cited: t('Web search used'),
  searched: t('Web searched, nothing cited'),
  none: t('Web not searched'),
});

/** How sure the agent is of its answer, and where it looked. */
function AnswerFactsView({
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
        <span className="badge">{INTERNAL()[internal]}</span>
        <span className="badge">{EXTERNAL()[external]}</span>
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
