import type { FieldChange, RuleDiff } from '../../../../src/plugins/workflow/tools/rule-diff.js';
import { isObject } from '../../../../src/foundation/json.js';
import { sideWords, spaced, title } from '../../ui/format.js';
import type { RuleAction } from './rule.js';
import { t } from './texts.js';

/** What an update does to a node or an edge. */
export type Mark = 'added' | 'removed' | 'changed';

/** One box of the drawing. */
export interface GraphNode {
  id: string;
  /** `missing`: an edge names an action that the rule does not have. */
  kind: 'trigger' | 'action' | 'missing';
  /** The action's type as the wire has it; empty for what is no action. */
  type: string;
  typeLabel: string;
  title: string;
  /** What it does, in words; a trigger has a line for each condition. */
  lines: readonly string[];
  inactive: boolean;
  /** Of one that stands in the rule; a removed one is known by its name only. */
  action?: RuleAction;
  mark?: Mark;
  /** What differs from the stored rule. */
  changes: readonly FieldChange[];
  problem?: string;
}

/** One arrow of the drawing. */
export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  port: string | undefined;
  /** True for one that is taken whatever the port. */
  always: boolean;
  /** The branch it is; undefined where a step has one way on only. */
  label: string | undefined;
  mark?: Mark;
  problem?: string;
}

/** A rule as boxes and arrows, with what is wrong with it. */
export interface RuleGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  problems: string[];
}

/** The id of the box a run begins with. */
export const TRIGGER = 'trigger';

/** The items by the key each has, in their order (`Map.groupBy`, which Node 20 has not). */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export type { FieldChange, RuleDiff };

/** The structural diff of a preview's event; undefined when there is none that can be read. */
export function readDiff(json: unknown): RuleDiff | undefined {
  if (!isObject(json)) return undefined;
  const { fields, added, removed, changed } = json;
  const lists = [fields, added, removed, changed];
  return lists.every(Array.isArray) ? (json as unknown as RuleDiff) : undefined;
}

/** One line of what an update does. */
interface ChangeLine {
  mark: 'added' | 'removed' | 'changed';
  /** What it is about: the rule, or an action by its name. */
  subject: string;
  changes: readonly FieldChange[];
  /** What kind of step it is and where it stands, of one that comes or goes. */
  detail?: string;
}

/** Everything that an update changes, the rule itself first. */
export function changeLines(diff: RuleDiff): ChangeLine[] {
  const rule: ChangeLine = { mark: 'changed', subject: t('The rule itself'), changes: diff.fields };
  return [
    ...(diff.fields.length === 0 ? [] : [rule]),
    ...diff.added.map((line) => whole('added', line)),
    ...diff.removed.map((line) => whole('removed', line)),
    ...diff.changed.map(({ name, changes }) => ({
      mark: 'changed' as const,
      subject: name,
      changes,
    })),
  ];
}

function whole(mark: 'added' | 'removed', line: RuleDiff['added'][number]): ChangeLine {
  const { name, action_type: type, follows } = line;
  return { mark, subject: name, changes: [], detail: `${title(type)}, ${followsWords(follows)}` };
}

/** What a step follows, in words: `after “Check stock” (insufficient)`. */
function followsWords(follows: unknown): string {
  const list = Array.isArray(follows) ? follows.filter((one) => typeof one === 'string') : [];
  if (list.length === 0) return t('after nothing');
  return list.map(oneFollows).join(', ');
}

function oneFollows(reference: string): string {
  if (reference === 'start') return t('first');
  const colon = reference.lastIndexOf(':');
  const port = reference.slice(colon + 1);
  const step = reference.slice(0, colon);
  return port === '*'
    ? t('after “{step}”', { step })
    : t('after “{step}” ({port})', { step, port: spaced(port) });
}

/** One side of a changed field, as it is shown. */
export function ruleSideWords({ path }: FieldChange, value: unknown): string {
  if (path === 'is_active' && typeof value === 'boolean') return value ? t('On') : t('Off');
  return path === 'follows' ? followsWords(value) : sideWords(value);
}

/** A changed field's name: `config.severity` is `severity`, `follows` is `place`. */
export function fieldWords({ path }: FieldChange): string {
  if (path === 'follows') return t('Place');
  if (path === 'is_active') return t('Switched');
  return title(path.replace(/^config\./, '').replaceAll('.', ' › '));
}
