import { t } from '../texts/texts.js';

/** What xyflow is told of a drawing that is looked at and not changed; the wheel scrolls the page as everywhere, two fingers enlarge. */
export const stillDrawing = {
  nodesDraggable: false,
  nodesConnectable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  minZoom: 0.2,
  maxZoom: 1.6,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  proOptions: { hideAttribution: true },
} as const;

/** The words of a drawing for those who hear it; `choose` says what Enter does with a box. */
export function drawingWords(choose: string) {
  return {
    'node.a11yDescription.default': choose,
    'node.a11yDescription.keyboardDisabled': choose,
    // Arrows take no focus.
    'edge.a11yDescription.default': '',
    'controls.ariaLabel': t('Zoom'),
    'controls.zoomIn.ariaLabel': t('Zoom in'),
    'controls.zoomOut.ariaLabel': t('Zoom out'),
    'controls.fitView.ariaLabel': t('Fit to view'),
  };
}
