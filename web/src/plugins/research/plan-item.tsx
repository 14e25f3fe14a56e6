import { language as own } from '../../texts/language.js';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DraftTask } from './plan-draft.js';
import { itemControl } from './plan-focus.js';
import { t } from './texts.js';
import styles from './plan-editor.module.css';

/** One place up or down. */
export type PlanMove = -1 | 1;

/** The longest texts the server takes, in characters. */
const LONGEST = { task: 500, context: 2000 };

/** One task of the plan, its number from 1, and what is to happen when it is changed. */
interface EditedItem {
  item: DraftTask;
  number: number;
  /** How many tasks there are. */
  of: number;
  onMove: (by: PlanMove) => void;
  onRemove: () => void;
  onEdit: (change: Partial<Pick<DraftTask, 'task' | 'context'>>) => void;
}

/** One task of the plan while it is edited. */
export function PlanItem(edited: EditedItem) {
  return (
    <div className={styles.item}>
      <span className={styles.number} aria-hidden>
        {edited.number}
      </span>
      <Fields {...edited} />
      <Acts {...edited} />
    </div>
  );
}

function Fields({ item: { key, task, context }, number, onEdit }: EditedItem) {
  return (
    <div className={styles.fields}>
      <textarea
        id={itemControl(key, 'task')}
        className="field"
        rows={1}
        maxLength={LONGEST.task}
        aria-label={t('What task {number} finds out', { number })}
        placeholder={t('What to find out')}
        value={task}
        onChange={(event) => onEdit({ task: event.target.value })}
      />
      <textarea
        className={`field ${styles.context}`}
        rows={1}
        maxLength={LONGEST.context}
        aria-label={t('Hint for task {number}', { number })}
        placeholder={t('Why, or where to look (optional)')}
        value={context}
        onChange={(event) => onEdit({ context: event.target.value })}
      />
    </div>
  );
}

function Acts({ item: { key }, number, of, onMove, onRemove }: EditedItem) {
  const up = number === 1 ? undefined : () => onMove(-1);
  const down = number === of ? undefined : () => onMove(1);
  return (
    <div className={styles.moves} lang={own}>
      <Act id={itemControl(key, 'up')} label={t('Move up')} number={number} onAct={up}>
        <ArrowUp size={15} aria-hidden />
      </Act>
      <Act id={itemControl(key, 'down')} label={t('Move down')} number={number} onAct={down}>
        <ArrowDown size={15} aria-hidden />
      </Act>
      <Act id={itemControl(key, 'remove')} label={t('Remove')} number={number} onAct={onRemove}>
        <Trash2 size={15} aria-hidden />
      </Act>
    </div>
  );
}

function Act({
  id,
  label,
  number,
  onAct,
  children,
}: {
  id: string;
  label: string;
  number: number;
  /** Absent where there is nothing to do. */
  onAct: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      id={id}
      aria-label={t('{label} task {number}', { label, number })}
      title={label}
      disabled={onAct === undefined}
      onClick={onAct}
    >
      {children}
    </button>
  );
}
