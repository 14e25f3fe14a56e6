import { CheckCircle2, CircleDashed, LoaderCircle } from 'lucide-react';
import { useMemo } from 'react';
import type { ContextEntry, ResearchState } from './api.js';
import type { SourcePlace } from '../../registry/plugin.js';
import { count } from '../../ui/format.js';
import type { LiveTask, TierCounts } from './live.js';
import { PassageItem } from './passage-item.js';
import { References } from './references.js';
import { entriesOf, referenceFacts, taskRows, type TaskRow } from './research-view.js';
import styles from './task-list.module.css';

const STATES = {
  pending: { Icon: CircleDashed, words: 'to do' },
  running: { Icon: LoaderCircle, words: 'in progress' },
  done: { Icon: CheckCircle2, words: 'done' },
} as const;
const ORIGINS = { plan: undefined, user: 'added by you', found: 'added during research' } as const;
const TIERS = {
  1: 'Tier 1: direct findings of high relevance',
  2: 'Tier 2: of medium relevance, or reached by a reference',
  3: 'Tier 3: reached by deep references, or found during the questions',
} as const;

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
        {done} of {count(rows.length, 'task')} done
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
  const { Icon, words } = STATES[task.state];
  const origin = ORIGINS[task.origin];
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
          <span className="visually-hidden" lang="en">
            , {words}
          </span>{' '}
          {origin !== undefined && (
            <span className="badge" lang="en">
              {origin}
            </span>
          )}
        </h3>
        {task.context !== '' && <p className="quiet small">{task.context}</p>}
        {tiers !== undefined && <Counts row={row} tiers={tiers} />}
        {note !== undefined && (
          <p className="quiet small" lang="en">
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
  return (
    <p className={styles.counts} lang="en">
      {([1, 2, 3] as const).map((tier) => (
        <span key={tier} className={`badge ${tier === 1 ? 'info' : ''}`} title={TIERS[tier]}>
          tier {tier}: {tiers[tier]}
        </span>
      ))}
      <span className="badge">{count(row.quotes, 'quote')}</span>
      {all > 0 && (
        <span className="badge">
          {followed} of {count(all, 'reference')} followed
          {deepest > 0 && `, depth ${deepest}`}
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
      <summary lang="en">What it found</summary>
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
                <span className="badge" title={TIERS[entry.context_tier]}>
                  tier {entry.context_tier}
                </span>
                {entry.reference !== undefined && (
                  <span className="quiet">
                    by {entry.reference}, depth {entry.depth}
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
