import { PanelRightOpen, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { RunView } from '../../run/run-view.js';
import { SummaryCard } from '../../ui/summary-card.js';
import { findingsOf } from './findings.js';
import { graphOf } from './knowledge-graph.js';
import { t } from './texts.js';

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
      title={t('Findings')}
      badges={
        <>
          <span className="badge">{t('{n} result | {n} results', { n: results })}</span>{' '}
          {provisions > 0 && (
            <span className="badge info">
              {t('{n} provision | {n} provisions', { n: provisions })}
            </span>
          )}
        </>
      }
      isOpen={isOpen}
    >
      <button type="button" className="button" aria-pressed={isOpen} onClick={onOpen}>
        <PanelRightOpen size={15} aria-hidden /> {t('Open')}
      </button>
    </SummaryCard>
  );
}
