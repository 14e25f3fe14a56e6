import { Gavel } from 'lucide-react';
import { createElement, lazy } from 'react';
import type { Panel, PagePlugin } from '../../registry/plugin.js';
import { citedProvisions } from './cited-provisions.js';
import { hasFindings } from './findings.js';
import { FindingsCard } from './findings-card.js';
import type { RunView } from '../../run/run-view.js';
import { t } from './texts.js';

const FindingsPanel = lazy(() => import('./findings-panel.js'));

/** Answers on law: what their tools found, as a list and as a graph of provisions. */
export const law = (): PagePlugin => ({
  name: 'law',
  views: [
    {
      name: 'cases',
      label: t('Cases'),
      Icon: Gavel,
      order: 45,
      View: lazy(() => import('./cases/cases-page.js')),
    },
  ],
  answerParts: [
    {
      name: 'findings',
      isIn: hasFindings,
      Card: FindingsCard,
      panel: ({ key, view, question }) => ({
        title: t('Findings'),
        render: (frame) => createElement(FindingsPanel, { key, view, question, ...frame }),
      }),
    },
  ],
  placesIn: (view) =>
    citedProvisions(view).map(({ id, source_id: name }) => ({ name, panel: provision(view, id) })),
});

/** The findings of an answer, with one provision read. */
function provision(view: RunView, id: number): Panel {
  return {
    title: t('Findings'),
    render: (frame) => createElement(FindingsPanel, { key: id, view, provision: id, ...frame }),
  };
}
