import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import type { ActionTypes } from './actions.js';
import { fieldsOf, fillConfig, timeIn, toRuleCondition } from './config-fillers.js';
import { exchanged, typeWanted, type Exchange } from './exchange.js';
import { titleOf } from './lexicon.js';
import { testsOf, testWords } from './occasion.js';
import type { Person } from './people.js';
import { nodesMeant, toNode, type NodeName } from './rules.js';
import {
  settingKinds,
  settingsIn,
  settingsMeant,
  type Setting,
  type SettingKind,
} from './settings.js';

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
type Edit = (editing: Editing) => Done | Done[] | undefined;

const OF_FIELD =
  'step.* noun.node noun.value noun.recipientfield noun.person action.* act.add unit.* noun.change';
const OF_TEST = 'step.* action.* noun.node noun.condition noun.value cmp.eq entity.*';

export const singleEdits: readonly Edit[] = [switchOnOrOff, rename, set, recipients, retype];

const OFF = 'act.deactivate|active.false';
const ON = 'act.activate|active.true';

function switchOnOrOff({ body, name, reading }: Editing): Done | undefined {
  // "The pause" is an action.
  const isSaid = ({ from, to }: kit.Tag) =>
    !/^(the|an?|this|that|its)$/.test(reading.lower(from - 1)) || to - from > 1;
  const isOff = reading.all(OFF).some(isSaid);
  const isOn = reading.all(ON).some(isSaid);
  if (isOff && isOn) kit.giveUp('I switch one rule on or off at a time. Which one first?');
  if (!isOff && !isOn) return undefined;
  const state = isOff ? 'off' : 'on';
  if (body['is_active'] === !isOff) kit.giveUp(`“${name}” is already switched ${state}.`);
  body['is_active'] = !isOff;
  const concepts = isOff ? 'act.deactivate active.false' : 'act.activate active.true';
  return { says: `switched ${state}`, concepts, texts: ['back again'] };
}

const NEW_NAME =
  /\b(?:to|call (?:it|that|(?:this|the)(?: (?:rule|draft|workflow|one))?)) (\S[^]*)/iu;

function rename({ body, name: old, reading }: Editing): Done | undefined {
  if (!reading.has('act.rename') || reading.has('noun.node')) return undefined;
  // "to A and this other one to B", but not "to A and set its severity to high".
  const places = reading.tokens.flatMap(({ lower }, at) => (/^(and|to)$/.test(lower) ? [at] : []));
  const [to = -1, and = -1, second = -1] = places;
  const isPair = ['to', 'and', 'to'].every((word, at) => reading.lower(places[at] ?? -1) === word);
  if (isPair && to > 0 && !reading.slice(and, second).has('act.*|sev.*'))
    kit.giveUp('I rename one thing at a time. Which one first, and to what?');
  const behind = NEW_NAME.exec(reading.text.trim())?.[1]?.split(/ and (?=\p{Ll})/u)[0] ?? '';
  const spoken = kit.givenName(reading) ?? withoutEnd(behind, /[.,;!?]/).trim();
  const name = reading.quoted().at(-1) ?? kit.nameSaid(spoken);
  if (name === '') kit.giveUp(`What shall “${old}” be called from now on?`);
  body['name'] = name;
  return { says: `renamed to “${name}”`, concepts: 'act.rename' };
}

/** Sets each kind of setting that the sentence tells a value of. */
function set(editing: Editing): Done[] {
  return settingKinds.flatMap((kind) => setOne(editing, kind) ?? []);
}

/** Sets it where it holds what is to go; of several where the sentence says, by column or action. */
function setOne(
  { body, actions, reading, name, now, old }: Editing,
  { fields, read, ofNamed }: SettingKind,
) {
  const [part, other] = [now.beside(name), old?.beside(name)];
  const all = settingsIn(body, actions, fields).flatMap((setting) => {
    const value = read(part, setting.field, other);
    const gone = other && read(other, setting.field, part);
    return value === undefined
      ? []
      : [{ ...setting, gone, value: inList(value, gone, setting.was) }];
  });
  const fitting = all.filter(({ gone, was }) => gone === undefined || holds(was, gone));
  const [one, ...others] = settingsMeant(fitting, reading);
  const listed = (some: typeof all, last?: string) =>
    kit.join(
      some.map((each) => `the ${each.label} (${kit.valueWords(each.was)})`),
      last,
    );
  if (all[0] !== undefined && one === undefined)
    kit.giveUp(
      `Nothing here is ${kit.valueWords(all[0].gone)}: there is ${listed(all)}. What shall I change?`,
    );
  if (one === undefined || isSame(one.value, one.was)) return undefined;
  const named = ofNamed ? definite(actions, reading.beside(name)) : undefined;
  if (named && !all.some((each) => each.owner?.name === named.name))
    kit.giveUp(
      `“${named.name}” has no ${kit.plain(one.field)}: there is ${listed(all)}. What shall I change?`,
    );
  if (others.length > 0)
    kit.giveUp(`That could be ${listed([one, ...others], 'or')}. Which one do you mean?`);
  return changedTo(one, part, { body, actions, reading });
}

/** Puts the value in its place and says what was done. */
function changedTo(
  { owner, holder, field, label, value, was }: Setting & { value: unknown },
  part: kit.Reading,
  { body, actions, reading }: Pick<Editing, 'body' | 'actions' | 'reading'>,
): Done {
  const isTest = holder['operator'] !== undefined;
  const before = conditionSaid(holder);
  holder[field] = value;
  if (isTest) retell(body, actions, before, conditionSaid(holder));
  const [next] = owner?.type === 'delay' ? nextMeant(body, owner, reading) : [];
  const concepts = isTest ? `${OF_TEST} ${sameComparison(holder)}` : OF_FIELD;
  return {
    says: `the ${label} is now ${kit.valueWords(value)} instead of ${kit.valueWords(was)}`,
    concepts: next ? `${concepts} frame.before` : concepts,
    texts: next ? [next.name] : [],
    // "3 days" are 72 hours.
    calls: [
      { [field]: [value, was] },
      isTest ? { field_name: holder['field_name'] } : timeIn(part)?.written,
    ],
  };
}

/** "before the mail goes out": what an action that waits leads to, where the sentence names it. */
function nextMeant(
  { actions, edges }: kit.JsonObject,
  { id, name }: NodeName,
  reading: kit.Reading,
): NodeName[] {
  requireBehind({ actions, edges }, { id, name, type: 'delay' }, reading);
  const before = reading.first('frame.before');
  const leads = kit.objectsOf(edges).filter((edge) => edge['source_action_id'] === id);
  const isNext = (action: kit.JsonObject) =>
    action['after'] === name || leads.some((edge) => edge['target_action_id'] === action['id']);
  const next = kit.objectsOf(actions).filter(isNext).map(toNode);
  return before ? nodesMeant(next, reading.slice(before.to, reading.tokens.length)) : [];
}

/** "wait two days after the mail": what waits must come behind the action that is named. */
function requireBehind(body: kit.JsonObject, wait: NodeName, reading: kit.Reading): void {
  const after = reading.first('frame.after');
  const rest = reading.slice(after?.to ?? 0, after ? reading.tokens.length : 0);
  const named = nodesMeant(kit.objectsOf(body['actions']).map(toNode), rest);
  const isBehind = kit
    .objectsOf(body['edges'])
    .some(
      (edge) =>
        edge['target_action_id'] === wait.id &&
        named.some(({ id }) => id === edge['source_action_id']),
    );
  if (named.length > 0 && !isBehind)
    kit.giveUp(
      `“${wait.name}” does not wait after “${named[0]?.name}”, and I can only change how long it waits. What shall I change?`,
    );
}

/** "less than 20" may be said of what is compared with another number in that way. */
function sameComparison({ operator }: kit.JsonObject): string {
  const same = Object.entries(kit.operators).filter(([, { rule }]) => rule === operator);
  return same.map(([comparison]) => `cmp.${comparison}`).join(' ');
}

/** The action that "the email" speaks of, the only one of its type. */
function definite(actions: readonly kit.JsonObject[], reading: kit.Reading): NodeName | undefined {
  const tag = reading.all('step.*').find((each) => isDefinite(each, reading));
  const meant = tag ? nodesOf(tag, actions, reading) : [];
  return meant.length === 1 ? meant[0] : undefined;
}

const isDefinite = ({ from }: kit.Tag, reading: kit.Reading) => reading.lower(from - 1) === 'the';

function nodesOf({ from, to }: kit.Tag, actions: readonly kit.JsonObject[], reading: kit.Reading) {
  return nodesMeant(actions.map(toNode), reading.slice(from, to));
}

/** Of a list, "sms instead of push" exchanges one. */
function inList(value: unknown, gone: unknown, was: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(gone) || !Array.isArray(was)) return value;
  const kept: unknown[] = was.filter((each) => !gone.includes(each));
  return [...new Set([...kept, ...(value as unknown[])])];
}

function holds(was: unknown, gone: unknown): boolean {
  const isList = Array.isArray(was) && Array.isArray(gone);
  return isList ? gone.every((each) => was.includes(each)) : isSame(was, gone);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** "send it to X instead" replaces, "also to X" adds, "X instead of Y" puts one in the place of the other. */
function recipients(editing: Editing): Done | undefined {
  const { reading, people, gone } = editing;
  const found = people.length > 0 || gone ? addressing(editing) : undefined;
  if (found === undefined) return undefined;
  const { owner, field, holder, ids } = found;
  // "Give finance two days": who has the time is no change.
  const isThere = people.every((person) => ids.some((id) => isPerson(person, id)));
  if (gone === undefined && isThere && !reading.says('instead')) return undefined;
  const adds = gone !== undefined || reading.has('act.add');
  const kept = adds ? ids.filter((id) => !isPerson(gone, id)) : [];
  const now = [...new Set([...kept, ...people.map(({ id }) => id)])];
  if (now.length === 0)
    kit.giveUp(
      `“${owner?.name}” would go to nobody then. Shall it go to somebody else, or be removed?`,
    );
  holder[field] = now;
  const who = kit.join(people.map((person) => person.name));
  if (who === '') {
    const says = `“${owner?.name}” no longer goes to ${gone?.name}`;
    return { says, concepts: `${OF_FIELD} act.remove negation q.any` };
  }
  const also = adds && !gone ? ' also' : '';
  const instead = gone ? ` instead of ${gone.name}` : '';
  return { says: `“${owner?.name}”${also} goes to ${who}${instead}`, concepts: OF_FIELD };
}

/** Whom the action meant is for; where somebody is to go, the action that is for him. */
function addressing({ body, actions, reading, gone, name }: Editing) {
  const missing = reading
    .all('step.*')
    .find((tag) => isDefinite(tag, reading) && nodesOf(tag, actions, reading).length === 0);
  const known = kit.join(actions.map((action) => `“${kit.textOf(action['name'])}”`));
  if (missing)
    kit.giveUp(
      `“${name}” has no ${reading.words(missing.from, missing.to)}: its actions are ${known}. Which one do you mean?`,
    );
  const all = settingsIn(body, actions, ['recipients', 'approvers']).map((setting) => {
    const { was } = setting;
    const ids: unknown[] = (isObject(was) ? Object.values(was) : [was]).flat();
    return { ...setting, ids };
  });
  const fitting = gone ? all.filter(({ ids }) => ids.some((id) => isPerson(gone, id))) : all;
  const [found, ...others] = settingsMeant(fitting, reading);
  if (gone && !found)
    kit.giveUp(`No action here goes to ${gone.name}. Whom shall it go to, and which action?`);
  const names = [found, ...others].map((each) => `“${each?.owner?.name}”`);
  if (gone && others.length > 0)
    kit.giveUp(`${gone.name} is addressed by ${kit.join(names)}. Which one do you mean?`);
  return found;
}

function isPerson(person: Person | undefined, id: unknown): boolean {
  return id === person?.id || person?.about?.split(' ').includes(String(id)) === true;
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
  const { now, old } = exchanged(reading);
  const held = kit.objectsOf(body['trigger_conditions']).map(({ value }) => value);
  // "at least 8000 instead of 5000" compares in another way, "8000 instead of 5000" with another number.
  const isOther = (value: unknown) =>
    typeof value === 'string' || now.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte');
  return (
    facts.has('has.limit') ||
    held.some((value) => old?.says(kit.textOf(value)) === true && isOther(value))
  );
}

/** Takes a further test into what sets the rule off, or another value for one that is there. */
export function narrow({ body, actions, now, old, columns, today }: Editing): Done {
  const conditions = kit.objectsOf(body['trigger_conditions']);
  const replaced = conditions.find(({ value }) => old?.says(kit.textOf(value)));
  const among = columns.filter(({ key }) => !replaced || key === replaced['field_name']);
  const told = testsOf(now, among, today);
  // "Cancelled orders" of a rule that runs when one is cancelled are no further limit.
  const isHeld = ({ column, value, comparison }: (typeof told)[number]) =>
    comparison === 'eq' &&
    conditions.some(
      ({ field_name: field, operator, value: held }) =>
        field === column.key &&
        isSame(held, value) &&
        /^(equals|changed_to)$/.test(String(operator)),
    );
  const tests = told.some((test) => !isHeld(test)) ? told.filter((test) => !isHeld(test)) : told;
  if (tests.length === 0)
    kit.giveUp(
      `I could not tell which column “${now.words()}” speaks of. The columns are ${kit.join(columns.map(({ key }) => kit.plain(key)).slice(0, 12))}. Which one, and with what value?`,
    );
  const added = tests.map(toRuleCondition);
  const isGone = (one: kit.JsonObject) =>
    one === replaced || added.some((new_) => takesPlace(new_, one));
  const gone = conditions.filter(isGone);
  body['trigger_conditions'] = [...conditions.filter((one) => !isGone(one)), ...added];
  for (const one of gone)
    for (const other of added.filter(({ field_name: field }) => field === one['field_name']))
      retell(body, actions, conditionSaid(one), conditionSaid(other));
  const also = conditions.length > gone.length ? 'also ' : '';
  const instead = kit.join(gone.map(({ value }) => kit.valueWords(value)));
  const compared = tests.map(({ comparison }) => `cmp.${comparison}`).join(' ');
  return {
    says: `it runs only if ${also}${kit.join(tests.map(testWords))}${instead && ` instead of ${instead}`}`,
    concepts: `frame.* port.true act.filter act.add act.run act.estimate noun.condition negation entity.${kit.textOf(body['entity'])} ${compared}`,
    ...{ calls: added, columns, said: told.map(({ said }) => said) },
  };
}

/** "above 8000" takes the place of "at least 5000"; two that it must not be can both hold. */
function takesPlace(test: kit.JsonObject, other: kit.JsonObject): boolean {
  const [way, otherWay] = [test, other].map(({ operator }) => kit.textOf(operator).split('_')[0]);
  return test['field_name'] === other['field_name'] && way === otherWay && way !== 'not';
}

const TWINS: Readonly<Record<string, string>> = {
  ...{ subject: 'title', title: 'subject', body: 'message', message: 'body' },
};

/** "no, make it an email": the same people and words, by another type of action with the same ways out. */
function retype(editing: Editing) {
  const { body, actions, now, old, name, types } = editing;
  const type = typeWanted(editing);
  if (types === undefined || type === undefined) return undefined;
  const title = titleOf(type);
  const ways = (each: string) => types.ports.get(each)?.join();
  const alike = actions
    .map((action) => ({ ...toNode(action), action }))
    .filter((each) => each.type !== type && ways(each.type) === ways(type));
  const [one] = old ? nodesMeant(alike, old) : [];
  const meant = one ?? (alike.length === 1 ? alike[0] : undefined);
  if (meant === undefined) return undefined;
  const had = kit.objectOf(meant.action['config']);
  if (type !== 'send_email' && JSON.stringify(had['recipients'] ?? '').includes('@'))
    kit.giveUp(
      `“${meant.name}” goes to e-mail addresses, and only an email can: a ${title.toLowerCase()} needs people or roles. Whom shall it go to?`,
    );
  const required = types.required.get(type) ?? [];
  const [entity, trigger] = [body['entity'], body['trigger_type']].map(kit.textOf) as [
    string,
    string,
  ];
  const rule = { entity, trigger, columns: [], occasion: name };
  const fill = fillConfig({ ...rule, type, clause: now, people: [], conditions: [] }, required);
  const fields = fieldsOf(type, required);
  const kept = fields.map((field) => [field, had[field] ?? had[TWINS[field] ?? ''] ?? fill[field]]);
  const was = titleOf(meant.type);
  const after = meant.name.startsWith(was) ? meant.name.replace(was, title) : meant.name;
  const config = defined(Object.fromEntries(kept) as kit.JsonObject);
  Object.assign(meant.action, { action_type: type, name: after, config });
  for (const each of actions)
    if (kit.textOf(each['after']).split(':')[0] === meant.name)
      each['after'] = kit.textOf(each['after']).replace(meant.name, after);
  const says = `“${meant.name}” is now ${title.toLowerCase()} instead of ${was.toLowerCase()}`;
  return { says, concepts: OF_FIELD };
}
