import { spaced, title } from '../../ui/format.js';
import {
  groupBy,
  TRIGGER,
  type GraphEdge,
  type GraphNode,
  type RuleGraph,
  type RuleDiff,
  type FieldChange,
} from './rule-graph-parts.js';
import { type Rule, type RuleAction, type RuleEdge, splitPort } from './rule.js';
import { conditionWords, summaryOf, triggerWords } from './rule-labels.js';
import { t } from './texts.js';

/** The rule as a graph; with the diff of an update, what it changes is marked and what it removes is there. */
export function toGraph(rule: Rule, diff?: RuleDiff): RuleGraph {
  const { actions, problems } = withoutDoubles(rule.actions);
  const nodes = [triggerNode(rule), ...actions.map(actionNode)];
  const known = new Set(nodes.map(({ id }) => id));
  const edges = rule.edges.map(toEdge);
  for (const edge of edges) {
    for (const id of [edge.source, edge.target]) {
      if (known.has(id)) continue;
      known.add(id);
      nodes.push(missingNode(id));
    }
  }
  markDangling(nodes, edges, problems);
  markStarts(edges, actions.length, problems);
  markUnreachable(nodes, edges, problems);
  const graph = { nodes, edges, problems };
  if (diff !== undefined) addDiff(graph, diff);
  label(graph.edges);
  return graph;
}

function withoutDoubles(actions: readonly RuleAction[]) {
  const seen = new Set<string>();
  const problems: string[] = [];
  const single = actions.filter(({ id, name }) => {
    if (seen.has(id))
      problems.push(t('“{name}” has the same id as another action.', { name: name || id }));
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
  return { actions: single, problems };
}

function triggerNode(rule: Rule): GraphNode {
  const conditions = rule.conditions.map(conditionWords);
  return {
    id: TRIGGER,
    kind: 'trigger',
    type: '',
    typeLabel: rule.entity === '' ? t('Trigger') : t('Trigger · {entity}', { entity: rule.entity }),
    title: triggerWords(rule),
    lines: conditions.map((words, at) =>
      at === 0 ? t('if {words}', { words }) : t('and {words}', { words }),
    ),
    inactive: !rule.isActive,
    changes: [],
  };
}

function actionNode(action: RuleAction): GraphNode {
  const summary = summaryOf(action);
  return {
    id: action.id,
    kind: 'action',
    type: action.action_type,
    typeLabel: title(action.action_type) || t('No type'),
    title: action.name || t('Unnamed'),
    lines: summary === '' ? [] : [summary],
    inactive: !action.is_active,
    action,
    changes: [],
  };
}

function missingNode(id: string): GraphNode {
  return {
    id,
    kind: 'missing',
    type: '',
    typeLabel: t('Missing'),
    title: id || t('no action'),
    lines: [t('An arrow points to it, but the rule does not contain it.')],
    inactive: false,
    changes: [],
    problem: t('This action does not exist.'),
  };
}

function toEdge({ source = TRIGGER, target, port, always }: RuleEdge, at: number): GraphEdge {
  return { id: `edge:${at}`, source, target, port, always, label: undefined };
}

function markDangling(nodes: readonly GraphNode[], edges: GraphEdge[], problems: string[]): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const edge of edges) {
    const ends = [byId.get(edge.source), byId.get(edge.target)];
    const missing = ends.find((node) => node?.kind === 'missing');
    if (missing === undefined) continue;
    const other = ends.find((node) => node !== missing)?.title ?? t('nothing');
    edge.problem = t('“{other}” is connected to “{title}”, which does not exist.', {
      other,
      title: missing.title,
    });
    problems.push(edge.problem);
  }
}

function markStarts(edges: readonly GraphEdge[], actions: number, problems: string[]): void {
  const starts = edges.filter(({ source }) => source === TRIGGER).length;
  if (actions === 0) problems.push(t('The rule has no actions, so nothing would happen.'));
  else if (starts === 0) problems.push(t('No action comes first, so nothing would happen.'));
  else if (starts > 1) problems.push(t('{starts} actions come first; only one can.', { starts }));
}

function markUnreachable(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  problems: string[],
): void {
  const reached = new Set([TRIGGER]);
  const open = [TRIGGER];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { source, target } of edges) {
      if (source !== id || reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  for (const node of nodes) {
    if (node.kind !== 'action' || reached.has(node.id)) continue;
    node.problem = t('No path leads here.');
    problems.push(t('No path leads to “{title}”.', { title: node.title }));
  }
}

/** The default way on goes without saying where it is the only one. */
function label(edges: GraphEdge[]): void {
  const waysOut = groupBy(edges, ({ source }) => source);
  for (const edge of edges) {
    if (edge.source === TRIGGER) continue;
    const only = waysOut.get(edge.source)?.length === 1;
    if (edge.always) edge.label = t('always');
    else if (edge.port !== undefined && !(only && edge.port === 'success')) {
      edge.label = spaced(edge.port);
    }
  }
}

const TRIGGER_FIELDS = /^(entity|trigger_type|trigger_conditions)\b/;

/**
 * Marks what an update changes and adds what it removes. The diff names what each step followed and
 * follows, so the stored rule is not needed, and the drawing stays true once the update is accepted.
 */
function addDiff(graph: RuleGraph, diff: RuleDiff): void {
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
