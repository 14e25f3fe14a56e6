import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { titleOf, type ActionTypes } from './actions.js';
import { fieldsOf, fillConfig, timeIn, toRuleCondition } from './config-fillers.js';
import { exchanged, typeWanted, type Exchange } from './exchange.js';
import { testsOf, testWords } from './occasion.js';
import type { Person } from './people.js';
import { nodeMeant, toNode } from './rules.js';

/** A rule's whole body, as `get_workflow_rule` gives it for editing; edits change it in place. */
export interface Editing extends Exchange {
  body: kit.JsonObject;
  /** Before it is changed. */
  name: string;
  actions: kit.JsonObject[];
  reading: kit.Reading;
  people: readonly Person[];
  /** Who is to be addressed no more, for those who are. */
  gone: Person | undefined;
  /** Looked up only where the sentence speaks of conditions or of another type of action. */
  columns: readonly kit.KnownColumn[];
  types: ActionTypes | undefined;
  today: Date;
}

/** What was done, the concepts that ask for it, and what else accounts for words. */
export interface Done extends Partial<Omit<kit.Taken, 'concepts'>> {
  says: string;
  concepts: string;
}

/** One kind of edit: changes the body and says what it did, or leaves it and answers nothing. */
type Edit = (editing: Editing) => Done | undefined;

const OF_FIELD =
  'step.* noun.node noun.value noun.recipientfield noun.person action.* act.add unit.* noun.change';
export const singleEdits: readonly Edit[] = [
  switchOnOrOff,
  rename,
  (editing) => set(editing, severityIn(editing.now, editing), severityIn(editing.old, editing)),
  (editing) => set(editing, timeOf(editing.now), timeOf(editing.old, editing.now)),
  (editing) => set(editing, { subject: kit.quotedAfter(editing.reading, 'title') }),
  (editing) => {
    const text = kit.quotedAfter(editing.reading, 'text');
    return set(editing, { body: text, message: text, approval_message: text });
  },
  recipients,
  threshold,
  retype,
];

function severityIn(part: kit.Reading | undefined, { name }: Editing): kit.JsonObject {
  return defined({ severity: part?.beside(name).value('sev') });
}

/** A time as the fields write it; "24" in "48 hours instead of 24" has the unit of the other. */
function timeOf(part: kit.Reading | undefined, like = part): kit.JsonObject {
  const own = part && timeIn(part);
  const unit = like && timeIn(like);
  const bare = part?.tokens.find(({ value }) => value !== undefined)?.value;
  if (own) return { duration: own.written, timeout_hours: own.hours };
  if (unit === undefined || bare === undefined) return {};
  const { hours, written } = unit;
  return {
    duration: written.replace(/^\d+/, String(bare)),
    timeout_hours: (bare * hours) / parseInt(written, 10),
  };
}

function switchOnOrOff({ body, name, reading }: Editing): Done | undefined {
  const isOff = reading.has('act.deactivate');
  if (!isOff && !reading.has('act.activate')) return undefined;
  const state = isOff ? 'off' : 'on';
  if (body['is_active'] === !isOff) kit.giveUp(`“${name}” is already switched ${state}.`);
  body['is_active'] = !isOff;
  const concepts = isOff ? 'act.deactivate active.false' : 'act.activate active.true';
  return { says: `switched ${state}`, concepts };
}

const NEW_NAME =
  /\b(?:to|call (?:it|that|(?:this|the)(?: (?:rule|draft|workflow|one))?)) (\S[^]*)/iu;

function rename({ body, name: old, reading }: Editing): Done | undefined {
  if (!reading.has('act.rename') || reading.has('noun.node')) return undefined;
  const behind = NEW_NAME.exec(reading.text.trim())?.[1]?.split(/ and (?=\p{Ll})/u)[0] ?? '';
  const name =
    reading.quoted().at(-1) ?? kit.givenName(reading) ?? withoutEnd(behind, /[.,;!?]/).trim();
  if (name === '') kit.giveUp(`What shall “${old}” be called from now on?`);
  body['name'] = name;
  return { says: `renamed to “${name}”`, concepts: 'act.rename' };
}

/** Sets one of these config fields: where it holds what is to go, of the action meant, or of the only one that has any. */
function set({ actions, reading }: Editing, values: kit.JsonObject, olds: kit.JsonObject = {}) {
  const having = havingOne(Object.keys(defined(values)), actions);
  const holds = ({ field, config }: (typeof having)[number]) =>
    olds[field] === undefined || olds[field] === config[field];
  const fitting = having.filter(holds);
  const [one] = having;
  if (one === undefined) return undefined;
  if (fitting.length === 0)
    kit.giveUp(
      `Nothing here has ${kit.valueWords(olds[one.field])} as its ${kit.plain(one.field)}: that of “${one.name}” is ${kit.valueWords(one.config[one.field])}. What shall I change?`,
    );
  const meant = nodeMeant(fitting, reading) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (meant === undefined)
    return kit.giveUp(
      `This rule has ${fitting.map(({ name }) => `“${name}”`).join(' and ')}. Which one do you mean?`,
    );
  const { name, field, config } = meant;
  const before = config[field];
  const value = values[field];
  config[field] = value;
  const says = `${kit.plain(field)} of “${name}” is now ${kit.valueWords(value)} instead of ${kit.valueWords(before)}`;
  return before === value ? undefined : { says, concepts: OF_FIELD };
}

/** The actions whose config has one of these fields. */
function havingOne(fields: readonly string[], actions: readonly kit.JsonObject[]) {
  return actions.flatMap((action) => {
    const config = kit.objectOf(action['config']);
    const field = fields.find((each) => each in config);
    return field === undefined ? [] : [{ ...toNode(action), config, field }];
  });
}

/** "send it to X instead" replaces, "also to X" adds, "X instead of Y" puts one in the place of the other. */
function recipients({ actions, reading, people, gone }: Editing): Done | undefined {
  if (people.length === 0) return undefined;
  const addressing = havingOne(['recipients', 'approvers'], actions);
  const goes = addressing.find(({ config }) => JSON.stringify(config).includes(`"${gone?.id}"`));
  const found = gone ? goes : (nodeMeant(addressing, reading) ?? addressing[0]);
  if (gone && !found)
    kit.giveUp(`No action here goes to ${gone.name}. Whom shall it go to, and which action?`);
  if (found === undefined) return undefined;
  const { name, field, config } = found;
  const adds = gone !== undefined || (reading.has('act.add') && !reading.says('instead'));
  const now = isObject(config[field]) ? Object.values(config[field]) : [config[field]];
  const kept = adds ? now.flat().filter((id) => id !== gone?.id) : [];
  config[field] = [...new Set([...kept, ...people.map(({ id }) => id)])];
  const who = kit.join(people.map((person) => person.name));
  const says = gone
    ? `“${name}” goes to ${who} instead of ${gone.name}`
    : `“${name}” ${adds ? 'also goes' : 'goes'} to ${who}`;
  return { says, concepts: OF_FIELD };
}

/** "raise the threshold to 20": the one number that a condition compares with. */
function threshold({ body, actions, reading, now, old }: Editing): Done | undefined {
  const at = now.tokens.findLastIndex((token) => token.value !== undefined);
  const value = now.tokens[at]?.value;
  const was = old?.tokens.find((token) => token.value !== undefined)?.value;
  if (value === undefined || timeIn(reading) !== undefined) return undefined;
  if (now.lower(at - 1) === 'by')
    kit.giveUp(
      `I can set a number to another one, but not change it “by ${value}”. To which number shall it go?`,
    );
  const configs = actions.map((action) => kit.objectOf(action['config']));
  const tests = [body['trigger_conditions'], ...configs.map((config) => config['conditions'])]
    .flatMap(kit.objectsOf)
    .filter((test) => typeof test['value'] === 'number');
  const columns = tests.map((test) => ({ key: kit.textOf(test['field_name']) }));
  const named = kit.findColumns(reading, columns)[0]?.column.key;
  const fitting = was === undefined ? tests : tests.filter((item) => item['value'] === was);
  const test =
    fitting.find((item) => item['field_name'] === named) ??
    (fitting.length === 1 ? fitting[0] : undefined);
  if (fitting.length === 0 && tests.length > 0)
    kit.giveUp(
      `No condition here compares with ${was}: there is ${kit.join(tests.map((item) => `${kit.plain(kit.textOf(item['field_name']))} ${kit.textOf(item['value'])}`))}. Which number shall I change?`,
    );
  if (test === undefined) return undefined;
  const before = String(test['value']);
  const saidBefore = conditionSaid(test);
  test['value'] = value;
  retell(body, actions, saidBefore, conditionSaid(test));
  const says = `${kit.plain(kit.textOf(test['field_name']))} is now compared with ${value} instead of ${before}`;
  return {
    says,
    concepts: 'step.* noun.node noun.condition noun.value cmp.* unit.money unit.piece',
  };
}

function conditionSaid({ operator, value }: kit.JsonObject): string {
  return `${kit.operatorWords(kit.textOf(operator))} ${kit.valueWords(value)}`;
}

/** The planner's own words name what sets a rule off, too: they must not go on telling what was. */
function retell(body: kit.JsonObject, actions: kit.JsonObject[], before: string, now: string) {
  for (const holder of [body, ...actions.map((action) => kit.objectOf(action['config']))])
    for (const [key, words] of Object.entries(holder))
      if (typeof words === 'string')
        holder[key] = words
          .split(before)
          // "above 80" is no part of "above 800".
          .reduce((told, rest) => told + (/^\w/.test(rest) ? before : now) + rest);
}

/** "only for urgent ones", and "no, urgent" where a condition holds another value of that column. */
export function narrows({ facts, reading }: kit.World, body: kit.JsonObject): boolean {
  const { old } = exchanged(reading);
  const held = kit.objectsOf(body['trigger_conditions']).map(({ value }) => value);
  return (
    facts.has('has.limit') ||
    (old !== undefined && held.some((value) => old.says(kit.textOf(value))))
  );
}

/** Takes a further test into what sets the rule off, or another value for one that is there. */
export function narrow({ body, actions, now, old, columns, today }: Editing): Done {
  const conditions = kit.objectsOf(body['trigger_conditions']);
  const replaced = conditions.find(({ value }) => old?.says(kit.textOf(value)));
  const among = columns.filter(({ key }) => !replaced || key === replaced['field_name']);
  const tests = testsOf(now, among, today);
  if (tests.length === 0)
    kit.giveUp(
      `I could not tell which column “${now.words()}” speaks of. The columns are ${kit.join(columns.map(({ key }) => kit.plain(key)).slice(0, 12))}. Which one, and with what value?`,
    );
  const added = tests.map(toRuleCondition);
  // "above 8000" takes the place of "at least 5000"; two that it must not be can both hold.
  const way = ({ operator }: kit.JsonObject) => kit.textOf(operator).split('_')[0];
  const isSame = (one: kit.JsonObject) => (other: kit.JsonObject) =>
    other['field_name'] === one['field_name'] && way(other) === way(one) && way(one) !== 'not';
  const kept = conditions.filter((one) => one !== replaced && !added.some(isSame(one)));
  body['trigger_conditions'] = [...kept, ...added];
  for (const one of conditions.filter((each) => !kept.includes(each)))
    for (const other of added.filter(({ field_name: field }) => field === one['field_name']))
      retell(body, actions, conditionSaid(one), conditionSaid(other));
  const gone = conditions
    .filter((one) => !kept.includes(one))
    .map(({ value }) => kit.valueWords(value));
  const says = `it runs only if ${kept.length > 0 ? 'also ' : ''}${kit.join(tests.map(testWords))}${gone.length > 0 ? ` instead of ${kit.join(gone)}` : ''}`;
  const concepts = `frame.* act.filter act.add act.run act.estimate noun.condition negation entity.${kit.textOf(body['entity'])} ${tests.map(({ comparison }) => `cmp.${comparison}`).join(' ')}`;
  return {
    ...{ says, concepts, calls: added, columns, said: tests.map(({ said }) => said) },
  };
}

const TWINS: Readonly<Record<string, string>> = {
  ...{ subject: 'title', title: 'subject', body: 'message', message: 'body' },
};

/** "no, make it an email": the same people and words, by another type of action with the same ways out. */
function retype({
  body,
  actions,
  reading,
  now,
  old,
  name,
  types,
  today,
}: Editing): Done | undefined {
  const type = typeWanted(reading);
  if (types === undefined || type === undefined) return undefined;
  const ways = (each: string) => types.ports.get(each)?.join();
  const alike = actions.filter(
    (each) => each['action_type'] !== type && ways(kit.textOf(each['action_type'])) === ways(type),
  );
  const meant =
    (old && nodeMeant(alike.map(toNode), old)) ??
    (alike.length === 1 ? toNode(alike[0] ?? {}) : undefined);
  const action = actions.find((each) => each['name'] === meant?.name);
  if (action === undefined) return undefined;
  const had = kit.objectOf(action['config']);
  if (type !== 'send_email' && JSON.stringify(had['recipients'] ?? '').includes('@'))
    kit.giveUp(
      `“${kit.textOf(action['name'])}” goes to e-mail addresses, and only an email can: a ${titleOf(type).toLowerCase()} needs people or roles. Whom shall it go to?`,
    );
  const required = types.required.get(type) ?? [];
  const fill = fillConfig(
    {
      ...{ type, clause: now, people: [], conditions: [], columns: [], occasion: name, today },
      ...{ entity: kit.textOf(body['entity']), trigger: kit.textOf(body['trigger_type']) },
    },
    required,
  );
  const fields = fieldsOf(type, required);
  action['config'] = defined(
    Object.fromEntries(
      fields.map((field) => [field, had[field] ?? had[TWINS[field] ?? ''] ?? fill[field]]),
    ),
  );
  const [before, was] = [kit.textOf(action['name']), titleOf(kit.textOf(action['action_type']))];
  const after = before.startsWith(was) ? before.replace(was, titleOf(type)) : before;
  Object.assign(action, { action_type: type, name: after });
  for (const each of actions)
    if (kit.textOf(each['after']).split(':')[0] === before)
      each['after'] = kit.textOf(each['after']).replace(before, after);
  const says = `“${before}” is now ${titleOf(type).toLowerCase()} instead of ${was.toLowerCase()}`;
  return { says, concepts: OF_FIELD };
}
