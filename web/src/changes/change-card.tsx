import { PanelRightOpen } from 'lucide-react';
import { Suspense } from 'react';
import { SummaryCard } from '../ui/summary-card.js';
import type { ProposedChange } from './change.js';
import { PageLink } from './page-link.js';
import { StateBadge } from './state-badge.js';
import { changeIcon, changeTitle } from './change-titles.js';
import { useDecision } from './use-decision.js';
import { t } from '../texts/core.js';
import { lazyPart } from '../ui/lazy-part.js';

const UndoButton = lazyPart(() => import('./undo-button.js'));

/** A change's place in the conversation: what it is, where it stands, and the way to see it whole. */
export function ChangeCard({
  change: { kind, data },
  isOpen,
  onOpen,
}: {
  change: ProposedChange;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { state, stored } = useDecision(data.preview_id);
  return (
    <SummaryCard
      Icon={changeIcon(kind)}
      title={data.description}
      badges={
        <>
          <span className="badge">{changeTitle({ ...data, kind })}</span>{' '}
          <StateBadge state={state} /> <PageLink of={stored ?? data} />
        </>
      }
      isOpen={isOpen}
    >
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden />
        {state === 'waiting' ? t('Review') : t('Open')}
      </button>
      {stored?.state === 'accepted' && (
        <Suspense fallback={null}>
          <UndoButton preview={stored} />
        </Suspense>
      )}
    </SummaryCard>
  );
}
