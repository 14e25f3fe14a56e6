import {
  Background,
  Controls,
  MarkerType,
  MiniMap,
  ReactFlow,
  type NodeChange,
  type ReactFlowInstance,
  type Viewport,
} from '@xyflow/react';
import { t } from './texts.js';
import '@xyflow/react/dist/base.css';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { GraphNode, RuleGraph } from './rule-graph-parts.js';
import { nodeLabel } from './rule-labels.js';
import {
  firstView,
  heightIn,
  layout,
  type Direction,
  type Layout,
  type PlacedEdge,
} from './layout.js';
import type { Path } from './simulation.js';
import { useShown } from './use-trial.js';
import { lookOf, WorkflowEdge, type FlowEdge } from './workflow-edge.js';
import { WorkflowNode, type FlowNode } from './workflow-node.js';
import { drawingWords, stillDrawing } from '../../ui/drawing.js';
import styles from '../../ui/drawing.module.css';

const NODE_TYPES = { workflow: WorkflowNode };
const EDGE_TYPES = { workflow: WorkflowEdge };
/** From so many boxes on, a map of the whole helps to find the way. */
const MAPPED = 12;

/** The drawing of a rule: it is moved and enlarged, its boxes are chosen, nothing in it is changed. */
export function GraphCanvas({
  graph,
  path,
  selected,
  onSelect,
  direction,
  width,
  minHeight,
  maxHeight,
}: {
  graph: RuleGraph;
  path: Path | undefined;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  direction: Direction;
  /** The room there is, in pixels; a small rule takes less of the height. */
  width: number;
  minHeight: number;
  maxHeight: number;
}) {
  const placed = useMemo(() => layout(graph, direction), [graph, direction]);
  const nodes = useNodes(placed, direction, path, selected);
  const edges = useEdges(placed, direction, path);
  const height = heightIn(placed, width, minHeight, maxHeight);
  const canvas = useRef<HTMLDivElement>(null);
  useShown(canvas, path);
  const setInstance = useFirstView(placed, width, height);
  return (
    <div ref={canvas} className={styles.canvas} style={{ height }}>
      <ReactFlow<FlowNode, FlowEdge>
        aria-label={t('The rule as a graph')}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onInit={setInstance}
        onNodesChange={(changes) => onSelect(chosen(changes, selected))}
        onPaneClick={() => onSelect(undefined)}
        {...stillDrawing}
        ariaLabelConfig={WORDS()}
      >
        <Background gap={18} size={1} />
        <Controls showInteractive={false} />
        {graph.nodes.length >= MAPPED && width >= 560 && (
          <MiniMap pannable zoomable ariaLabel={t('Overview of the rule')} />
        )}
      </ReactFlow>
    </div>
  );
}

const WORDS = () => drawingWords(t('Press Enter to see its details.'));

/** The box that is chosen after what xyflow reports: choosing one deselects another in the same breath. */
function chosen(
  changes: readonly NodeChange<FlowNode>[],
  selected: string | undefined,
): string | undefined {
  const picks = changes.filter((change) => change.type === 'select');
  const picked = picks.find((change) => change.selected);
  if (picked !== undefined) return picked.id;
  return picks.some(({ id }) => id === selected) ? undefined : selected;
}

function useNodes(
  placed: Layout,
  direction: Direction,
  path: Path | undefined,
  selected: string | undefined,
): FlowNode[] {
  return useMemo(
    () =>
      placed.nodes.map(({ node, x, y, width, height }) => {
        const outcome = path?.nodes.get(node.id);
        return {
          id: node.id,
          type: 'workflow',
          position: { x, y },
          width,
          height,
          selected: node.id === selected,
          ariaRole: 'button',
          ariaLabel: nodeLabel(node, outcome),
          domAttributes: {
            'aria-pressed': node.id === selected,
            'aria-roledescription': 'step',
          },
          data: { node, direction, outcome },
        } satisfies FlowNode;
      }),
    [placed, direction, path, selected],
  );
}

const ARROWS = {
  plain: 'var(--line-strong)',
  left: 'var(--line-strong)',
  taken: 'var(--good)',
  added: 'var(--good)',
  changed: 'var(--warn)',
  removed: 'var(--bad)',
  problem: 'var(--bad)',
} as const;

function useEdges(placed: Layout, direction: Direction, path: Path | undefined): FlowEdge[] {
  return useMemo(() => {
    const titles = new Map(placed.nodes.map(({ node }) => [node.id, node.title]));
    const titleOf = (id: string) => titles.get(id) ?? id;
    const isTaken = ({ edge }: PlacedEdge) => path?.edges.has(edge.id);
    // What was taken is drawn last, over what was not.
    const ordered = placed.edges.toSorted(
      (a, b) => Number(isTaken(a) ?? false) - Number(isTaken(b) ?? false),
    );
    return ordered.map((one) => {
      const { id, source, target } = one.edge;
      const taken = isTaken(one);
      const color = ARROWS[lookOf(one, taken)];
      return {
        id,
        source,
        target,
        ariaLabel: t('Arrow from {source} to {target}', {
          source: titleOf(source),
          target: titleOf(target),
        }),
        type: 'workflow',
        focusable: false,
        selectable: false,
        // In pixels of the page: arrows of thick lines are no larger than those of thin ones.
        markerEnd: {
          type: MarkerType.ArrowClosed,
          color,
          width: 16,
          height: 16,
          markerUnits: 'userSpaceOnUse',
        },
        data: { placed: one, direction, taken },
      } satisfies FlowEdge;
    });
  }, [placed, direction, path]);
}

/**
 * Resets the view of the drawing when it is another one, to what has come into it, and in another room as long as nobody has moved it:
 * after that the view is the user's.
 */
function useFirstView(placed: Layout, width: number, height: number) {
  const [instance, setInstance] = useState<ReactFlowInstance<FlowNode, FlowEdge>>();
  const given = useRef<Viewport>(undefined);
  const known = useRef<ReadonlySet<string>>(undefined);
  const look = useEffectEvent(() => {
    const before = known.current;
    const isNew = ({ id, mark }: GraphNode) =>
      mark === 'added' || (before !== undefined && !before.has(id));
    given.current = firstView(placed, { width, height }, isNew);
    void instance?.setViewport(given.current);
  });
  const lookAgain = useEffectEvent(() => {
    if (instance && given.current && isNear(instance.getViewport(), given.current)) look();
  });
  useEffect(() => {
    look();
    return () => {
      known.current = new Set(placed.nodes.map(({ node }) => node.id));
    };
  }, [instance, placed]);
  useEffect(() => {
    lookAgain();
  }, [width, height]);
  return setInstance;
}

function isNear(one: Viewport, other: Viewport): boolean {
  return (['x', 'y', 'zoom'] as const).every((key) => Math.abs(one[key] - other[key]) < 0.01);
}
