import { Search } from 'lucide-react';
import { useState } from 'react';
import type { AgentInfo } from '../api/client.js';
import { subjectOf } from '../chat/place.js';
import { FailedQuery, Notice } from '../ui/notice.js';
import { t } from '../texts/texts.js';
import { useInfo } from '../api/queries.js';
import { SOURCES, FALLBACKS, Bar, Funnel, scoreShare, Unmet } from '../chat/why-tools.js';
import { duration } from '../ui/format.js';
import { type Asked, scoreText, rankingRows, type RankingRow } from './selection.js';
import { useSelection } from './queries.js';
import type { SelectionAnswer } from './selection.js';
import { ToolName } from './tool-card.js';
import styles from './try-sentence.module.css';

/** What the form says and who is told. */
interface Props {
  agents: readonly AgentInfo[];
  /** Names of the catalogue: what can be shown. */
  known: ReadonlySet<string>;
  /** What is written at the moment. */
  draft: Asked;
  /** What is asked: the draft once the user stops typing. */
  asked: Asked;
  onDraft: (next: Asked) => void;
  /** Asks at once. */
  onAsk: (next: Asked) => void;
  onShow: (name: string) => void;
}

/** A sentence, and below it what a chat would be offered for it. */
export function TrySentence({ agents, known, draft, asked, onDraft, onAsk, onShow }: Props) {
  const answer = useSelection(asked);
  const empty = asked.sentence.trim() === '';
  return (
    <section className={`card ${styles.card}`} aria-labelledby="try-title">
      <h2 id="try-title">{t('Try a sentence')}</h2>
      <SentenceForm agents={agents} draft={draft} onDraft={onDraft} onAsk={onAsk} />
      {empty && (
        <p className="quiet small">
          {t('Write what a user might say, or pick an example of a tool. No model is called.')}
        </p>
      )}
      {!empty && answer.isError && <FailedQuery error={answer.error} again={answer.refetch} />}
      {!empty && answer.isPending && !answer.isError && (
        <p className="quiet small" role="status">
          {t('Selecting…')}
        </p>
      )}
      {!empty && answer.data !== undefined && (
        <SelectionResult
          answer={answer.data}
          sentence={asked.sentence}
          stale={answer.isPlaceholderData}
          known={known}
          onShow={onShow}
        />
      )}
    </section>
  );
}

function SentenceForm({
  agents,
  draft,
  onDraft,
  onAsk,
}: Pick<Props, 'agents' | 'draft' | 'onDraft' | 'onAsk'>) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk({ ...draft });
      }}
    >
      <Contexts agents={agents} draft={draft} onAsk={onAsk} />
      <div className={styles.line}>
        <label className={styles.sentence}>
          <span className="visually-hidden">{t('Sentence')}</span>
          <input
            className="field"
            value={draft.sentence}
            placeholder={t('e.g. sort it by price, highest first')}
            autoComplete="off"
            maxLength={4000}
            onChange={(event) => onDraft({ ...draft, sentence: event.target.value })}
          />
        </label>
        <button type="submit" className="button primary" disabled={draft.sentence.trim() === ''}>
          <Search size={14} aria-hidden />
          {t('Try')}
        </button>
      </div>
      <details className={styles.more} open={draft.earlier !== '' || undefined}>
        <summary>
          {t('Earlier messages')}
          {draft.earlier === '' ? '' : ' (included)'}
        </summary>
        <textarea
          className="field"
          rows={2}
          aria-label={t('Earlier messages, one per line')}
          placeholder={t('Earlier messages of the user, one per line')}
          value={draft.earlier}
          onChange={(event) => onDraft({ ...draft, earlier: event.target.value })}
        />
      </details>
    </form>
  );
}

function Contexts({ agents, draft, onAsk }: Pick<Props, 'agents' | 'draft' | 'onAsk'>) {
  const subject = subjectOf(draft.contextType);
  return (
    <div className={styles.contexts}>
      <fieldset className={styles.segments}>
        <legend className="visually-hidden">{t('Context')}</legend>
        {agents.map(({ context_type, title }) => (
          <label key={context_type}>
            <input
              type="radio"
              name="context"
              checked={draft.contextType === context_type}
              onChange={() => onAsk({ ...draft, contextType: context_type })}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {subject !== undefined && (
        <label className={styles.open}>
          <input
            type="checkbox"
            checked={draft.open}
            onChange={(event) => onAsk({ ...draft, open: event.target.checked })}
          />
          {t('{noun} open', { noun: subject.noun })}
        </label>
      )}
    </div>
  );
}

/** What is shown of an answer, and who opens a tool. */
interface ResultProps {
  answer: SelectionAnswer;
  sentence: string;
  /** It belongs to the sentence before; the next answer is on its way. */
  stale: boolean;
  known: ReadonlySet<string>;
  onShow: (name: string) => void;
}

/** What a sentence would be offered and why: the funnel, each tool with source and score, all ranks on demand. */
function SelectionResult({ answer, sentence, stale, known, onShow }: ResultProps) {
  const { counts, fallback_reason: fallback, unmet_words: unmet, query } = answer;
  const [all, setAll] = useState(false);
  const rows = rankingRows(answer);
  const offered = rows.filter(({ source }) => source !== undefined);
  const best = rows[0]?.rank === 1 ? t(', first is {name}', { name: rows[0].name }) : '';
  return (
    <div className={styles.result} aria-busy={stale}>
      <p className="visually-hidden" role="status">
        {stale
          ? ''
          : t('{count} offered for “{sentence}”{best}.', {
              count: t('{n} tool | {n} tools', { n: counts.offered }),
              sentence,
              best,
            })}
      </p>
      {fallback !== undefined && <Notice tone="warn">{FALLBACKS()[fallback]}</Notice>}
      <NoneFits best={rows[0]?.rank === 1 ? rows[0].score : undefined} />
      <Unmet words={unmet} />
      <Funnel counts={counts} />
      {query !== sentence && (
        <p className={styles.query}>
          <span className="quiet">{t('Ranked by')}</span>
          <span>{query}</span>
        </p>
      )}
      <Ranking rows={all ? rows : offered} known={known} onShow={onShow} />
      <footer className={styles.foot}>
        <span className="quiet small">
          {t('Selected in {duration}', { duration: duration(answer.elapsed_ms) })}
        </span>
        {answer.ranking.length > 0 && (
          <button type="button" className="button quiet" onClick={() => setAll(!all)}>
            {all ? t('Offered only') : t('All {context} ranks', { context: counts.context })}
          </button>
        )}
      </footer>
    </div>
  );
}

/**
 * The first tool's score that 19 of 20 English requests reach for which there is a tool, over all sets and documents that
 * are measured with the embedder that comes with the server (docs/selection.md). Other embedders score otherwise.
 */
const FITS = 0.55;
const CALIBRATED = 'sextant-e5';

function NoneFits({ best }: { best: number | undefined }) {
  const embedder = useInfo().data?.embedder.id;
  if (best === undefined || best >= FITS || embedder?.startsWith(CALIBRATED) !== true) return null;
  return (
    <Notice tone="warn">
      {t(
        'Probably no tool fits: the best score is {scoreText}, and nearly all English sentences that a tool is for reach {scoreText2}. The nearest tools are offered all the same.',
        { scoreText: scoreText(best), scoreText2: scoreText(FITS) },
      )}
    </Notice>
  );
}

function Ranking({
  rows,
  known,
  onShow,
}: Pick<ResultProps, 'known' | 'onShow'> & { rows: readonly RankingRow[] }) {
  return (
    <table className={styles.ranking}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('Rank')}</span>#
          </th>
          <th scope="col">{t('Tool')}</th>
          <th scope="col">{t('Why')}</th>
          <th scope="col">{t('Score')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.name} row={row} known={known} onShow={onShow} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  row: { name, rank, score, source },
  known,
  onShow,
}: Pick<ResultProps, 'known' | 'onShow'> & { row: RankingRow }) {
  const reason = source && SOURCES()[source];
  return (
    <tr className={reason ? undefined : styles.left}>
      <td className={styles.number}>{rank ?? '–'}</td>
      <th scope="row">
        {known.has(name) ? (
          <button type="button" className={styles.name} onClick={() => onShow(name)}>
            <ToolName name={name} />
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
      </th>
      <td>
        {reason ? (
          <span className={`badge ${reason.tone}`} title={reason.meaning}>
            {reason.label}
          </span>
        ) : (
          <span className="quiet small">{t('not offered')}</span>
        )}
      </td>
      <td>
        <span className={styles.score}>
          <Bar share={scoreShare(score)} />
          <span className={styles.number}>{score === undefined ? '–' : scoreText(score)}</span>
        </span>
      </td>
    </tr>
  );
}
