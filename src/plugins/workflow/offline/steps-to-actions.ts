import {
  columnCalls,
  giveUp,
  join,
  objectOf,
  objectsOf,
  operators,
  plain,
  readConditions,
  textOf,
  textsOf,
  toColumns,
  type Part,
  type ReadCondition,
  type Reading,
  type TableColumns,
} from '../../../../samples/offline-model/kit.js';
import { defined } from '../../../foundation/defined.js';
import { actionWords, database, fieldWords, optionalFields } from './lexicon.js';
import type { Ports, StepWish } from './automation.js';
import { readPeople, type PersonWish } from './read-people.js';
import { actionName, fillers, type ConfigWorld } from './config-fillers.js';
import { findPeople, resolvePeople, type Found, type Person } from './people.js';

/** What action types need, as `discover` tells it. */
export interface ActionTypes {
  ports: Ports;
  required: ReadonlyMap<string, readonly string[]>;
}

/** An action ready for a draft. */
export interface ReadyAction {
  name: string;
  type: string;
  config: Record<string, unknown>;
  after?: string;
  people: readonly Person[];
  conditions: readonly ReadCondition[];
}

/** What all actions of one rule share. */
export interface RuleWorld {
  entity: string;
  trigger: string;
  table: TableColumns;
  occasion: string;
  types: ActionTypes;
  /** Results of the people lookups by the words looked for. */
  found: Found;
  today: Date;
}

/** Action types from `discover`'s result. */
export function toActionTypes(data: unknown): ActionTypes {
  const types = objectsOf(objectOf(data)['action_types']);
  return {
    ports: new Map(types.map((type) => [textOf(type['type']), textsOf(type['ports'])])),
    required: new Map(types.map((type) => [textOf(type['type']), textsOf(type['required'])])),
  };
}

/** The table a rule watches and the people its steps name, looked up in one turn. */
export function* lookUpRule(
  entity: string,
  steps: readonly StepWish[],
  types: ActionTypes,
): Part<Pick<RuleWorld, 'table' | 'found'>> {
  const wishes = steps.flatMap((step) => peopleWished(step, types));
  const { found, others } = yield* findPeople(wishes, columnCalls(entity, database));
  return { table: toColumns(others[0], others[1]), found };
}

function fieldsOf(type: string, { required }: ActionTypes): string[] {
  return [...new Set([...(required.get(type) ?? []), ...optionalFields(type)])];
}

/** The people that an action's part names; none for actions that go to nobody. */
function peopleWished({ type, clause }: StepWish, types: ActionTypes): PersonWish[] {
  const isSent = fieldsOf(type, types).some((field) => /^(recipients|approvers)$/.test(field));
  return isSent ? readPeople(clause) : [];
}

/** Wishes as actions with filled configs; ends the plan with a question when something needed is missing. */
export function toActions(
  steps: readonly StepWish[],
  rule: RuleWorld,
  taken: readonly string[] = [],
): ReadyAction[] {
  const actions: ReadyAction[] = [];
  for (const step of steps) {
    const world = configWorld(step, rule, actions);
    const { type, people, conditions } = world;
    const name = actionName(world, [...taken, ...actions.map((action) => action.name)]);
    const config = fillConfig(world, rule.types);
    const behind = step.follows && actions[step.follows.step]?.name;
    const port = step.follows?.port;
    const after = behind && port ? `${behind}:${port}` : behind;
    actions.push({ name, type, config, people, conditions, ...defined({ after }) });
  }
  return actions;
}

function configWorld(
  step: StepWish,
  rule: RuleWorld,
  earlier: readonly ReadyAction[],
): ConfigWorld {
  const { type, clause } = step;
  const { entity, trigger, occasion, today } = rule;
  const { columns } = rule.table;
  const named = resolvePeople(peopleWished(step, rule.types), rule.found);
  // "then email them too": nobody named means those addressed before.
  const pointed = named.length === 0 && clause.says('them', 'him', 'her');
  const before = earlier.findLast((action) => action.people.length > 0)?.people ?? [];
  const conditions = type === 'evaluate_condition' ? testsOf(clause, columns, today) : [];
  const people = pointed ? before : named;
  return { type, clause, entity, trigger, columns, people, conditions, occasion };
}

/** The tests of a part of a sentence; "unless" turns them round. */
export function testsOf(
  clause: Reading,
  columns: TableColumns['columns'],
  today: Date,
): ReadCondition[] {
  const tests = readConditions(clause, { columns, today, takesRelativeDates: false });
  if (!clause.says('unless')) return tests;
  return tests.map((test) => ({
    ...test,
    comparison: operators[test.comparison].opposite ?? test.comparison,
  }));
}

function fillConfig(world: ConfigWorld, types: ActionTypes): Record<string, unknown> {
  const required = types.required.get(world.type) ?? [];
  const filled = fieldsOf(world.type, types).map(
    (field) => [field, fillers[field]?.(world)] as const,
  );
  const missing = filled.flatMap(([field, value]) =>
    value === undefined && required.includes(field) ? [field] : [],
  );
  if (missing.length > 0) giveUp(askFor(world, missing));
  const either = world.conditions.length > 1 && world.clause.says('or');
  return {
    ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)),
    ...(either ? { logic_type: 'or' } : {}),
  };
}

function askFor(world: ConfigWorld, fields: readonly string[]): string {
  const title = actionWords[world.type]?.title ?? plain(world.type);
  const wanted = join(fields.map((field) => fieldWords[field] ?? plain(field)));
  const columns = world.columns.map((column) => plain(column.key)).slice(0, 12);
  const asks = fields.some((field) => /condition|field|status/.test(field)) && columns.length > 0;
  const hint = asks ? ` The columns are ${join(columns)}.` : '';
  return `For the step “${title}” I still need to know ${wanted}.${hint} Could you say it again with that?`;
}
