import { useRef, useState } from 'react';
import type { ResearchView } from './api.js';
import {
  draftOf,
  edited,
  isSamePlan,
  moved,
  without,
  withNew,
  type DraftTask,
} from './plan-draft.js';
import { focusOn } from './plan-focus.js';
import type { PlanMove } from './plan-item.js';
import { t } from './texts.js';

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
