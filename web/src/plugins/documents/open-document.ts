import { createElement, type ComponentType } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type { PageMove, Panel, SourcePlace } from '../../registry/plugin.js';
import { namedMove } from '../../registry/registry.js';
import type { UiAction } from '../../run/run-items.js';
import { href } from '../../shell/route.js';
import { siteMapOf, type SiteMap } from './maps/projection.js';
import { t } from './texts.js';

type Frame = Parameters<Panel['render']>[0];

/** What is shown beside something else. */
export interface Panels {
  DocumentPanel: ComponentType<Frame & { place: SourcePlace }>;
  MapPanel: ComponentType<Frame & { map: SiteMap }>;
}

/** A document beside something else, at the place that is cited. */
export function documentPanel(
  place: SourcePlace,
  { DocumentPanel }: Pick<Panels, 'DocumentPanel'>,
): Panel {
  return {
    title: t('Document'),
    render: (frame) => createElement(DocumentPanel, { place, ...frame }),
  };
}

/** The document or the map that an agent asks for. */
export function documentMove(action: UiAction, panels: Panels): PageMove | undefined {
  const { document_id: document, block_id: block, title } = action.target;
  if (action.action === 'open_document' && typeof document === 'string') {
    const place = {
      documentId: document,
      ...defined({ blockId: typeof block === 'string' ? block : undefined }),
    };
    const name = typeof title === 'string' && title !== '' ? title : t('the document');
    return { name, panel: documentPanel(place, panels) };
  }
  if (action.action === 'show_map') return mapMove(action, panels);
  return namedMove(action, 'document', (id) => href('documents', [id]));
}

function mapMove({ target }: UiAction, { MapPanel }: Panels): PageMove | undefined {
  const map = siteMapOf(target);
  if (map === undefined) return undefined;
  const render: Panel['render'] = (frame) => createElement(MapPanel, { map, ...frame });
  return { name: t('the map'), panel: { title: t('Map'), render } };
}
