import {
  giveUp,
  join,
  objectOf,
  objectsOf,
  operators,
  plain,
  readConditions,
  textOf,
  textsOf,
  type ReadCondition,
  type Reading,
  type TableColumns,
} from '../../../../samples/offline-model/kit.js';
import { actionWords, fieldWords } from './lexicon.js';
import type { Ports, StepWish } from './automation.js';
import { readPeople, type PersonWish } from './read-people.js';
import { actionName, fillers, optionalFields } from './config-fillers.js';
import type { ConfigWorld } from './config-world.js';
import { resolvePeople, type Person } from './people.js';

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
  found: ReadonlyMap<string, unknown>;
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

const PEOPLE_FIELDS = ['recipients', 'approvers'];

/** The people that an action's part names; none for actions that go to nobody. */
export function peopleWished(step: StepWish, types: ActionTypes): PersonWish[] {
  const fields = [...(types.required.get(step.type) ?? []), ...(optionalFields[step.type] ?? [])];
  return fields.some((field) => PEOPLE_FIELDS.includes(field)) ? readPeople(step.clause) : [];
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
    const name = actionName(world, [...taken, ...actions.map((action) => action.name)]);
    const config = fillConfig(world, rule.types);
    const behind = step.follows && actions[step.follows.step];
    const after =
      behind && (step.follows?.port ? `${behind.name}:${step.follows.port}` : behind.name);
    const { people, conditions } = world;
    actions.push({
      name,
      type: step.type,
      config,
      people,
      conditions,
      ...(after ? { after } : {}),
    });
  }
  return actions;
}

function configWorld(
  step: StepWish,
  rule: RuleWorld,
  earlier: readonly ReadyAction[],
): ConfigWorld {
  const wishes = peopleWished(step, rule.types);
  const named = resolvePeople(wishes, rule.found);
  // "then email them too": nobody named means those addressed before.
  const pointed = named.length === 0 && step.clause.says('them', 'him', 'her');
  const before = earlier.findLast((action) => action.people.length > 0)?.people ?? [];
  const columns = rule.table.columns;
  return {
    type: step.type,
    clause: step.clause,
    entity: rule.entity,
    trigger: rule.trigger,
    columns,
    references: rule.table.references,
    people: pointed ? before : named,
    conditions: step.type === 'evaluate_condition' ? testsOf(step.clause, columns, rule.today) : [],
    occasion: rule.occasion,
    today: rule.today,
  };
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
  const fields = [...new Set([...required, ...(optionalFields[world.type] ?? [])])];
  const filled = fields.map((field) => [field, fillers[field]?.(world)] as const);
  const missing = filled.filter(
    ([field, value]) => value === undefined && required.includes(field),
  );
  if (missing.length > 0)
    giveUp(
      askFor(
        world,
        missing.map(([field]) => field),
      ),
    );
  const config = Object.fromEntries(filled.filter(([, value]) => value !== undefined));
  const either =
    world.type === 'evaluate_condition' && world.conditions.length > 1 && world.clause.says('or');
  return either ? { ...config, logic_type: 'or' } : config;
}

function askFor(world: ConfigWorld, fields: readonly string[]): string {
  const title = actionWords[world.type]?.title ?? plain(world.type);
  const wanted = join(fields.map((field) => fieldWords[field] ?? plain(field)));
  const columns = world.columns.map((column) => plain(column.key)).slice(0, 12);
  const hint =
    fields.some((field) => /condition|field|status/.test(field)) && columns.length > 0
      ? ` The columns are ${join(columns)}.`
      : '';
  return `For the step “${title}” I still need to know ${wanted}.${hint} Could you say it again with that?`;
}
