import {
  Background,
  Controls,
  MarkerType,
  ReactFlow,
  type Edge,
  Handle,
  Position,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { useMemo } from 'react';
import { Graph, layout as placeAll } from '@dagrejs/dagre';
import { drawingWords, stillDrawing } from '../../ui/drawing.js';
import { t } from './texts.js';
import type { KnowledgeGraph, DrawnProvision } from './knowledge-graph.js';
import { nameOf } from './provisions.js';
import '@xyflow/react/dist/base.css';
import canvas from '../../ui/drawing.module.css';
import styles from './findings-panel.module.css';

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

/** A box of the drawing as xyflow holds it. */
type FlowProvision = Node<{ provision: DrawnProvision }, 'provision'>;

const USES = { read: 'read', named: 'named', near: '' } as const;

/** One provision: how it is cited, what it is called, and whether the answer rests on it. */
function ProvisionNode({ data: { provision }, selected }: NodeProps<FlowProvision>) {
  const use = USES[provision.use];
  return (
    <div className={`${styles.node} ${styles[provision.use]} ${selected ? styles.selected : ''}`}>
      <Handle
        type="target"
        position={Position.Left}
        isConnectable={false}
        className={styles.handle}
      />
      <p className={styles.cited}>
        {nameOf(provision)} {use !== '' && <span className={styles.use}>{use}</span>}
      </p>{' '}
      <p className={styles.title}>{provision.title}</p>
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={false}
        className={styles.handle}
      />
    </div>
  );
}

/** What a screen reader hears of a box: its words as they stand there, and where the provision is from. */
function provisionLabel(provision: DrawnProvision): string {
  const words = [nameOf(provision), USES[provision.use], provision.title].filter(Boolean);
  return `${words.join(' ')}, ${provision.document}`;
}

/** The size of every box, as provision-node.module.css draws it. */
const BOX = { width: 190, height: 66 } as const;

/** A box with its place; `x`, `y` is the upper left corner. */
interface PlacedProvision {
  provision: DrawnProvision;
  x: number;
  y: number;
}

/** Places the boxes in ranks, what contains or cites on the left of what it contains or cites. */
export function placeGraph({ nodes, edges }: KnowledgeGraph): PlacedProvision[] {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 64, marginx: 12, marginy: 12 });
  for (const { id } of nodes) graph.setNode(String(id), { ...BOX });
  for (const { from, to, relation } of edges) {
    graph.setEdge(String(from), String(to), {}, relation);
  }
  placeAll(graph);
  return nodes.map((provision) => {
    const { x, y } = graph.node(String(provision.id)) as { x: number; y: number };
    return { provision, x: x - BOX.width / 2, y: y - BOX.height / 2 };
  });
}
