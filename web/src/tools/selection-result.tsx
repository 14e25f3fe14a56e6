import { useState } from 'react';
import { useInfo } from '../api/queries.js';
import { SOURCES, FALLBACKS } from '../chat/tool-sources.js';
import { Bar, Funnel, scoreShare, Unmet } from '../chat/why-tools.js';
import { duration } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import { scoreText } from './numbers.js';
import { rankingRows, type RankingRow } from './ranking-rows.js';
import { ToolName } from './tool-name.js';
import type { SelectionAnswer } from './wire.js';
import { t } from '../texts/core.js';
import styles from './try-sentence.module.css';

/** What is shown of an answer, and who opens a tool. */
interface Props {
  answer: SelectionAnswer;
  sentence: string;
  /** It belongs to the sentence before; the next answer is on its way. */
  stale: boolean;
  known: ReadonlySet<string>;
  onShow: (name: string) => void;
}

/** What a sentence would be offered and why: the funnel, each tool with source and score, all ranks on demand. */
export function SelectionResult({ answer, sentence, stale, known, onShow }: Props) {
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
}: Pick<Props, 'known' | 'onShow'> & { rows: readonly RankingRow[] }) {
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
}: Pick<Props, 'known' | 'onShow'> & { row: RankingRow }) {
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
