import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import type { Ports, StepWish } from './automation.js';
import { fieldsOf, fillConfig, type ConfigWorld, type RuleFacts } from './config-fillers.js';
import { database, doesWhat, fieldWords, ruleWords, titleOf } from './lexicon.js';
import { testsOf, testWords } from './occasion.js';
import { findPeople, type Person, type Resolve } from './people.js';
import { readPeople, type PersonWish } from './read-people.js';

/** Tables of those whom an action can address. */
const peopleTables = ruleWords('peopleTables');

/** What action types need, as `discover` tells it. */
export interface ActionTypes {
  ports: Ports;
  required: ReadonlyMap<string, readonly string[]>;
}

/** An action ready for a draft. */
export interface ReadyAction {
  name: string;
  type: string;
  config: kit.JsonObject;
  after?: string;
  people: readonly Person[];
  conditions: readonly kit.ReadCondition[];
}

/** What all actions of one rule share. */
export interface RuleWorld extends RuleFacts {
  types: ActionTypes;
  resolve: Resolve;
  today: Date;
  /** What the first action hangs behind, where no step of the sentence tells. */
  place?: string;
}

/** The action types there are. */
export function* actionTypes(): kit.Part<ActionTypes> {
  const data = kit.objectOf(yield* kit.need('discover', { category: 'action_types' }));
  const listOf = (field: string) =>
    new Map(
      kit
        .objectsOf(data['action_types'])
        .map((each) => [kit.textOf(each['type']), kit.textsOf(each[field])]),
    );
  return { ports: listOf('ports'), required: listOf('required') };
}

/** The columns of what a rule watches and the people its steps name, looked up in one turn. */
export function* lookUpRule(
  entity: string,
  steps: readonly StepWish[],
  types: ActionTypes,
): kit.Part<Pick<RuleWorld, 'columns' | 'resolve'>> {
  const wishes = steps.flatMap((step) => peopleWished(step, types));
  const { resolve, others } = yield* findPeople(wishes, kit.columnCalls(entity, database));
  const { columns, references } = kit.toColumns(others[0], others[1]);
  const ofPeople = columns.filter(({ key }) => peopleTables.has(references.get(key) ?? ''));
  return { columns, resolve: (wanted) => resolve(wanted, ofPeople) };
}

/** The people that an action's part names; none for actions that go to nobody. */
export function peopleWished({ type, clause }: StepWish, types: ActionTypes): PersonWish[] {
  return goesToPeople(type, types) ? readPeople(clause) : [];
}

/** "a notification and an email to Karin" are both to her. */
function peopleSaid(step: StepWish, next: StepWish | undefined, types: ActionTypes): PersonWish[] {
  const own = peopleWished(step, types);
  const isJoined = /^(and|&|\+)$/.test(step.clause.tokens.at(-1)?.lower ?? '');
  const isShared = own.length === 0 && isJoined && goesToPeople(step.type, types);
  return isShared && next ? peopleWished(next, types) : own;
}

function goesToPeople(type: string, { required }: ActionTypes): boolean {
  const fields = fieldsOf(type, required.get(type));
  return fields.includes('recipients') || fields.includes('approvers');
}

/** Wishes as actions with filled configs; ends the plan with a question when something needed is missing. */
export function toActions(
  steps: readonly StepWish[],
  rule: RuleWorld,
  taken: readonly string[] = [],
): ReadyAction[] {
  const ready = new Map<StepWish, ReadyAction>();
  for (const [at, step] of steps.entries()) {
    const { type, clause, follows } = step;
    const named = rule.resolve(peopleSaid(step, steps[at + 1], rule.types));
    const earlier = [...ready.values()];
    // "then email them too": nobody named means those addressed before.
    const isPointed = named.length === 0 && clause.says('them', 'him', 'her');
    const before = earlier.findLast((action) => action.people.length > 0)?.people ?? [];
    const people = isPointed ? before : named;
    const conditions =
      type === 'evaluate_condition' ? testsOf(clause, rule.columns, rule.today) : [];
    const name = actionName(type, people, [...taken, ...earlier.map((action) => action.name)]);
    const required = rule.types.required.get(type) ?? [];
    const own = behind(follows, ready);
    const place = ready.size === 0 && own === undefined ? rule.place : undefined;
    const after = own ?? place;
    const port = /:(\w+)$/.exec(after ?? '')?.[1];
    const world = { ...rule, type, clause, people, conditions, ...defined({ port, after: place }) };
    const config = fillConfig(world, required);
    const missing = required.filter((field) => config[field] === undefined);
    if (missing.length > 0) kit.giveUp(askFor(world, missing));
    ready.set(step, { name, type, config, people, conditions, ...defined({ after }) });
  }
  return [...ready.values()];
}

/** The action that a step follows, with the way out that leads to it. */
function behind(follows: StepWish['follows'], ready: ReadonlyMap<StepWish, ReadyAction>) {
  const name = follows && ready.get(follows.step)?.name;
  return name && follows.port ? `${name}:${follows.port}` : name;
}

function askFor({ type, columns }: ConfigWorld, fields: readonly string[]): string {
  const wanted = kit.join(fields.map((field) => fieldWords[field] ?? kit.plain(field)));
  const names = columns.map(({ key }) => kit.plain(key)).slice(0, 12);
  const isOfColumns = fields.some((field) => /condition|field|status/.test(field));
  const hint = isOfColumns && names.length > 0 ? ` The columns are ${kit.join(names)}.` : '';
  return `For the step “${titleOf(type)}” I still need to know ${wanted}.${hint} Could you say it again with that?`;
}

/** A name for an action, not yet taken. */
function actionName(type: string, people: readonly Person[], taken: readonly string[]): string {
  const title = titleOf(type);
  const [one, more] = people;
  const isOf = type === 'seek_approval' && one;
  const isTo = one && one.kind !== 'email' && !more;
  const base = isOf ? `${title} of ${one.name}` : isTo ? `${title} to ${one.name}` : title;
  const isTaken = (name: string) =>
    taken.some((other) => other.toLowerCase() === name.toLowerCase());
  let name = base;
  for (let n = 2; isTaken(name); n += 1) name = `${base} ${n}`;
  return name;
}

/** Adds the actions one after the other, for each may hang behind the one before, and shows the whole. */
export function* showWith(
  actions: readonly ReadyAction[],
  draftId: string,
  description: string,
): kit.Part<kit.JsonObject> {
  for (const { name, type, config, after } of actions) {
    const action = { name, action_type: type, config, ...defined({ after }) };
    yield* kit.need('add_draft_action', { draft_id: draftId, ...action });
  }
  return kit.objectOf(yield* kit.need('preview_draft', { draft_id: draftId, description }));
}

/** One action in a line: what it does, for whom, and on which branch. */
export function actionLine({ name, type, config, after, people, conditions }: ReadyAction): string {
  const severity = kit.textOf(config['severity']);
  const names = kit.join(people.map((person) => person.name));
  const who = names === '' ? '' : ` ${type === 'seek_approval' ? 'of' : 'to'} ${names}`;
  const said = kit.join(conditions.map(testWords), kit.textOf(config['logic_type']) || 'and');
  const port = /:(\w+)$/.exec(after ?? '')?.[1];
  const branch = port ? `if ${kit.plain(port)}: ` : '';
  return `${branch}${name} ${doesWhat(type)}${severity ? ` (${severity} severity)` : ''}${who}${said ? ` (${said})` : ''}`;
}

/** What a plan for a rule knows of what it took. */
interface RuleParts extends Pick<kit.Taken, 'calls' | 'columns' | 'concepts' | 'texts'> {
  actions: readonly ReadyAction[];
  tests?: readonly kit.ReadCondition[];
}

const ALWAYS = 'act.create act.add noun.rule noun.value noun.node act.run'.split(' ');

/** The same, as the account wants it. */
export function ruleTaken(
  reading: kit.Reading,
  { actions, tests = [], ...parts }: RuleParts,
): kit.Taken {
  const all = [...tests, ...actions.flatMap((action) => action.conditions)];
  const people = actions.flatMap((action) => action.people);
  const isWorded =
    reading.quoted().length > 0 ||
    (reading.has('action.*') && kit.spokenText(reading) !== undefined);
  const marks = Object.values(kit.textMarkers).flatMap((words) => [...words]);
  return {
    ...parts,
    concepts: [
      ...ALWAYS,
      ...(actions.some(({ after }) => after?.includes(':')) ? ['frame.else'] : []),
      ...(people.length > 0 ? ['noun.person'] : []),
      ...(parts.concepts ?? []),
      ...owners(reading, JSON.stringify(parts.calls)),
      ...all.map((test) => `cmp.${test.comparison}`),
    ],
    texts: [
      ...people.flatMap(({ name, about = '' }) => [name, about]),
      ...(isWorded ? marks.filter((word) => word !== 'that') : []),
      ...(parts.texts ?? []),
    ],
    said: all.map((test) => test.said),
  };
}

/** "the stock of a product": what a record belongs to is said for clarity. */
function owners(reading: kit.Reading, calls: string): string[] {
  const records = reading.all('entity.*');
  return records.flatMap(({ concept, from }) => {
    const isOwner = /^of (an?|the|any)$/.test(reading.words(from - 2, from).toLowerCase());
    const owned = records.find(({ to }) => to === from - 2)?.concept.replace('entity.', '');
    const isOnce = records.filter((other) => other.concept === concept).length === 1;
    return isOwner && isOnce && owned && calls.includes(owned) ? [concept] : [];
  });
}
