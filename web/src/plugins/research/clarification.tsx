import { isEnded, type ResearchState, type ResearchView } from './api.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { ReplyBox } from './reply-box.js';
import { RoundView } from './round-view.js';
import { endingWords } from './research-labels.js';
import { t } from './texts.js';
import styles from './clarification.module.css';

/** The questions of a research round by round, with what was found for each, and the box to answer. */
export function Clarification({
  research,
  onOpen,
}: {
  research: ResearchView;
  onOpen: (place: SourcePlace) => void;
}) {
  const { state, step } = research;
  const { clarification, options, language } = state;
  const { rounds, termination_reason: ending } = clarification;
  const isAsked = step === 'awaiting_reply';
  return (
    <>
      {rounds.length === 0 && clarification.is_active && !isEnded(research) && (
        <p className="quiet">{t('The first search is running. Questions will follow.')}</p>
      )}
      {rounds.map((round) => (
        <RoundView
          key={round.iteration}
          round={round}
          of={options.max_iterations}
          language={language}
          onOpen={onOpen}
        />
      ))}
      {isAsked && <ReplyBox key={research.checkpoint?.checkpoint_id} research={research} />}
      {ending !== undefined && <p>{endingWords(ending)}</p>}
      <Outcome state={state} />
    </>
  );
}

/** What the research is held against from now on. */
function Outcome({ state }: { state: ResearchState }) {
  const { anchor, research_queries: queries, clarification_summary: summary, language } = state;
  if (anchor === undefined) return null;
  const chips = [...anchor.key_entities, ...anchor.refinements];
  return (
    <section className={styles.outcome} aria-label={t('Research scope')}>
      <h3>{t('Research scope')}</h3>
      {anchor.scope !== '' && <p lang={language}>{anchor.scope}</p>}
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={t('Entities and refinements')} lang={language}>
          {chips.map((chip, index) => (
            <li key={index} className="badge">
              {chip}
            </li>
          ))}
        </ul>
      )}
      {queries.length > 0 && (
        <ul className={styles.queries} aria-label={t('Research queries')} lang={language}>
          {queries.map((query, index) => (
            <li key={index}>{query}</li>
          ))}
        </ul>
      )}
      {summary !== '' && <p lang={language}>{summary}</p>}
    </section>
  );
}
