import { ListChecks, PanelRightOpen } from 'lucide-react';
import { SummaryCard } from '../../ui/summary-card.js';
import { SET_STATES } from './change-set.js';
import type { PlanFacts } from './plan-of.js';
import { useChangeSet } from './use-change-set.js';
import { t } from '../../texts/core.js';

/**
 * A plan's place in the conversation: how many changes it has, where it stands, and the way to see it whole.
 * Nothing where newer previews have replaced all but one: that one has its own card.
 */
export function PlanCard({
  id,
  isOpen,
  onOpen,
}: PlanFacts & { isOpen: boolean; onOpen: () => void }) {
  const { data } = useChangeSet(id);
  const live = data?.steps.filter(({ state }) => state !== 'superseded').length ?? 0;
  if (data === undefined || live < 2) return null;
  const state = SET_STATES()[data.state];
  return (
    <SummaryCard
      Icon={ListChecks}
      title={t('Plan with {n} change | Plan with {n} changes', { n: live })}
      badges={<span className={`badge ${state.tone}`}>{state.label}</span>}
      isOpen={isOpen}
    >
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden />
        {data.state === 'waiting' ? t('Review the plan') : t('Open the plan')}
      </button>
    </SummaryCard>
  );
}
