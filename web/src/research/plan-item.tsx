import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { DraftTask } from './plan-draft.js';
import { itemControl, type ItemControl } from './plan-focus.js';
import styles from './plan-editor.module.css';

/** One place up or down. */
export type PlanMove = -1 | 1;

const LONGEST = { task: 500, context: 2000 };

/** One task of the plan while it is edited. */
export function PlanItem({
  item,
  index,
  of,
  onMove,
  onRemove,
  onEdit,
}: {
  item: DraftTask;
  /** From 0. */
  index: number;
  of: number;
  onMove: (by: PlanMove) => void;
  onRemove: () => void;
  onEdit: (change: Partial<Pick<DraftTask, 'task' | 'context'>>) => void;
}) {
  const { key, task, context } = item;
  const name = `task ${index + 1}`;
  const button = (
    control: ItemControl,
    label: string,
    Icon: typeof ArrowUp,
    act: () => void,
    isOff = false,
  ) => (
    <button
      type="button"
      className="icon-button"
      id={itemControl(key, control)}
      aria-label={`${label} ${name}`}
      title={label}
      disabled={isOff}
      onClick={act}
    >
      <Icon size={15} aria-hidden />
    </button>
  );
  return (
    <div className={styles.item}>
      <span className={styles.number} aria-hidden>
        {index + 1}
      </span>
      <div className={styles.fields}>
        <textarea
          id={itemControl(key, 'task')}
          className="field"
          rows={1}
          maxLength={LONGEST.task}
          aria-label={`What ${name} finds out`}
          placeholder="What to find out"
          value={task}
          onChange={(event) => onEdit({ task: event.target.value })}
        />
        <textarea
          className={`field ${styles.context}`}
          rows={1}
          maxLength={LONGEST.context}
          aria-label={`Hint for ${name}`}
          placeholder="Why, or where to look (may stay empty)"
          value={context}
          onChange={(event) => onEdit({ context: event.target.value })}
        />
      </div>
      <div className={styles.moves} lang="en">
        {button('up', 'Move up', ArrowUp, () => onMove(-1), index === 0)}
        {button('down', 'Move down', ArrowDown, () => onMove(1), index === of - 1)}
        {button('remove', 'Remove', Trash2, onRemove)}
      </div>
    </div>
  );
}
