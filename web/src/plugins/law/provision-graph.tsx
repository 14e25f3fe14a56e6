import { Background, Controls, MarkerType, ReactFlow, type Edge } from '@xyflow/react';
import { t } from './texts.js';
import '@xyflow/react/dist/base.css';
import { useMemo } from 'react';
import { drawingWords, stillDrawing } from '../../ui/drawing.js';
import canvas from '../../ui/drawing.module.css';
import { placeGraph } from './graph-layout.js';
import type { KnowledgeGraph } from './knowledge-graph.js';
import { provisionLabel, ProvisionNode, type FlowProvision } from './provision-node.js';
import styles from './provision-graph.module.css';

const NODE_TYPES = { provision: ProvisionNode };
const WORDS = () => drawingWords(t('Press Enter to read it and see what it is connected to.'));

/** The provisions an answer used and what connects them; one is chosen by a click or by Enter. */
export default function ProvisionGraph({
  graph,
  selected,
  onSelect,
}: {
  graph: KnowledgeGraph;
  selected: number | undefined;
  onSelect: (id: number) => void;
}) {
  const nodes = useMemo(() => boxes(graph, selected), [graph, selected]);
  const edges = useMemo(() => graph.edges.map(arrow), [graph.edges]);
  return (
    <div className={`${canvas.canvas} ${styles.canvas}`}>
      <ReactFlow<FlowProvision, Edge>
        // Another graph resets the view; the view of this one is the user's.
        key={graph.nodes.map(({ id }) => id).join(' ')}
        aria-label={t('The provisions as a graph')}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
        onNodesChange={(changes) => {
          const pick = changes.find((change) => change.type === 'select' && change.selected);
          if (pick !== undefined && 'id' in pick) onSelect(Number(pick.id));
        }}
        {...stillDrawing}
        ariaLabelConfig={WORDS()}
      >
        <Background gap={18} size={1} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

function boxes(graph: KnowledgeGraph, selected: number | undefined): FlowProvision[] {
  return placeGraph(graph).map(({ provision, x, y }) => ({
    id: String(provision.id),
    type: 'provision',
    position: { x, y },
    selected: provision.id === selected,
    ariaRole: 'button',
    ariaLabel: provisionLabel(provision),
    domAttributes: { 'aria-pressed': provision.id === selected },
    data: { provision },
  }));
}

/** What only says where a provision stands is drawn thinner than what its words refer to. */
function arrow({ from, to, relation }: KnowledgeGraph['edges'][number]): Edge {
  const color = relation === 'contains' ? 'var(--line-strong)' : 'var(--accent)';
  return {
    id: `${from} ${to} ${relation}`,
    source: String(from),
    target: String(to),
    label: relation,
    className: `${styles.edge} ${styles[relation] ?? ''}`,
    focusable: false,
    selectable: false,
    markerEnd: {
      type: MarkerType.ArrowClosed,
      color,
      width: 14,
      height: 14,
      markerUnits: 'userSpaceOnUse',
    },
  };
}
