import { CheckCircle2, CircleDashed, LoaderCircle } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { language as own, number } from '../../texts/texts.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { defined } from '../../../../src/foundation/defined.js';
import { Notice } from '../../ui/notice.js';
import type { ContextEntry, ResearchState, FollowedReference, DriftReport } from './api.js';
import type { LiveTask, TierCounts } from './live.js';
import { entriesOf, referenceFacts, taskRows, type TaskRow } from './research-view.js';
import { t } from './texts.js';
import { reasonWords, placeTitle, percent } from './research-labels.js';
import { Part } from './parts.js';
import styles from './task-list.module.css';

const STATES = () =>
  ({
    pending: { Icon: CircleDashed, words: t('to do') },
    running: { Icon: LoaderCircle, words: t('in progress') },
    done: { Icon: CheckCircle2, words: t('done') },
  }) as const;
const ORIGINS = () =>
  ({ plan: undefined, user: t('added by you'), found: t('added during research') }) as const;
const TIERS = () =>
  ({
    1: t('Tier 1: direct findings of high relevance'),
    2: t('Tier 2: of medium relevance, or reached by a reference'),
    3: t('Tier 3: reached by deep references, or found during the questions'),
  }) as const;

/** The tasks, each with how far it is and what it found. */
export function TaskList({
  state,
  live,
  onOpen,
}: {
  state: ResearchState;
  live: ReadonlyMap<number, LiveTask>;
  onOpen: (place: SourcePlace) => void;
}) {
  const rows = useMemo(() => taskRows(state, live), [state, live]);
  const entries = useMemo(() => entriesOf(state), [state]);
  const done = rows.filter(({ task }) => task.state === 'done').length;
  return (
    <>
      <p className="quiet small" role="status">
        {t('{done} of {n} task done | {done} of {n} tasks done', { done, n: rows.length })}
      </p>
      <ol className={styles.tasks}>
        {rows.map((row) => (
          <li key={row.task.id} lang={state.language}>
            <Task
              row={row}
              entries={entries.filter(({ task_id }) => task_id === row.task.id)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function Task({
  row,
  entries,
  onOpen,
}: {
  row: TaskRow;
  entries: readonly ContextEntry[];
  onOpen: (place: SourcePlace) => void;
}) {
  const { task, tiers, note } = row;
  const { Icon, words } = STATES()[task.state];
  const origin = ORIGINS()[task.origin];
  return (
    <div className={styles.task}>
      <Icon
        size={16}
        aria-hidden
        className={`${styles[task.state]} ${task.state === 'running' ? 'spin' : ''}`}
      />
      <div className={styles.words}>
        <h3>
          {task.task}
          <span className="visually-hidden" lang={own}>
            , {words}
          </span>{' '}
          {origin !== undefined && (
            <span className="badge" lang={own}>
              {origin}
            </span>
          )}
        </h3>
        {task.context !== '' && <p className="quiet small">{task.context}</p>}
        {tiers !== undefined && <Counts row={row} tiers={tiers} />}
        {note !== undefined && (
          <p className="quiet small" lang={own}>
            {note}
          </p>
        )}
        {row.summary !== undefined && <Outcome row={row} entries={entries} onOpen={onOpen} />}
      </div>
    </div>
  );
}

function Counts({ row, tiers }: { row: TaskRow; tiers: TierCounts }) {
  const { all, followed, deepest } = referenceFacts(row.references);
  const references = t(
    '{followed} of {n} reference followed | {followed} of {n} references followed',
    { followed, n: all },
  );
  return (
    <p className={styles.counts} lang={own}>
      {([1, 2, 3] as const).map((tier) => (
        <span key={tier} className={`badge ${tier === 1 ? 'info' : ''}`} title={TIERS()[tier]}>
          {t('tier {tier}: {tiers}', { tier, tiers: tiers[tier] })}
        </span>
      ))}
      <span className="badge">{t('{n} quote | {n} quotes', { n: row.quotes })}</span>
      {all > 0 && (
        <span className="badge">
          {deepest > 0 ? t('{references}, depth {deepest}', { references, deepest }) : references}
        </span>
      )}
    </p>
  );
}

function Outcome({
  row,
  entries,
  onOpen,
}: {
  row: TaskRow;
  entries: readonly ContextEntry[];
  onOpen: (place: SourcePlace) => void;
}) {
  return (
    <details className={styles.outcome}>
      <summary lang={own}>{t('What it found')}</summary>
      <p>{row.summary}</p>
      {row.findings.length > 0 && (
        <ul>
          {row.findings.map((finding, index) => (
            <li key={index}>{finding}</li>
          ))}
        </ul>
      )}
      <References references={row.references} />
      {entries.length > 0 && (
        <ol className={styles.passages}>
          {entries.map((entry) => (
            <li key={entry.chunk_id}>
              <PassageItem passage={entry} score={entry.relevance_score} onOpen={onOpen}>
                <span className="badge" title={TIERS()[entry.context_tier]}>
                  {t('tier {context_tier}', { context_tier: entry.context_tier })}
                </span>
                {entry.reference !== undefined && (
                  <span className="quiet">
                    {t('by {reference}, depth {depth}', {
                      reference: entry.reference,
                      depth: entry.depth,
                    })}
                  </span>
                )}
              </PassageItem>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

/** The references found in what a task read, indented by depth, and what became of each. */
export function References({ references }: { references: readonly FollowedReference[] }) {
  if (references.length === 0) return null;
  return (
    <ul className={styles.references} aria-label={t('References')} lang={own}>
      {references.map((reference, index) => (
        <li
          key={`${reference.key} ${index}`}
          style={{ marginLeft: `${Math.max(0, reference.depth - 1)}rem` }}
        >
          <strong>{reference.raw}</strong>{' '}
          <span className="quiet">
            {t('depth {depth}: {fate}', { depth: reference.depth, fate: fate(reference) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function fate({ chunk_ids, reason }: FollowedReference): string {
  if (chunk_ids.length > 0)
    return t('led to {n} passage | led to {n} passages', { n: chunk_ids.length });
  return reason === undefined
    ? t('not followed')
    : t('not followed, {reasonWords}', { reasonWords: reasonWords(reason) });
}

/** Where a passage stands, as the state has it. */
interface PassageLocation {
  document_id: string;
  document: string;
  heading: string;
  page?: number;
  block_ids: string[];
  chunk: string;
}

/** A passage: its place, which opens it, its beginning and its score; facts of its own as children. */
export function PassageItem({
  passage,
  score,
  onOpen,
  children,
}: {
  passage: PassageLocation;
  score: number;
  onOpen: (place: SourcePlace) => void;
  children?: ReactNode;
}) {
  const { document, document_id: documentId, heading, page, block_ids, chunk } = passage;
  const [blockId] = block_ids;
  return (
    <div className={styles.passage}>
      <p>
        <button
          type="button"
          className="text-button"
          onClick={() => onOpen({ documentId, ...defined({ blockId }) })}
        >
          {placeTitle(document, heading)}
        </button>
        {page !== undefined && <span className="quiet"> {t('page {page}', { page })}</span>}
      </p>
      <p className={styles.text}>{chunk}</p>
      <p className={styles.facts}>
        <span className="quiet">{t('score {score}', { score: number(score, 2) })}</span> {children}
      </p>
    </div>
  );
}

/** What was taken out because it had too little to do with the question. */
export function Drift({ drift }: { drift: DriftReport }) {
  const { checked, removed, ratio, warning, items } = drift;
  const about = t('{removed} of {checked} passages removed ({percent})', {
    removed,
    checked,
    percent: percent(ratio),
  });
  return (
    <>
      {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
      <Part title={t('Relevance')} about={about} isOpen={false}>
        {removed === 0 && <p>{t('Everything that was found is relevant to the question.')}</p>}
        <ul className={styles.references}>
          {items.map(({ chunk_id, document, context_tier: tier, score }) => (
            <li key={chunk_id}>
              {document} <span className="badge">{t('tier {tier}', { tier })}</span>{' '}
              <span className="quiet">{t('relevance {score}', { score: number(score, 2) })}</span>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
