import { createElement } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { PageMove, Panel, SourcePlace } from '../../registry/plugin.js';
import { namedMove } from '../../registry/named-move.js';
import type { UiAction } from '../../run/run-items.js';
import { href } from '../../shell/route.js';
import { siteMapOf } from './maps/sites.js';
import { t } from './texts.js';
import { lazyPart } from '../../ui/lazy-part.js';

const DocumentPanel = lazyPart(() => import('./document-panel.js'));
const MapPanel = lazyPart(() => import('./maps/map-panel.js'));

/** A document beside something else, at the place that is cited. */
export function documentPanel(place: SourcePlace): Panel {
  return {
    title: t('Document'),
    render: (frame) => createElement(DocumentPanel, { place, ...frame }),
  };
}

/** The document or the map that an agent asks for. */
export function documentMove(action: UiAction): PageMove | undefined {
  const { document_id: document, block_id: block, title } = action.target;
  if (action.action === 'open_document' && typeof document === 'string') {
    const place = {
      documentId: document,
      ...defined({ blockId: typeof block === 'string' ? block : undefined }),
    };
    const name = typeof title === 'string' && title !== '' ? title : t('the document');
    return { name, panel: documentPanel(place) };
  }
  if (action.action === 'show_map') return mapMove(action);
  return namedMove(action, 'document', (id) => href('documents', [id]));
}

function mapMove({ target }: UiAction): PageMove | undefined {
  const map = siteMapOf(target);
  if (map === undefined) return undefined;
  const render: Panel['render'] = (frame) => createElement(MapPanel, { map, ...frame });
  return { name: t('the map'), panel: { title: t('Map'), render } };
}
