import { createElement, lazy } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { Panel, PlaceFinder } from '../../registry/plugin.js';
import type { RunView } from '../../run/run-view.js';
import { citedProvisions } from './cited-provisions.js';
import { namedProvisions } from './named-provisions.js';
import { t } from './texts.js';

const FindingsPanel = lazy(() => import('./findings-panel.js'));

/** The provisions of an answer's results, wherever its words cite them. */
export function provisionPlaces(view: RunView): PlaceFinder {
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
}

/** The findings of an answer, with one provision read: its id, and which place of it. */
function provision(view: RunView, key: string): Panel {
  const at = key.indexOf(' ');
  const shown = {
    view,
    provision: Number(key.slice(0, at)),
    ...defined({ detail: key.slice(at + 1) || undefined }),
  };
  return {
    title: t('Findings'),
    render: (frame) => createElement(FindingsPanel, { key, ...shown, ...frame }),
  };
}
