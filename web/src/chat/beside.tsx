import { useEffect, useMemo, useState } from 'react';
import { defined } from '../../../src/foundation/defined.js';
import type { ProposedChange } from '../changes/change.js';
import { planOf } from '../changes/sets/change-set.js';
import type { Panel } from '../registry/plugin.js';
import { answerParts, changeViewOf, moveFor } from '../registry/registry.js';
import { runStore, type Turn } from '../run/run-store.js';
import { moveTo } from '../shell/moved.js';
import { BesideFrame, type SidePanelProps } from '../ui/beside.js';
import { t } from '../texts/texts.js';
import { lazyPart } from '../ui/lazy-part.js';

const ChangePanel = lazyPart(() => import('../changes/change-panel.js'));
const Plan = lazyPart(() => import('../changes/sets/plan.js'));

/** What is looked at beside the chat; a panel also with the reason of the agent that opened it. */
export type Shown =
  | { kind: 'change'; change: ProposedChange }
  | { kind: 'plan'; id: string }
  | { kind: 'panel'; panel: Panel; reason?: string }
  | { kind: 'answer'; part: string; turnKey: string; panel: Panel };

type Opened =
  | { previewId: string }
  | { planId: string }
  | { part: string; turnKey: string }
  | Extract<Shown, { kind: 'panel' }>;

/** The ways to open something beside the chat, and what is open; the same object until that changes. */
export interface BesideChat {
  /** What is shown, as `openIds` names it; undefined for nothing and for a panel. */
  openId: string | undefined;
  openChange: (previewId: string) => void;
  openPlan: (planId: string) => void;
  openPart: (part: string, turnKey: string) => void;
  openPanel: (panel: Panel) => void;
  close: () => void;
  /** Back to what is shown when nothing was opened. */
  reset: () => void;
}

/** What is opened beside the chat: what the user or the agent has opened; where there is room, the newest change or part of an answer until then. */
export function useBeside(
  conversationId: string,
  turns: readonly Turn[],
  wide: boolean,
): { shown: Shown | undefined; beside: BesideChat } {
  const [opened, setOpened] = useState<Opened | null>();
  const changes = useMemo(() => turns.flatMap(changesOf), [turns]);
  useEffect(() => {
    return runStore.onMove((id, action) => {
      const move = id === conversationId ? moveFor(action) : undefined;
      if (move === undefined) return;
      const { reason } = action;
      if ('to' in move) moveTo(move.to, reason);
      else setOpened({ kind: 'panel', panel: move.panel, reason });
    });
  }, [conversationId]);
  const shown = shownOf(opened, turns, changes, wide);
  const openId = shown && openIdOf(shown);
  const beside = useMemo(
    () => ({
      openId,
      openChange: (previewId: string) => setOpened({ previewId }),
      openPlan: (planId: string) => setOpened({ planId }),
      openPart: (part: string, turnKey: string) => setOpened({ part, turnKey }),
      openPanel: (panel: Panel) => setOpened({ kind: 'panel', panel }),
      close: () => setOpened(null),
      reset: () => setOpened(undefined),
    }),
    [openId],
  );
  return { shown, beside };
}

/** Names a change, a plan or a part of an answer among all that can be open beside the chat. */
export const openIds = {
  change: (previewId: string) => `change ${previewId}`,
  plan: (planId: string) => `plan ${planId}`,
  part: (part: string, turnKey: string) => `part ${part} ${turnKey}`,
};

function openIdOf(shown: Shown): string | undefined {
  if (shown.kind === 'change') return openIds.change(shown.change.data.preview_id);
  if (shown.kind === 'plan') return openIds.plan(shown.id);
  return shown.kind === 'answer' ? openIds.part(shown.part, shown.turnKey) : undefined;
}

function shownOf(
  opened: Opened | null | undefined,
  turns: readonly Turn[],
  changes: readonly ProposedChange[],
  wide: boolean,
): Shown | undefined {
  if (opened === null) return undefined;
  // Where there is no room, the newest would cover the chat unasked.
  if (opened === undefined) return wide ? newest(turns, changes) : undefined;
  if ('kind' in opened) return opened;
  if ('part' in opened) {
    const turn = turns.find(({ key }) => key === opened.turnKey);
    return turn && partOf(turn, opened.part);
  }
  if ('planId' in opened) return { kind: 'plan', id: opened.planId };
  const change = changes.find(({ data }) => data.preview_id === opened.previewId);
  return change && { kind: 'change', change };
}

function newest(turns: readonly Turn[], changes: readonly ProposedChange[]): Shown | undefined {
  const change = changes.at(-1);
  // Kinds with a view of their own are drafted: a run's later preview mostly replaces its earlier one.
  const isDrafted = change !== undefined && changeViewOf(change.kind) !== undefined;
  const plan = isDrafted ? undefined : planOf(changes, change);
  if (plan !== undefined) return { kind: 'plan', id: plan.id };
  if (change !== undefined) return { kind: 'change', change };
  for (const turn of turns.toReversed()) {
    const part = answerParts().find(({ isIn }) => isIn(turn.view));
    if (part !== undefined) return partOf(turn, part.name);
  }
  return undefined;
}

function partOf({ key, view, request }: Turn, name: string): Shown | undefined {
  const part = answerParts().find((one) => one.name === name);
  const panel = part?.panel({ key, view, question: request.message });
  return panel && { kind: 'answer', part: name, turnKey: key, panel };
}

/** What is looked at: beside the chat where there is room, else over it. */
export function Beside({
  shown,
  wide,
  onClose,
}: {
  shown: Shown | undefined;
  wide: boolean;
  onClose: () => void;
}) {
  if (shown === undefined) return null;
  const title = titleOf(shown);
  return (
    <BesideFrame
      title={title}
      wide={wide}
      ownClose={shown.kind === 'panel' || shown.kind === 'answer'}
      onClose={onClose}
    >
      <Content shown={shown} frame={wide ? { onClose } : { under: title }} />
    </BesideFrame>
  );
}

function titleOf(shown: Shown): string {
  if (shown.kind === 'change') return t('Preview');
  return shown.kind === 'plan' ? t('Plan') : shown.panel.title;
}

function Content({ shown, frame }: { shown: Shown; frame: SidePanelProps }) {
  switch (shown.kind) {
    case 'change':
      return <ChangePanel key={shown.change.data.preview_id} change={shown.change} />;
    case 'plan':
      return <Plan key={shown.id} id={shown.id} />;
    case 'panel':
      return shown.panel.render({ ...frame, ...defined({ reason: shown.reason || undefined }) });
    case 'answer':
      return shown.panel.render(frame);
  }
}

function changesOf({ view }: Turn): ProposedChange[] {
  return view.items.flatMap((item) => (item.kind === 'change' ? [item.change] : []));
}
