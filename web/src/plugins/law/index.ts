import { Gavel } from 'lucide-react';
import { createElement } from 'react';
import type { PagePlugin } from '../../registry/plugin.js';
import { hasFindings } from './findings.js';
import { FindingsCard } from './findings-card.js';
import { t } from './texts.js';
import { lazyPart } from '../../ui/lazy-part.js';

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
        render: (frame) => createElement(FindingsPanel, { key, view, question, ...frame }),
      }),
    },
  ],
  // Reading references takes much code, and most chats need none of it.
  placesIn: async (view) =>
    hasFindings(view) ? (await import('./provision-places.js')).provisionPlaces(view) : undefined,
});
