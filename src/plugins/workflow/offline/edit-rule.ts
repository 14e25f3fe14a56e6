import {
  findColumns,
  fullyNamed,
  givenName,
  giveUp,
  join,
  listAll,
  meantBy,
  namedThing,
  need,
  objectOf,
  objectsOf,
  plain,
  quotedAfter,
  quoteWords,
  requireAllRead,
  textOf,
  unreadWords,
  valueWords,
  whichToChange,
  withoutNewName,
  type JsonObject,
  type Part,
  type Plan,
  type Reading,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import { durationIn } from './config-fillers.js';
import { nodeMeant, rules, toNode } from './nodes.js';
import { ownDraft, type OwnDraft } from './own-draft.js';
import { findPeople, resolvePeople, type Person } from './people.js';
import { readPeople, type PersonWish } from './read-people.js';

/** A rule's whole body, as `get_workflow_rule` gives it for editing; edits change it in place. */
interface Editing {
  body: JsonObject;
  /** Before it is changed. */
  name: string;
  actions: JsonObject[];
  reading: Reading;
  people: readonly Person[];
  /** Who is to be addressed no more, for those who are. */
  gone?: Person;
}

/** What was done, and the concepts that ask for it. */
interface Done {
  says: string;
  concepts: string;
}

/** One kind of edit: changes the body and says what it did, or leaves it and answers nothing. */
type Edit = (editing: Editing) => Done | undefined;

const ANY_EDIT = 'act.change noun.rule noun.node noun.alert step.* noun.draft noun.name';
const OF_FIELD = 'noun.value noun.recipientfield noun.person action.* act.add unit.*';

/** Changes settings of a rule: read the whole body → change it → preview. */
export function* editRule(world: World): Plan {
  const { reading, transcript, situation } = world;
  const draft = yield* draftMeant(world);
  const rule = draft ? undefined : yield* whichToChange(world, rules);
  const { people, gone } = yield* peopleMeant(reading);
  const data = rule
    ? objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id, format: 'editable' }))
    : {};
  const { start, actions: drafted } = draft ?? {};
  const body = objectOf(withoutNulls(draft ? { ...start, actions: drafted } : data['workflow']));
  const actions = objectsOf(body['actions']);
  const name = textOf(body['name']);
  const editing = { body, name, actions, reading, people, ...defined({ gone }) };
  const edited = edits.flatMap((edit) => edit(editing) ?? []);
  const done = edited.map(({ says }) => says);
  const rest = unreadWords(reading, { calls: [], concepts: ['noun.rule'], texts: [name] });
  if (done.length === 0)
    giveUp(
      `${rest.length > 0 ? `I cannot do ${quoteWords(rest, reading)} here. ` : ''}I understood that “${name}” is to change, but not what. I can switch a rule on or off, rename it, add or remove actions, and change severities, texts, recipients, waiting times and thresholds. What shall I change?`,
    );
  const levels = done.flatMap((line) => line.match(/\b(low|medium|high|critical)\b/g) ?? []);
  const numbers = done.flatMap((line) => line.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  const named = [...people, ...(gone ? [gone] : [])];
  const taken = {
    calls: numbers,
    concepts: [
      ...[ANY_EDIT, ...edited.map(({ concepts }) => concepts)].join(' ').split(' '),
      ...levels.map((level) => `sev.${level}`),
    ],
    texts: [name, 'instead', ...done, ...named.flatMap((each) => [each.name, each.about ?? ''])],
  };
  requireAllRead(reading, taken, done.join(' and '));
  if (draft) return yield* showDraft(body, actions, done);
  const workflowId = textOf(data['workflow_id']) || textOf(rule?.id);
  const description = `Change “${name}”: ${join(done)}.`;
  yield* need('preview_workflow', { workflow_id: workflowId, workflow: body, description });
  const before =
    ownDraft(transcript)?.ruleId === workflowId
      ? ' It starts from the saved rule: what I showed before is not part of it unless you have accepted that.'
      : '';
  const isOther = situation.currentId !== undefined && situation.currentId !== workflowId;
  const other = isOther ? ', which is not the one that is open' : '';
  return `I changed the saved rule “${name}”${other}: ${join(done)}.${before} The preview is ready: nothing is saved until you accept it.`;
}

/** The people a change of recipients names, found: those who come in, and who goes out for them. */
function* peopleMeant(reading: Reading): Part<{ people: Person[]; gone?: Person }> {
  const old = swappedPerson(reading);
  const isTold = reading.has('noun.recipientfield');
  const isText = reading.quoted().length > 0 && !isTold;
  const isAsked =
    (isTold || reading.says('instead', 'to', 'recipient', 'recipients')) &&
    !reading.has('act.rename') &&
    !isText;
  const told = isAsked ? readPeople(reading) : [];
  const wishes = told.filter((wish) => !(wish.kind === 'name' && wish.text === old));
  const out: PersonWish[] = old === undefined ? [] : [{ kind: 'name', text: old }];
  const { found } = yield* findPeople([...wishes, ...out]);
  const [gone] = resolvePeople(out, found);
  return { people: resolvePeople(wishes, found), ...defined({ gone }) };
}

/** The draft of this conversation, unless the page shows a rule or the sentence names one. */
function* draftMeant({ transcript, situation, reading }: World): Part<OwnDraft | undefined> {
  const draft = ownDraft(transcript);
  if (draft?.ruleId !== undefined || situation.currentId !== undefined) return undefined;
  const subject = withoutNewName(reading);
  const isNamed = draft && namedThing(subject) !== undefined;
  return isNamed && fullyNamed(yield* listAll(rules), subject) ? undefined : draft;
}

/** A changed draft is drafted anew: what is shown is always one whole rule. */
function* showDraft(
  body: JsonObject,
  actions: readonly JsonObject[],
  done: readonly string[],
): Plan {
  const { actions: _, is_active: active, ...start } = body;
  const name = textOf(body['name']);
  if (active !== undefined)
    giveUp('A new rule is on once you accept it. Accept it first, then I can switch it off.');
  const id = textOf(objectOf(yield* need('start_draft', start))['draft_id']);
  for (const action of actions) yield* need('add_draft_action', { draft_id: id, ...action });
  yield* need('preview_draft', { draft_id: id, description: `${name}: ${join(done)}.` });
  return `I changed the draft “${name}”: ${join(done)}. The preview is ready: nothing is saved until you accept it.`;
}

/** A deep copy without fields that hold null: the preview takes none. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

const edits: readonly Edit[] = [
  switchOnOrOff,
  rename,
  severity,
  (editing) => setInAction(editing, 'delay', 'duration', durationIn(editing.reading)),
  (editing) => setInAction(editing, 'send_email', 'subject', quotedAfter(editing.reading, 'title')),
  text,
  recipients,
  threshold,
];

function severity(editing: Editing): Done | undefined {
  const wanted = editing.reading.beside(editing.name).value('sev');
  return setInAction(editing, 'create_alert', 'severity', wanted);
}

function switchOnOrOff({ body, reading }: Editing): Done | undefined {
  const isOff = reading.has('act.deactivate');
  if (!isOff && !reading.has('act.activate')) return undefined;
  const state = isOff ? 'off' : 'on';
  if (body['is_active'] === !isOff)
    giveUp(`“${textOf(body['name'])}” is already switched ${state}.`);
  body['is_active'] = !isOff;
  const concepts = isOff ? 'act.deactivate active.false' : 'act.activate active.true';
  return { says: `switched ${state}`, concepts };
}

const NEW_NAME =
  /\b(?:to|call (?:it|that|(?:this|the)(?: (?:rule|draft|workflow|one))?)) (\S[^]*)/iu;

function rename({ body, reading }: Editing): Done | undefined {
  if (!reading.has('act.rename') || reading.has('noun.node')) return undefined;
  const behind = NEW_NAME.exec(reading.text.trim())?.[1]?.split(/ and (?=\p{Ll})/u)[0] ?? '';
  const name =
    reading.quoted().at(-1) ?? givenName(reading) ?? withoutEnd(behind, /[.,;!?]/).trim();
  if (name === '') giveUp(`What shall “${textOf(body['name'])}” be called from now on?`);
  body['name'] = name;
  return { says: `renamed to “${name}”`, concepts: 'act.rename' };
}

/** Sets one config field of the action meant, or of the only one of its type. */
function setInAction(
  { actions, reading }: Editing,
  type: string,
  field: string,
  value: unknown,
): Done | undefined {
  const fitting = actions.filter((action) => action['action_type'] === type);
  if (value === undefined || fitting.length === 0) return undefined;
  const nodes = fitting.map(toNode);
  if (fitting.length > 1 && meantBy(nodes, reading) === undefined)
    giveUp(
      `This rule has ${nodes.map(({ name }) => `“${name}”`).join(' and ')}. Which one do you mean?`,
    );
  const meant = nodeMeant(nodes, reading)?.name;
  const action = fitting.find(({ name }) => name === meant) ?? fitting[0] ?? {};
  const config = objectOf(action['config']);
  const before = config[field];
  if (before === undefined || before === value) return undefined;
  action['config'] = { ...config, [field]: value };
  const says = `${plain(field)} of “${textOf(action['name'])}” is now ${valueWords(value)} instead of ${valueWords(before)}`;
  return { says, concepts: field === 'duration' ? `${OF_FIELD} action.delay` : OF_FIELD };
}

const TEXT_FIELDS = ['body', 'message', 'approval_message'];

function text(editing: Editing): Done | undefined {
  const { actions, reading } = editing;
  const fieldOf = (action: JsonObject) =>
    TEXT_FIELDS.find((field) => field in objectOf(action['config']));
  const worded = actions.filter((action) => fieldOf(action) !== undefined);
  const meant = nodeMeant(worded.map(toNode), reading)?.name;
  const action = worded.find(({ name }) => name === meant) ?? worded[0];
  const wanted = quotedAfter(reading, 'text');
  if (wanted === undefined || action === undefined) return undefined;
  return setInAction(editing, textOf(action['action_type']), fieldOf(action) ?? '', wanted);
}

/** "send it to X instead" replaces, "also to X" adds, "X instead of Y" puts one in the place of the other. */
function recipients({ actions, reading, people, gone }: Editing): Done | undefined {
  if (people.length === 0) return undefined;
  const addressing = actions.flatMap((action) => {
    const field = ['recipients', 'approvers'].find((each) => each in objectOf(action['config']));
    return field === undefined ? [] : [{ action, field, name: textOf(action['name']) }];
  });
  const meant = nodeMeant(actions.map(toNode), reading)?.name;
  const isMeant = ({ action, name }: { action: JsonObject; name: string }) =>
    gone ? JSON.stringify(action['config']).includes(`"${gone.id}"`) : name === meant;
  const found = addressing.find(isMeant) ?? (gone ? undefined : addressing[0]);
  if (gone && !found)
    giveUp(`No action here goes to ${gone.name}. Whom shall it go to, and which action?`);
  if (found === undefined) return undefined;
  const { action, field, name } = found;
  const config = objectOf(action['config']);
  const adds = gone !== undefined || (reading.has('act.add') && !reading.says('instead'));
  action['config'] = { ...config, [field]: addressed(config[field], people, adds, gone) };
  const who = join(people.map((person) => person.name));
  const says = gone
    ? `“${name}” goes to ${who} instead of ${gone.name}`
    : `“${name}” ${adds ? 'also goes' : 'goes'} to ${who}`;
  return { says, concepts: `${OF_FIELD} noun.change` };
}

/** Ids of those addressed from now on: `adds` keeps who is there, but for who is gone. */
function addressed(now: unknown, people: readonly Person[], adds: boolean, gone?: Person): unknown {
  const kept = (ids: unknown): unknown[] =>
    adds && Array.isArray(ids) ? ids.filter((id) => id !== gone?.id) : [];
  if (!isObject(now)) return [...new Set([...kept(now), ...people.map(({ id }) => id)])];
  const of = (wanted: string) =>
    people.filter(({ kind }) => kind === wanted).map(({ id }) => id as unknown);
  return {
    users: [...kept(now['users']), ...of('user')],
    roles: [...kept(now['roles']), ...of('role')],
  };
}

const REPLACED = /\binstead of (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2})/u;
const EXCHANGED =
  /\b(?:[Cc]hange|[Rr]eplace|[Ss]wap|[Ee]xchange) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2}) (?:to|by|with|for)\b/u;

/** Whoever goes out: "change Anna to Tomasz Nowak", "Tomasz Nowak instead of Anna". */
function swappedPerson({ text: said }: Reading): string | undefined {
  return (REPLACED.exec(said) ?? EXCHANGED.exec(said))?.[1];
}

/** True for a wish to put one person in the place of another. */
export function swapsPeople(reading: Reading): boolean {
  return swappedPerson(reading) !== undefined && readPeople(reading).length > 0;
}

/** "raise the threshold to 20": the one number that a condition compares with. */
function threshold({ body, actions, reading }: Editing): Done | undefined {
  const at = reading.tokens.findLastIndex((token) => token.value !== undefined);
  const value = reading.tokens[at]?.value;
  if (value === undefined || durationIn(reading) !== undefined) return undefined;
  if (reading.tokens[at - 1]?.lower === 'by')
    giveUp(
      `I can set a number to another one, but not change it “by ${value}”. To which number shall it go?`,
    );
  const configs = actions.map((action) => objectOf(action['config']));
  const tests = [body['trigger_conditions'], ...configs.map((config) => config['conditions'])]
    .flatMap(objectsOf)
    .filter((test) => typeof test['value'] === 'number');
  const columns = tests.map((test) => ({ key: textOf(test['field_name']) }));
  const named = findColumns(reading, columns)[0]?.column.key;
  const only = tests.length === 1 ? tests[0] : undefined;
  const test = tests.find((item) => item['field_name'] === named) ?? only;
  if (test === undefined) return undefined;
  const before = String(test['value']);
  test['value'] = value;
  // The planner's own words name the value too: they must not go on telling the old one.
  const told = new RegExp(`(above|below|at least|at most|is) ${before}\\b`, 'g');
  for (const holder of [body, ...configs])
    for (const [key, words] of Object.entries(holder))
      if (typeof words === 'string') holder[key] = words.replaceAll(told, `$1 ${value}`);
  const says = `${plain(textOf(test['field_name']))} is now compared with ${value} instead of ${before}`;
  return { says, concepts: 'noun.condition noun.value cmp.* unit.money unit.piece' };
}
