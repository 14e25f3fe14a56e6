import { createElement } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { Panel, PlaceFinder } from '../../registry/plugin.js';
import { type RunView, stepsOf } from '../../run/run-view.js';
import { namedProvisions } from './named-provisions.js';
import { t } from './texts.js';
import { provisionsOf } from './findings.js';
import { graphOf, type DrawnProvision } from './knowledge-graph.js';
import { lazyPart } from '../../ui/lazy-part.js';

const FindingsPanel = lazyPart(() => import('./findings-panel.js'));

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

/** The provisions that an answer may cite; where two have one citation, only one that was read by itself. */
function citedProvisions(view: RunView): DrawnProvision[] {
  const drawn = graphOf(view).nodes;
  const found = stepsOf(view).flatMap(({ state, result }) =>
    state === 'done' ? provisionsOf(result) : [],
  );
  const all = [...drawn, ...found.map((one) => ({ ...one, use: 'near' as const }))];
  const byId = new Map(all.toReversed().map((one) => [one.id, one]));
  const known = [...byId.values()].filter(({ source_id: citation }) => citation !== '');
  return known.filter(({ id, use, source_id: citation }) => {
    const others = known.filter((one) => one.source_id === citation && one.id !== id);
    if (others.length === 0) return true;
    return use === 'read' && others.every((other) => other.use !== 'read');
  });
}
