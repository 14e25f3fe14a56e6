import fc from 'fast-check';
import { holds, property } from '../../../../test/support/property.js';
import { toGraph } from './graph.js';
import { firstView, heightIn, labelWidth, layout, sizeOf, type Direction } from './layout.js';
import { readRule } from './rule.js';

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** A rule of these actions, and arrows from the first to the second of each pair. */
const rule = (actions: readonly object[], ways: readonly [string, string][]) =>
  toGraph(
    readRule({
      entity: 's.t',
      trigger_type: 'on_create',
      actions,
      edges: [
        { target_action_id: 'a0', edge_type: 'start' },
        ...ways.map(([from, to], at) => ({
          source_action_id: from,
          target_action_id: to,
          edge_type: 'sequence',
          source_output: `port_${from}_${at}`,
        })),
      ],
    }),
  );

const words = fc.integer({ min: 1, max: 80 });
const step = fc.record({ after: fc.nat(), also: fc.option(fc.nat()), words });
/** A rule whose actions each follow earlier ones, as rules do; some join again. */
const anyRule = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  const ways = steps.slice(1).flatMap(({ after, also }, at) => {
    const from = new Set([after, also ?? after].map((one) => one % (at + 1)));
    return [...from].map((one): [string, string] => [`a${one}`, `a${at + 1}`]);
  });
  const delay = { action_type: 'delay', config: { duration: '1h' } };
  const named = steps.map(({ words }, at) => ({ ...delay, id: `a${at}`, name: 'w'.repeat(words) }));
  return rule(named, ways);
});

const directions: Direction[] = ['down', 'right'];

test.each(directions)('%s: no box lies over another, and no label over a box', (direction) =>
  holds([anyRule], { numRuns: 40 }, (graph) => {
    const { nodes, edges } = layout(graph, direction);
    const labels = edges
      .filter(({ edge }) => edge.label !== undefined)
      .map(({ edge, label }) => around(label, labelWidth(edge), 22));
    const boxes = [...nodes, ...labels];
    const isOver = (one: Box, at: number) => boxes.slice(at + 1).some((it) => overlap(one, it));
    expect(boxes.filter(isOver)).toEqual([]);
  }),
);

test.each(directions)('%s: arrows run from box to box, forwards', async (direction) => {
  const axis = direction === 'down' ? 'y' : 'x';
  await holds([anyRule], { numRuns: 40 }, (graph) => {
    const { nodes, edges } = layout(graph, direction);
    const boxOf = (id: string) => nodes.find(({ node }) => node.id === id) as Box;
    for (const { edge, points } of edges) {
      const from = boxOf(edge.source);
      const end = from[axis] + (direction === 'down' ? from.height : from.width);
      expect(points.at(0)?.[axis]).toBeCloseTo(end);
      expect(points.at(-1)?.[axis]).toBeCloseTo(boxOf(edge.target)[axis]);
      const along = points.map((point) => point[axis]);
      expect(along).toEqual(along.toSorted((a, b) => a - b));
    }
  });
});

property('boxes come in reading order, the trigger first', [anyRule], { numRuns: 20 }, (graph) => {
  const { nodes } = layout(graph, 'down');
  expect(nodes[0]?.node.kind).toBe('trigger');
  const tops = nodes.map(({ y }) => y);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test('a rule that runs in a circle is drawn all the same', () => {
  const ways: [string, string][] = [
    ['a0', 'b'],
    ['b', 'a0'],
    ['b', 'b'],
  ];
  const { nodes, edges } = layout(rule([{ id: 'a0' }, { id: 'b' }], ways), 'down');
  expect(nodes).toHaveLength(3);
  const places = edges.flatMap(({ points }) => points.flatMap(({ x, y }) => [x, y]));
  expect(places.every(Number.isFinite)).toBe(true);
});

const chain = (length: number) => {
  const actions = Array.from({ length }, (_, at) => ({ id: `a${at}`, name: `A${at}` }));
  const ways = actions.slice(1).map(({ id }, at): [string, string] => [`a${at}`, id]);
  return layout(rule(actions, ways), 'down');
};

test('the first look shows all of a small rule, in the middle', () => {
  const [small, room] = [chain(1), { width: 600, height: 400 }];
  const { zoom, x, y } = firstView(small, room);
  const { width, height } = sizeOf(small);
  expect([zoom, x * 2 + width, y * 2 + height]).toEqual([1, room.width, room.height]);
});

test('the first look shows the beginning of a large one, large enough to read', () => {
  const { zoom, y } = firstView(chain(40), { width: 328, height: 300 });
  expect(zoom).toBeGreaterThanOrEqual(0.78);
  expect(y).toBe(0);
});

test('the first look takes no more height than the rule needs or the window has', () => {
  expect(heightIn(chain(1), 600, 100, 900)).toBe(Math.round(sizeOf(chain(1)).height));
  expect(heightIn(chain(40), 600, 100, 480)).toBe(480);
  expect(heightIn(chain(1), 600, 700, 900)).toBe(700);
});

function around({ x, y }: { x: number; y: number }, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function overlap(one: Box, other: Box): boolean {
  const meets = (at: 'x' | 'y', size: 'width' | 'height') =>
    one[at] + one[size] > other[at] + 0.5 && other[at] + other[size] > one[at] + 0.5;
  return meets('x', 'width') && meets('y', 'height');
}
