import { PanelRightOpen, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { RunView } from '../../run/run-view.js';
import { count } from '../../ui/format.js';
import { SummaryCard } from '../../ui/summary-card.js';
import { findingsOf } from './findings.js';
import { graphOf } from './knowledge-graph.js';

/** The way from an answer to what its tools found. */
export function FindingsCard({
  view,
  isOpen,
  onOpen,
}: {
  view: RunView;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const results = useMemo(() => findingsOf(view).length, [view]);
  const provisions = useMemo(() => graphOf(view).nodes.length, [view]);
  return (
    <SummaryCard
      Icon={Waypoints}
      title="Findings"
      badges={
        <>
          <span className="badge">{count(results, 'result')}</span>{' '}
          {provisions > 0 && <span className="badge info">{count(provisions, 'provision')}</span>}
        </>
      }
      isOpen={isOpen}
    >
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden /> Open
      </button>
    </SummaryCard>
  );
}
