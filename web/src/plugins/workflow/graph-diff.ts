import { TRIGGER, type GraphEdge, type GraphNode, type RuleGraph } from './rule-graph-parts.js';
import type { FieldChange, RuleDiff } from './rule-diff.js';
import { splitPort } from './rule.js';
import { title } from '../../ui/value-words.js';

const TRIGGER_FIELDS = /^(entity|trigger_type|trigger_conditions)\b/;

/**
 * Marks what an update changes and adds what it removes. The diff names what each step followed and
 * follows, so the stored rule is not needed, and the drawing stays true once the update is accepted.
 */
export function addDiff(graph: RuleGraph, diff: RuleDiff): void {
  const idOf = namesOf(graph, diff);
  markTrigger(graph, diff.fields);
  for (const { name } of diff.added) markNode(graph, idOf(name), 'added', []);
  for (const { name, action_type } of diff.removed) {
    graph.nodes.push(ghost(idOf(name), name, action_type));
  }
  for (const { name, changes } of diff.changed) markNode(graph, idOf(name), 'changed', changes);
  for (const { name } of diff.added) {
    for (const edge of into(graph, idOf(name))) edge.mark = 'added';
  }
  for (const { name, follows } of diff.removed) addRemoved(graph, idOf(name), ways(follows, idOf));
  for (const { name, changes } of diff.changed) {
    const place = changes.find(({ path }) => path === 'follows');
    if (place !== undefined) markPlace(graph, idOf(name), place, idOf);
  }
}

/** Where a way comes from and the port it takes (`*`: whichever). */
interface Way {
  source: string;
  port: string;
}

type IdOf = (name: string) => string;

/** Names of both sides as ids of nodes: an action that was renamed is known by both. */
function namesOf(graph: RuleGraph, { removed, changed }: RuleDiff): IdOf {
  const ids = new Map<string, string>();
  const now = new Map(graph.nodes.map((node) => [node.title, node.id]));
  for (const { name, changes } of changed) {
    const before = changes.find(({ path }) => path === 'name')?.before;
    const id = now.get(name);
    if (typeof before === 'string' && id !== undefined) ids.set(before, id);
  }
  for (const { name } of removed) ids.set(name, `removed:${name}`);
  for (const [name, id] of now) if (!ids.has(name)) ids.set(name, id);
  return (name) => ids.get(name) ?? `unknown:${name}`;
}

function markTrigger(graph: RuleGraph, fields: readonly FieldChange[]): void {
  const changes = fields.filter(({ path }) => TRIGGER_FIELDS.test(path));
  if (changes.length > 0) markNode(graph, TRIGGER, 'changed', changes);
}

function markNode(
  { nodes }: RuleGraph,
  id: string,
  mark: 'added' | 'changed',
  changes: readonly FieldChange[],
): void {
  const node = nodes.find((candidate) => candidate.id === id);
  if (node === undefined) return;
  node.mark = mark;
  node.changes = changes;
}

function ghost(id: string, name: string, type: string): GraphNode {
  return {
    id,
    kind: 'action',
    type,
    typeLabel: title(type),
    title: name,
    lines: [],
    inactive: false,
    changes: [],
    mark: 'removed',
  };
}

function markPlace(graph: RuleGraph, id: string, { before, after }: FieldChange, idOf: IdOf): void {
  const was = ways(before, idOf);
  const is = ways(after, idOf);
  addRemoved(
    graph,
    id,
    was.filter((way) => !is.some((other) => isSame(way, other))),
  );
  const fresh = is.filter((way) => !was.some((other) => isSame(way, other)));
  for (const edge of into(graph, id)) {
    const way = { source: edge.source, port: edge.always ? '*' : (edge.port ?? '*') };
    if (edge.mark === undefined && fresh.some((other) => isSame(way, other))) edge.mark = 'added';
  }
}

/** Arrows that the stored rule has and the new one has not; only between boxes that are drawn. */
function addRemoved({ nodes, edges }: RuleGraph, target: string, gone: readonly Way[]): void {
  for (const { source, port } of gone) {
    if (!nodes.some(({ id }) => id === source)) continue;
    edges.push({
      id: `removed:${source}:${port}:${target}`,
      source,
      target,
      port: port === '*' ? undefined : port,
      always: false,
      label: undefined,
      mark: 'removed',
    });
  }
}

function into({ edges }: RuleGraph, id: string): GraphEdge[] {
  return edges.filter(({ target, mark }) => target === id && mark !== 'removed');
}

function isSame(one: Way, other: Way): boolean {
  return one.source === other.source && one.port === other.port;
}

function ways(follows: unknown, idOf: IdOf): Way[] {
  const references = Array.isArray(follows) ? follows.filter((one) => typeof one === 'string') : [];
  return references.map((reference) => {
    if (reference === 'start') return { source: TRIGGER, port: '*' };
    const { name, port = '*' } = splitPort(reference);
    return { source: idOf(name), port };
  });
}
