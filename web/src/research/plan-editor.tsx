import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useResearchActions, type PlanRequest, type ResearchView } from '../api/research.js';
import { Notice } from '../ui/notice.js';
import { Problem } from './problem.js';
import {
  draftOf,
  edited,
  isSamePlan,
  moved,
  planProblem,
  sentTasks,
  withNew,
  without,
  type DraftTask,
} from './plan-draft.js';
import { PlanItem, type PlanMove } from './plan-item.js';
import { focusOn, itemControl } from './plan-focus.js';
import styles from './plan-editor.module.css';

/** The plan to approve: its tasks can be written anew, moved, removed and added. */
export function PlanEditor({ research }: { research: ResearchView }) {
  const { research_id: id, checkpoint, state } = research;
  const plan = useDraft(research);
  const { items, isEdited } = plan;
  const actions = useResearchActions(id);
  const send = useMutation({ mutationFn: (request: PlanRequest) => actions.plan(request) });
  const maxTasks = state.options.max_tasks;
  const problem = planProblem(items, maxTasks);
  const decide = (approve: boolean) =>
    send.mutate(
      {
        tasks: sentTasks(items),
        approve,
        ...(checkpoint === null ? {} : { checkpoint_id: checkpoint.checkpoint_id }),
      },
      { onSuccess: plan.sent },
    );
  return (
    <section className={`card ${styles.plan}`} aria-label="Plan">
      <header>
        <h2>Plan</h2>
        <p className="quiet small">
          Nothing is read before you approve it. {items.length} of at most {maxTasks} tasks.
        </p>
      </header>
      {plan.isBehind && (
        <Notice tone="warn">
          <p>The stored plan was changed in another place since you began to edit.</p>
          <button type="button" className="button" onClick={plan.reset}>
            Take the stored plan
          </button>
        </Notice>
      )}
      <ol className={styles.items}>
        {items.map((item, index) => (
          <li key={item.key} lang={state.language}>
            <PlanItem item={item} index={index} of={items.length} {...plan.on(item)} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {plan.said}
      </p>
      {problem !== undefined && <Notice tone="warn">{problem}</Notice>}
      {send.isError && <Problem error={send.error} />}
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          id={itemControl('plan', 'add')}
          disabled={items.length >= maxTasks}
          onClick={plan.add}
        >
          <Plus size={14} aria-hidden /> Add a task
        </button>
        <span className={styles.decide}>
          <button
            type="button"
            className="button"
            disabled={!isEdited || problem !== undefined || send.isPending}
            onClick={() => decide(false)}
          >
            Save, decide later
          </button>
          <button
            type="button"
            className="button primary"
            disabled={problem !== undefined || send.isPending}
            onClick={() => decide(true)}
          >
            Approve and start
          </button>
        </span>
      </div>
    </section>
  );
}

/**
 * The plan while it is edited. Until the user edits it, it is the stored one; after that a stored plan
 * that changes takes nothing of their work.
 */
function useDraft({ checkpoint, state }: ResearchView) {
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
    setSaid(`Moved to place ${next.findIndex(({ key }) => key === item.key) + 1}.`);
    focusOn(item.key, by < 0 ? 'up' : 'down');
  };
  const remove = (item: DraftTask) => {
    const at = items.findIndex(({ key }) => key === item.key);
    const left = without(items, item.key);
    set(left);
    setSaid('Removed.');
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
    sent: () => setDraft(undefined),
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
