import { Gavel } from 'lucide-react';
import { createElement, lazy } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { Panel, PagePlugin } from '../../registry/plugin.js';
import { citedProvisions } from './cited-provisions.js';
import { hasFindings } from './findings.js';
import { FindingsCard } from './findings-card.js';
import { namedProvisions } from './named-provisions.js';
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
  placesIn: (view) => {
    const provisions = citedProvisions(view);
    return {
      find: (text) =>
        namedProvisions(text, provisions).map(({ start, end, id, detail = '' }) => ({
          start,
          end,
          key: `${id} ${detail}`,
        })),
      panel: (key) => provision(view, key),
    };
  },
});

/** The findings of an answer, with one provision read: its id, and which place of it. */
function provision(view: RunView, key: string): Panel {
  const [id = '', detail] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
  const shown = { view, provision: Number(id), ...defined({ detail: detail || undefined }) };
  return {
    title: t('Findings'),
    render: (frame) => createElement(FindingsPanel, { key, ...shown, ...frame }),
  };
}
