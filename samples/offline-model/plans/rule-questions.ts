import type { JsonObject } from '../../../src/foundation/json.js';
import {
  sayAnalysis,
  sayCascade,
  sayComparison,
  sayEstimate,
  sayNode,
  sayPath,
  sayRule,
  sayRules,
  sayRulesForEntity,
  sayValidity,
} from '../answers/rules.js';
import { sayNotUnderstood } from '../answers/limits.js';
import { bullets, objectOf, objectsOf, plain, textOf } from '../answers/words.js';
import { actionWords } from '../lexicon/actions-said.js';
import { entityOf } from '../reading/automation.js';
import type { KnownColumn } from '../reading/columns.js';
import { inDays } from '../reading/dates.js';
import type { Reading } from '../reading/reading.js';
import { giveUp, lookUp, need, type Part, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { columnsOf } from './columns.js';
import { meantBy, namedIn, type Named } from './names.js';
import { recordFrom } from './record.js';
import { listAll, rules, whichOne, whichTwo } from './which.js';

/** All rules, or those of a state, a trigger or a topic. */
export function* listRules({ reading }: World): Plan {
  const active = reading.value('active');
  const trigger = reading.value('trig');
  const filter: JsonObject = {
    ...(active === undefined ? {} : { is_active: active === 'true' }),
    ...(trigger === undefined ? {} : { trigger_type: trigger }),
  };
  const data = yield* need('list_workflow_rules', filter);
  const about =
    active === undefined ? '' : active === 'true' ? ' that are active' : ' that are switched off';
  return sayRules(data, about);
}

/** The rules that watch one kind of record. */
export function* rulesForEntity({ reading }: World): Plan {
  const entity =
    entityOf(reading) ??
    giveUp('For which kind of record, for example orders, customers or products?');
  return sayRulesForEntity(yield* need('list_rules_for_entity', { entity }));
}

/** What one rule does. */
export function* explainRule(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  return sayRule(yield* need('get_workflow_rule', { workflow_id: rule.id }));
}

/** What a rule does, when the sentence names one in full; else the request is not understood. */
export function* explainNamed(world: World): Plan {
  const rule = namedIn(yield* listAll(rules), world.reading)[0];
  if (rule === undefined) return sayNotUnderstood(world);
  return sayRule(yield* need('get_workflow_rule', { workflow_id: rule.id }));
}

/** One action of a rule in full. */
export function* explainNode(world: World): Plan {
  const rule = yield* whichOne(world, rules, 'content');
  const summary = objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id }));
  const actions = objectsOf(summary['actions']).map(toNode);
  const meant = nodeMeant(actions, world.reading);
  if (meant === undefined && world.reading.has('noun.condition')) return sayRule(summary);
  const node =
    meant ??
    giveUp(
      `Which action do you mean? “${textOf(summary['name'])}” has:\n${bullets(actions.map((action) => action.name))}\n\nWhich one?`,
    );
  return sayNode(yield* need('explain_workflow_node', { workflow_id: rule.id, node: node.name }));
}

const ADDRESSED = /^(send_|create_alert|seek_approval)/;

/** Whom a rule addresses: each of its actions that goes to somebody. */
export function* whoHears(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  const summary = objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id }));
  const nodes = objectsOf(summary['actions'])
    .map(toNode)
    .filter(({ type }) => ADDRESSED.test(type));
  if (nodes.length === 0) return `“${textOf(summary['name'])}” tells nobody.`;
  const told = yield* lookUp(
    nodes.map((node) => ({
      name: 'explain_workflow_node',
      arguments: { workflow_id: rule.id, node: node.name },
    })),
  );
  return `“${textOf(summary['name'])}”:\n\n${told.map((node) => sayNode(node)).join('\n\n')}`;
}

/** An action of a rule as a thing with a name. */
export interface NodeName extends Named {
  type: string;
}

/** An action of a rule's summary. */
export function toNode(action: JsonObject): NodeName {
  return {
    id: textOf(action['id']),
    name: textOf(action['name']),
    type: textOf(action['action_type']),
  };
}

/** The action a sentence speaks of: by name, by type, or the one of its kind. */
export function nodeMeant(actions: readonly NodeName[], reading: Reading): NodeName | undefined {
  const quoted = reading.quoted().length > 0 ? meantBy(actions, reading) : undefined;
  const types = reading.all('action.*|step.*').map((tag) => tag.concept.replace(/^\w+\./, ''));
  const ofType = actions.filter((action) => types.some((type) => isOfType(action, type)));
  const named = meantBy(actions, reading);
  if (quoted) return quoted;
  if (ofType.length === 1) return ofType[0];
  if (ofType.length > 1) return ofType.find((action) => action === named) ?? ofType[0];
  if (named) return named;
  if (reading.says('first')) return actions[0];
  if (reading.says('last')) return actions.at(-1);
  return reading.has('noun.condition')
    ? actions.find((action) => action.type === 'evaluate_condition')
    : undefined;
}

/** A draft tells its actions by name only, and names begin with the type's title. */
function isOfType(action: NodeName, type: string): boolean {
  if (action.type !== '') return action.type === type;
  const title = actionWords[type]?.title.toLowerCase();
  return title !== undefined && action.name.toLowerCase().startsWith(title);
}

/** Which way an event takes through a rule; without values of a record, every way. */
export function* explainPath(world: World): Plan {
  const { rule, record } = yield* ruleAndRecord(world);
  const args = { workflow_id: rule.id, ...(record === undefined ? {} : { record }) };
  return sayPath(yield* need('explain_workflow_path', args));
}

/** Tries a rule with a record. */
export function* simulate(world: World): Plan {
  const { rule, record, columns } = yield* ruleAndRecord(world);
  if (record === undefined) {
    const names = columns
      .filter((column) => column.type !== 'uuid')
      .slice(0, 8)
      .map((column) => plain(column.key));
    giveUp(
      `With which values shall I try it? For example “with ${names.find((name) => /quantity|amount/.test(name)) ?? names[0] ?? 'quantity'} 5”. The record has ${names.join(', ')}. Which values?`,
    );
  }
  return sayPath(yield* need('simulate_workflow', { workflow_id: rule.id, record }));
}

interface RuleAndRecord {
  rule: Named;
  record: JsonObject | undefined;
  columns: readonly KnownColumn[];
}

function* ruleAndRecord(world: World): Part<RuleAndRecord> {
  const rule = yield* whichOne(world, rules);
  const summary = objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id }));
  const { columns } = yield* columnsOf(textOf(summary['entity']));
  return { rule, record: recordFrom(world.reading, columns, world.today), columns };
}

/** The difference of two rules. */
export function* compareRules(world: World): Plan {
  const [first, second] = yield* whichTwo(world, rules);
  return sayComparison(
    yield* need('compare_workflow_rules', { workflow_a: first.id, workflow_b: second.id }),
  );
}

/** Weaknesses of a rule. */
export function* analyzeRule(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  return sayAnalysis(yield* need('analyze_workflow', { workflow_id: rule.id }));
}

/** What a rule sets in motion. */
export function* cascade(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  return sayCascade(yield* need('show_cascade', { workflow_id: rule.id }));
}

/** Whether a rule is valid. */
export function* validateRule(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  return sayValidity(yield* need('validate_workflow', { workflow_id: rule.id }));
}

/** How often a rule would have run. */
export function* estimate(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  const days = daysIn(world.reading);
  return sayEstimate(
    yield* need('estimate_firings', {
      workflow_id: rule.id,
      ...(days === undefined ? {} : { days }),
    }),
  );
}

const MAX_DAYS = 365;

/** "last week", "in the past 3 months", "over 14 days" in days. */
export function daysIn(reading: Reading): number | undefined {
  for (const tag of reading.all('unit.day|unit.week|unit.month|unit.year')) {
    const before = reading.tokens[tag.from - 1]?.value;
    const days = inDays(before ?? 1, tag.concept.slice(5));
    const said = before !== undefined || reading.has('cmp.last') || reading.says('a', 'per');
    if (days !== undefined && said) return Math.min(MAX_DAYS, Math.max(1, days));
  }
  return undefined;
}
