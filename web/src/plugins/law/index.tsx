import { Gavel, PanelRightOpen, Waypoints } from 'lucide-react';
import { useMemo } from 'react';
import type { PagePlugin } from '../../registry/plugin.js';
import { lazyPart } from '../../ui/lazy-part.js';
import type { RunView } from '../../run/run-view.js';
import { SummaryCard } from '../../ui/summary-card.js';
import { hasFindings, findingsOf } from './findings.js';
import { t } from './texts.js';
import { graphOf } from './knowledge-graph.js';

const FindingsPanel = lazyPart(() => import('./findings-panel.js'));

/** Answers on law: what their tools found, as a list and as a graph of provisions. */
export const law = (): PagePlugin => ({
  name: 'law',
  views: [
    {
      name: 'cases',
      label: t('Cases'),
      Icon: Gavel,
      order: 45,
      View: lazyPart(() => import('./cases/cases-page.js')),
    },
  ],
  answerParts: [
    {
      name: 'findings',
      isIn: hasFindings,
      Card: FindingsCard,
      panel: ({ key, view, question }) => ({
        title: t('Findings'),
        render: (frame) => <FindingsPanel key={key} view={view} question={question} {...frame} />,
      }),
    },
  ],
  // Reading references takes much code, and most chats need none of it.
  placesIn: async (view) =>
    hasFindings(view) ? (await import('./provision-places.js')).provisionPlaces(view) : undefined,
});

/** The way from an answer to what its tools found. */
function FindingsCard({
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
