import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { language as own } from '../../texts/texts.js';
import {
  type DraftTask,
  draftOf,
  edited,
  isSamePlan,
  moved,
  without,
  withNew,
} from './plan-draft.js';
import { t } from './texts.js';
import type { ResearchView } from './api.js';
import styles from './research-detail.module.css';

/** One place up or down. */
type PlanMove = -1 | 1;

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

/**
 * The plan while it is edited. Until the user edits it, it is the stored one; after that a stored plan
 * that changes takes nothing of their work.
 */
export function usePlanDraft({ checkpoint, state }: ResearchView) {
  const stored = draftOf(state.tasks);
  const [draft, setDraft] = useState<{ base: string | undefined; items: DraftTask[] }>();
  const [said, setSaid] = useState('');
  const added = useRef(0);
  const items = draft?.items ?? stored;
  const set = (next: DraftTask[]) =>
    setDraft({ base: draft === undefined ? checkpoint?.checkpoint_id : draft.base, items: next });
  const move = (item: DraftTask, by: PlanMove) => {
    const next = moved(items, item.key, by);
    set(next);
    setSaid(
      t('Moved to place {findIndex}.', {
        findIndex: next.findIndex(({ key }) => key === item.key) + 1,
      }),
    );
    focusOn(item.key, by < 0 ? 'up' : 'down');
  };
  const remove = (item: DraftTask) => {
    const at = items.findIndex(({ key }) => key === item.key);
    const left = without(items, item.key);
    set(left);
    setSaid(t('Removed.'));
    const next = left[at] ?? left.at(-1);
    if (next === undefined) focusOn('plan', 'add');
    else focusOn(next.key, 'remove');
  };
  return {
    items,
    said,
    isEdited: !isSamePlan(items, stored),
    isBehind: draft !== undefined && draft.base !== checkpoint?.checkpoint_id,
    reset: () => setDraft(undefined),
    add: () => {
      added.current += 1;
      const key = `new-${added.current}`;
      set(withNew(items, key));
      focusOn(key, 'task');
    },
    on: (item: DraftTask) => ({
      onMove: (by: PlanMove) => move(item, by),
      onRemove: () => remove(item),
      onEdit: (change: Partial<Pick<DraftTask, 'task' | 'context'>>) =>
        set(edited(items, item.key, change)),
    }),
  };
}

/** The controls of a plan that take the focus. */
type ItemControl = 'up' | 'down' | 'remove' | 'task' | 'add';

/** The id of a control, by the key of its item. */
export function itemControl(key: string, control: ItemControl): string {
  return `plan-${key}-${control}`;
}

/**
 * Puts the focus on a control once the plan is drawn again: an element that is moved loses it. One that
 * cannot be used there any more passes it to its counterpart.
 */
function focusOn(key: string, control: ItemControl): void {
  requestAnimationFrame(() => {
    const other: ItemControl = control === 'up' ? 'down' : control === 'down' ? 'up' : control;
    for (const one of [control, other]) {
      const node = document.getElementById(itemControl(key, one));
      if (node === null || node.matches(':disabled')) continue;
      node.focus();
      return;
    }
  });
}
