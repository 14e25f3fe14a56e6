import { Check, Circle } from 'lucide-react';
import type { ClarificationRound, ResearchState } from './api.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { Bar } from './bar.js';
import { PassageItem } from './passage-item.js';
import { convergenceOf, gapsOf } from './research-view.js';
import { t } from './texts.js';
import styles from './clarification.module.css';

/** One round: what was searched and found, what is missing, what was asked, and what the user said. */
export function RoundView({
  round,
  of,
  language,
  onOpen,
}: {
  round: ClarificationRound;
  /** How many rounds there are at most. */
  of: number;
  language: ResearchState['language'];
  onOpen: (place: SourcePlace) => void;
}) {
  const title = t('Round {iteration}', { iteration: round.iteration + 1 });
  return (
    <section className={styles.round} aria-label={title}>
      <h3>
        {title} <span className="quiet small">{t('of at most {of}', { of })}</span>
      </h3>
      {round.chunks.length > 0 || round.found > 0 ? (
        <Found {...{ round, language, onOpen }} />
      ) : null}
      {round.questions.length > 0 && (
        <ul
          className={styles.questions}
          aria-label={t('Questions of round {iteration}', { iteration: round.iteration + 1 })}
        >
          {round.questions.map((question, index) => (
            <li key={index} lang={language}>
              {question}
            </li>
          ))}
        </ul>
      )}
      {round.reply !== undefined && <p className={styles.reply}>{round.reply}</p>}
    </section>
  );
}

function Found({
  round,
  language,
  onOpen,
}: {
  round: ClarificationRound;
  language: ResearchState['language'];
  onOpen: (place: SourcePlace) => void;
}) {
  const { coverage, dedup_ratio, chunks, found, concepts } = round;
  return (
    <>
      <Bar label={t('Coverage')} share={coverage} mark={0.8} />
      <Bar label={t('Already known')} share={dedup_ratio} mark={0.7} />
      <Gaps round={round} language={language} />
      <Converges round={round} />
      <details className={styles.history}>
        <summary>
          {t('{n} new passage of {found} found | {n} new passages of {found} found', {
            n: chunks.length,
            found: found,
          })}
        </summary>
        <p className="quiet small">{t('Searched for')}</p>
        <ul className={styles.queries} lang={language}>
          {round.queries.map((query, index) => (
            <li key={index}>{query}</li>
          ))}
        </ul>
        {concepts.length > 0 && (
          <p className="small" lang={language}>
            <span className="quiet">{t('About')} </span>
            {concepts.join(', ')}
          </p>
        )}
        <ol className={styles.passages}>
          {chunks.map((chunk) => (
            <li key={chunk.chunk_id}>
              <PassageItem passage={chunk} score={chunk.score} onOpen={onOpen}>
                <span className="quiet">{t('for “{query}”', { query: chunk.query })}</span>
              </PassageItem>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function Gaps({
  round,
  language,
}: {
  round: ClarificationRound;
  language: ResearchState['language'];
}) {
  const gaps = gapsOf(round);
  if (gaps.length === 0) return <p className="small">{t('No gaps were found.')}</p>;
  return (
    <div className={styles.gaps}>
      <span className="small">{t('Gaps')}</span>
      <ul className={styles.chips} aria-label={t('Gaps')} lang={language}>
        {gaps.map(({ gap, isDismissed }, index) => (
          <li key={index} className={`badge ${isDismissed ? '' : 'warn'}`}>
            {gap}
            {isDismissed && ` ${t('(dismissed by you)')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What must hold for the questions to end by themselves. */
function Converges({ round }: { round: ClarificationRound }) {
  return (
    <ul
      className={styles.converges}
      aria-label={t('The questions end automatically when all of this holds')}
    >
      <li className="small quiet" aria-hidden>
        {t('End automatically with')}
      </li>
      {convergenceOf(round).map(({ label, isMet }) => (
        <li key={label} className={`small ${isMet ? styles.met : 'quiet'}`}>
          {isMet ? <Check size={13} aria-hidden /> : <Circle size={11} aria-hidden />}
          {label}
          <span className="visually-hidden">: {isMet ? 'yes' : t('not yet')}</span>
        </li>
      ))}
    </ul>
  );
}
