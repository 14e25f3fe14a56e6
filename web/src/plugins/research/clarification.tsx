import { Check, Circle } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import type { SourcePlace } from '../../registry/plugin.js';
import {
  isEnded,
  type ResearchState,
  type ResearchView,
  type ClarificationRound,
  useResearchActions,
} from './api.js';
import { endingWords } from './research-labels.js';
import { t } from './texts.js';
import { Bar, Problem } from './parts.js';
import { PassageItem } from './task-list.js';
import { convergenceOf, gapsOf } from './research-view.js';
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

/** One round: what was searched and found, what is missing, what was asked, and what the user said. */
function RoundView({
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
        <Found round={round} language={language} onOpen={onOpen} />
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

const LONGEST = 9900;
/** Ends the questions; what stands behind it still counts. */
const END = '/end';

/** Answers the questions, or ends them with the plan. */
function ReplyBox({ research: { research_id: id, checkpoint } }: { research: ResearchView }) {
  const [text, setText] = useState('');
  const actions = useResearchActions(id);
  const reply = useMutation({
    mutationFn: (said: string) => actions.reply(said, checkpoint?.checkpoint_id),
  });
  const said = text.trim();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (said !== '' && !reply.isPending) reply.mutate(said);
  };
  return (
    <form className={styles.box} onSubmit={submit} aria-label={t('Your answer')}>
      <label className="visually-hidden" htmlFor="reply">
        {t('Your answer')}
      </label>
      <textarea
        id="reply"
        className="field"
        rows={3}
        maxLength={LONGEST}
        value={text}
        placeholder={t('Answer in your own words; skip what does not matter')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const sends = event.key === 'Enter' && !event.shiftKey;
          if (sends && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      {reply.isError && <Problem error={reply.error} />}
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          disabled={reply.isPending}
          onClick={() => reply.mutate(`${END} ${said}`.trim())}
        >
          <code>{END}</code> {t('Enough, make a plan')}
        </button>
        <button type="submit" className="button primary" disabled={said === '' || reply.isPending}>
          {reply.isPending ? t('Sending…') : t('Answer')}
        </button>
      </div>
    </form>
  );
}
