import { Graph, layout as placeAll } from '@dagrejs/dagre';
import { type GraphEdge, type GraphNode, type RuleGraph, groupBy } from './rule-graph-parts.js';
import { t } from './texts.js';

/** Where a rule runs on the screen: downwards, or to the right where there is room. */
export type Direction = 'down' | 'right';

/** A point of the drawing, in pixels at full size. */
export interface Point {
  x: number;
  y: number;
}

/** A box with its place; `x`, `y` is the upper left corner. */
export interface PlacedNode extends Point {
  node: GraphNode;
  width: number;
  height: number;
}

/** An arrow with the points it goes through, ends included, and where its label stands. */
export interface PlacedEdge {
  edge: GraphEdge;
  points: Point[];
  label: Point;
}

/** A drawing; boxes in reading order. */
export interface Layout {
  nodes: PlacedNode[];
  edges: PlacedEdge[];
}

/** The width of every box. */
export const NODE_WIDTH = 228;

// As workflow-node.module.css draws them: letters per line (on the safe side), heights in pixels.
const TITLE_LETTERS = 24;
const LINE_LETTERS = 28;
const TITLE_HEIGHT = 19;
const LINE_HEIGHT = 17;
const AROUND = 48;
const CONDITIONS = 4;

/** How many lines of a box are shown; the rest is counted. */
export function shownLines({ kind, lines }: GraphNode): readonly string[] {
  if (kind !== 'trigger' || lines.length <= CONDITIONS) return lines;
  return [
    ...lines.slice(0, CONDITIONS - 1),
    t('and {n} more conditions', { n: lines.length - CONDITIONS + 1 }),
  ];
}

/** The height of a box, from its texts, which are never cut. */
export function heightOf(node: GraphNode): number {
  const title = rows(node.title, TITLE_LETTERS) * TITLE_HEIGHT;
  const lines = shownLines(node).map((line) => rows(line, LINE_LETTERS));
  return AROUND + title + lines.reduce((sum, count) => sum + count, 0) * LINE_HEIGHT;
}

/** How many rows a text takes when whole words go to the next one. */
function rows(text: string, letters: number): number {
  let count = 1;
  let used = 0;
  for (const { length } of text.split(/\s+/)) {
    if (used > 0 && used + 1 + length > letters) {
      count += 1;
      used = 0;
    }
    used += length + (used > 0 ? 1 : 0);
    // A word that is longer than a row is broken.
    count += Math.max(0, Math.ceil(used / letters) - 1);
    used = used > letters ? used % letters : used;
  }
  return count;
}

/** The width of a label on an arrow, its padding included. */
export function labelWidth(edge: Pick<GraphEdge, 'label' | 'mark'>): number {
  const icon = edge.mark === undefined ? 0 : 18;
  return edge.label === undefined ? icon : edge.label.length * 7 + 18 + icon;
}

/** Places the boxes in ranks so that nothing lies over anything else, labels included. */
export function layout({ nodes, edges }: RuleGraph, direction: Direction): Layout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: direction === 'down' ? 'TB' : 'LR',
    nodesep: 20,
    edgesep: 24,
    ranksep: direction === 'down' ? 44 : 56,
    marginx: 16,
    marginy: 16,
  });
  for (const node of nodes) {
    graph.setNode(node.id, { width: NODE_WIDTH, height: heightOf(node) });
  }
  for (const edge of edges) {
    const width = labelWidth(edge);
    const label = { width, height: width === 0 ? 0 : 22, labelpos: 'c' as const };
    graph.setEdge(edge.source, edge.target, label, edge.id);
  }
  placeAll(graph);
  const placed = nodes.map((node) => place(node, graph.node(node.id) as Box));
  return {
    nodes: placed.toSorted((a, b) => along(a, direction) - along(b, direction)),
    edges: route(graph, edges, placed, direction),
  };
}

interface Box extends Point {
  width: number;
  height: number;
}

function place(node: GraphNode, { x, y, width, height }: Box): PlacedNode {
  return { node, width, height, x: x - width / 2, y: y - height / 2 };
}

/** Reading order: rank by rank, and in a rank from its beginning. */
function along({ x, y }: Point, direction: Direction): number {
  return direction === 'down' ? y * 10_000 + x : x * 10_000 + y;
}

function route(
  graph: Graph,
  edges: readonly GraphEdge[],
  nodes: readonly PlacedNode[],
  direction: Direction,
): PlacedEdge[] {
  const boxes = new Map(nodes.map((placed) => [placed.node.id, placed]));
  const middles = new Map(edges.map((edge) => [edge.id, middleOf(graph, edge)]));
  const ports = spread(edges, middles, boxes, direction);
  return edges.map((edge) => {
    const middle = middles.get(edge.id) ?? [];
    const { leave, enter } = ports.get(edge.id) as Ends;
    const points = [leave, ...middle, enter];
    const { x, y } = graph.edge(edge.source, edge.target, edge.id) as Partial<Point>;
    const between = { x: (leave.x + enter.x) / 2, y: (leave.y + enter.y) / 2 };
    return { edge, points, label: { x: x ?? between.x, y: y ?? between.y } };
  });
}

/** Dagre's first and last point lie on the boxes' borders; the arrows' ends are spread here instead. */
function middleOf(graph: Graph, { source, target, id }: GraphEdge): Point[] {
  const { points = [] } = graph.edge(source, target, id) as { points?: Point[] };
  return points.slice(1, -1).map(({ x, y }) => ({ x, y }));
}

interface Ends {
  leave: Point;
  enter: Point;
}

/** Arrows of one box begin and end side by side, in the order of where they go, so that none cross there. */
function spread(
  edges: readonly GraphEdge[],
  middles: ReadonlyMap<string, readonly Point[]>,
  boxes: ReadonlyMap<string, PlacedNode>,
  direction: Direction,
): Map<string, Ends> {
  const across = direction === 'down' ? 'x' : 'y';
  const ends = new Map<string, Ends>(
    edges.map(({ id }) => [id, { leave: { x: 0, y: 0 }, enter: { x: 0, y: 0 } }]),
  );
  for (const side of ['source', 'target'] as const) {
    for (const [box, group] of groupBy(edges, (edge) => edge[side])) {
      const other = side === 'source' ? 'target' : 'source';
      const toward = ({ id, ...edge }: GraphEdge): number => {
        const middle = middles.get(id) ?? [];
        const near = side === 'source' ? middle.at(0) : middle.at(-1);
        return near?.[across] ?? boxes.get(edge[other])?.[across] ?? 0;
      };
      const sorted = group.toSorted((a, b) => toward(a) - toward(b));
      sorted.forEach(({ id }, at) => {
        const share = (at + 1) / (sorted.length + 1);
        const point = onBorder(boxes.get(box) as PlacedNode, side, share, direction);
        (ends.get(id) as Ends)[side === 'source' ? 'leave' : 'enter'] = point;
      });
    }
  }
  return ends;
}

function onBorder(
  { x, y, width, height }: PlacedNode,
  side: 'source' | 'target',
  share: number,
  direction: Direction,
): Point {
  const leaving = side === 'source';
  return direction === 'down'
    ? { x: x + width * share, y: leaving ? y + height : y }
    : { x: leaving ? x + width : x, y: y + height * share };
}

/** The points as a smooth path that leaves and enters boxes at a right angle (SVG `d`). */
export function pathOf(points: readonly Point[], direction: Direction): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let from = first;
  const curves = rest.map((to) => {
    const half = direction === 'down' ? (from.y + to.y) / 2 : (from.x + to.x) / 2;
    const curve =
      direction === 'down'
        ? `C${from.x},${half} ${to.x},${half} ${to.x},${to.y}`
        : `C${half},${from.y} ${half},${to.y} ${to.x},${to.y}`;
    from = to;
    return curve;
  });
  return [`M${first.x},${first.y}`, ...curves].join(' ');
}

/** What part of the drawing is looked at, as xyflow's viewport. */
export interface View extends Point {
  zoom: number;
}

const MARGIN = 14;
/** What the buttons of the drawing cover below it. */
const BUTTONS = 40;
/** Below this the boxes cannot be read: a larger drawing is looked at from its beginning instead. */
const SMALLEST = 0.78;

/** The size of a drawing at full size, with room for the buttons. */
export function sizeOf({ nodes }: Layout): { width: number; height: number } {
  const right = nodes.map(({ x, width }) => x + width);
  const bottom = nodes.map(({ y, height }) => y + height);
  return {
    width: Math.max(0, ...right) + MARGIN,
    height: Math.max(0, ...bottom) + MARGIN + BUTTONS,
  };
}

/** The height a drawing wants in `width`, between `least` and `most`, at the size it is first looked at. */
export function heightIn(placed: Layout, width: number, least: number, most: number): number {
  const size = sizeOf(placed);
  const zoom = Math.min(1, Math.max(SMALLEST, width / size.width));
  return Math.round(Math.min(most, Math.max(least, size.height * zoom)));
}

/** The first look at a drawing: all of it where it can be read, else what is new in it, or its beginning. */
export function firstView(
  layout: Layout,
  room: { width: number; height: number },
  isNew: (node: GraphNode) => boolean = ({ mark }) => mark === 'added',
): View {
  const size = sizeOf(layout);
  const zoom = Math.min(1, room.width / size.width, room.height / size.height);
  if (zoom >= SMALLEST) {
    return {
      zoom,
      x: (room.width - size.width * zoom) / 2,
      y: (room.height - size.height * zoom) / 2,
    };
  }
  const legible = Math.min(1, Math.max(SMALLEST, room.width / size.width));
  const first = layout.nodes.find(({ node }) => isNew(node)) ?? layout.nodes[0];
  return { zoom: legible, ...beginning(first, size, room, legible) };
}

/** The first box in the middle of the side it stands at, as far as the drawing reaches. */
function beginning(
  first: PlacedNode | undefined,
  size: { width: number; height: number },
  room: { width: number; height: number },
  zoom: number,
): Point {
  const at = (place: number, length: number, whole: number, space: number) => {
    if (whole * zoom <= space) return (space - whole * zoom) / 2;
    const centred = space / 2 - (place + length / 2) * zoom;
    return Math.min(0, Math.max(space - whole * zoom, centred));
  };
  return {
    x: at(first?.x ?? 0, first?.width ?? 0, size.width, room.width),
    y: at(first?.y ?? 0, first?.height ?? 0, size.height, room.height),
  };
}
