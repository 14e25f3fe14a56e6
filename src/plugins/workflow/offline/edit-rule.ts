import {
  findColumns,
  fullyNamed,
  givenName,
  giveUp,
  join,
  listAll,
  lookUp,
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
  type Part,
  type Plan,
  type Reading,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { durationLetters } from './lexicon.js';
import { readPeople } from './read-people.js';
import { namesToFind, personCall, resolvePeople, type Person } from './people.js';
import { nodeMeant, toNode } from './nodes.js';
import { ownDraft, type OwnDraft } from './own-draft.js';
import { rules } from './rules.js';

/** A rule's whole body, as `get_workflow_rule` gives it for editing; edits change it in place. */
interface Editing {
  body: JsonObject;
  actions: JsonObject[];
  reading: Reading;
  people: readonly Person[];
  /** Who is to be addressed no more, for those who are. */
  gone?: Person;
}

/** One kind of edit: changes the body and says what it did, or leaves it and answers nothing. */
type Edit = (editing: Editing) => string | undefined;

/** Changes settings of a rule: read the whole body → change it → preview. */
export function* editRule(world: World): Plan {
  const draft = yield* draftMeant(world);
  const rule = draft ? undefined : yield* whichToChange(world, rules);
  const { people, gone, texts } = yield* peopleMeant(world.reading);
  const data = rule
    ? objectOf(yield* need('get_workflow_rule', { workflow_id: rule.id, format: 'editable' }))
    : {};
  const body = draft ? draftBody(draft) : objectOf(withoutNulls(data['workflow']));
  const actions = objectsOf(body['actions']);
  const name = textOf(body['name']);
  const done = edits.flatMap(
    (edit) => edit({ body, actions, reading: world.reading, people, ...defined({ gone }) }) ?? [],
  );
  const rest = unreadWords(world.reading, { calls: [], concepts: ['noun.rule'], texts: [name] });
  if (done.length === 0)
    giveUp(
      `${rest.length > 0 ? `I cannot do ${quoteWords(rest, world.reading)} here. ` : ''}I understood that “${name}” is to change, but not what. I can switch a rule on or off, rename it, add or remove actions, and change severities, texts, recipients, waiting times and thresholds. What shall I change?`,
    );
  const asked = EDITED.filter(([says]) => done.some((line) => line.includes(says)));
  const levels = done.flatMap((line) => line.match(/\b(low|medium|high|critical)\b/g) ?? []);
  const concepts = [
    ...asked.flatMap(([, meant]) => meant),
    ...levels.map((level) => `sev.${level}`),
  ];
  const numbers = done.flatMap((line) => line.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  const taken = { calls: numbers, concepts, texts: [name, 'instead', ...done, ...texts] };
  requireAllRead(world.reading, taken, done.join(' and '));
  if (draft) return yield* showDraft(body, actions, done);
  const workflowId = textOf(data['workflow_id']) || textOf(rule?.id);
  yield* need('preview_workflow', {
    workflow_id: workflowId,
    workflow: body,
    description: `Change “${name}”: ${join(done)}.`,
  });
  const before =
    ownDraft(world.transcript)?.ruleId === workflowId
      ? ' It starts from the saved rule: what I showed before is not part of it unless you have accepted that.'
      : '';
  const open = world.situation.currentId;
  const other =
    open !== undefined && open !== workflowId ? ', which is not the one that is open' : '';
  return `I changed the saved rule “${name}”${other}: ${join(done)}.${before} The preview is ready: nothing is saved until you accept it.`;
}

/** The people a change of recipients names, found: those who come in, and who goes out for them. */
function* peopleMeant(
  reading: Reading,
): Part<{ people: Person[]; gone?: Person; texts: string[] }> {
  const texts = reading.quoted().length > 0 && !reading.has('noun.recipientfield');
  const asked = recipientWords(reading) && !reading.has('act.rename') && !texts;
  const old = swappedPerson(reading);
  const told = asked ? readPeople(reading) : [];
  const wishes = told.filter((wish) => !(wish.kind === 'name' && wish.text === old));
  const names = [...namesToFind(wishes), ...(old === undefined ? [] : [old])];
  const found = yield* lookUp(names.map(personCall));
  const results = new Map(names.map((name, at) => [name, found[at]]));
  const people = resolvePeople(wishes, results);
  const gone = old === undefined ? [] : resolvePeople([{ kind: 'name', text: old }], results);
  return {
    ...{ people, texts: [...people, ...gone].flatMap(({ name, about = '' }) => [name, about]) },
    ...defined({ gone: gone[0] }),
  };
}

/** What each kind of edit accounts for: a piece of what was done, and the concepts that ask for it. */
const COMMON = [
  'act.change',
  'noun.rule',
  'noun.node',
  'noun.alert',
  'step.*',
  'noun.draft',
  'noun.name',
];
const EDITED: readonly (readonly [string, readonly string[]])[] = [
  ['switched on', ['act.activate', 'active.true', ...COMMON]],
  ['switched off', ['act.deactivate', 'active.false', ...COMMON]],
  ['renamed', ['act.rename', ...COMMON]],
  ['severity', ['noun.value', ...COMMON]],
  ['duration', ['unit.*', 'noun.value', 'action.delay', ...COMMON]],
  ['compared', ['noun.condition', 'cmp.*', 'unit.money', 'unit.piece', ...COMMON]],
  [' goes to ', ['noun.recipientfield', 'noun.person', 'noun.change', 'act.add', ...COMMON]],
  [
    ' is now ',
    ['noun.value', 'noun.recipientfield', 'noun.person', 'action.*', 'act.add', ...COMMON],
  ],
];

/** The draft of this conversation, unless the page shows a rule or the sentence names one. */
function* draftMeant({ transcript, situation, reading }: World): Part<OwnDraft | undefined> {
  const draft = ownDraft(transcript);
  if (draft === undefined || draft.ruleId !== undefined || situation.currentId !== undefined)
    return undefined;
  const subject = withoutNewName(reading);
  const named =
    namedThing(subject) === undefined ? undefined : fullyNamed(yield* listAll(rules), subject);
  return named ? undefined : draft;
}

function draftBody({ start, actions }: OwnDraft): JsonObject {
  return objectOf(JSON.parse(JSON.stringify({ ...start, actions })));
}

/** A changed draft is drafted anew: what is shown is always one whole rule. */
function* showDraft(
  body: JsonObject,
  actions: readonly JsonObject[],
  done: readonly string[],
): Plan {
  const { actions: _, is_active: active, ...start } = body;
  if (active !== undefined)
    giveUp('A new rule is on once you accept it. Accept it first, then I can switch it off.');
  const begun = objectOf(yield* need('start_draft', start));
  const draftId = textOf(begun['draft_id']);
  for (const action of actions) yield* need('add_draft_action', { draft_id: draftId, ...action });
  yield* need('preview_draft', {
    draft_id: draftId,
    description: `${textOf(body['name'])}: ${join(done)}.`,
  });
  return `I changed the draft “${textOf(body['name'])}”: ${join(done)}. The preview is ready: nothing is saved until you accept it.`;
}

/** A deep copy without fields that hold null: the preview takes none. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

function recipientWords(reading: Reading): boolean {
  return (
    reading.has('noun.recipientfield') || reading.says('instead', 'to', 'recipient', 'recipients')
  );
}

const edits: readonly Edit[] = [
  switchOnOrOff,
  rename,
  (editing) => setInAction(editing, 'create_alert', 'severity', editing.reading.value('sev')),
  (editing) => setInAction(editing, 'delay', 'duration', duration(editing.reading)),
  (editing) => setInAction(editing, 'send_email', 'subject', quotedAfter(editing.reading, 'title')),
  text,
  recipients,
  threshold,
];

function switchOnOrOff({ body, reading }: Editing): string | undefined {
  const wanted = reading.has('act.deactivate')
    ? false
    : reading.has('act.activate')
      ? true
      : undefined;
  if (wanted === undefined) return undefined;
  if (body['is_active'] === wanted)
    giveUp(`“${textOf(body['name'])}” is already switched ${wanted ? 'on' : 'off'}.`);
  body['is_active'] = wanted;
  return wanted ? 'switched on' : 'switched off';
}

function rename({ body, reading }: Editing): string | undefined {
  if (!reading.has('act.rename') || reading.has('noun.node')) return undefined;
  const name =
    reading.quoted().at(-1) ?? givenName(reading) ?? wordsAfter(reading, 'to') ?? calledSo(reading);
  if (name === undefined) giveUp(`What shall “${textOf(body['name'])}” be called from now on?`);
  body['name'] = name;
  return `renamed to “${name}”`;
}

function wordsAfter(reading: Reading, word: string): string | undefined {
  const at = reading.tokens.findIndex((token) => token.lower === word);
  const joint = reading.tokens.findIndex(
    (token, place) =>
      place > at + 1 &&
      token.lower === 'and' &&
      /^\p{Ll}/u.test(reading.tokens[place + 1]?.text ?? ''),
  );
  const end =
    joint > 0 ? joint : reading.tokens.findLastIndex((token) => token.kind !== 'mark') + 1;
  return at < 0 || at + 1 >= end ? undefined : reading.words(at + 1, end);
}

/** "call it Depot News". */
function calledSo(reading: Reading): string | undefined {
  const at = reading.tokens.findIndex((token) => token.lower === 'call');
  const to = reading.tokens.findIndex(
    (token, place) => place > at && /^(it|this|that|rule|draft|workflow|one)$/.test(token.lower),
  );
  return at < 0 || to < 0 ? undefined : wordsAfter(reading, reading.tokens[to]?.lower ?? '');
}

/** Sets one config field of the action meant, or of the only one of its type. */
function setInAction(
  editing: Editing,
  type: string,
  field: string,
  value: unknown,
): string | undefined {
  if (value === undefined) return undefined;
  const action = actionOf(editing, type);
  if (action === undefined) return undefined;
  const config = objectOf(action['config']);
  const before = config[field];
  if (before === undefined || before === value) return undefined;
  action['config'] = { ...config, [field]: value };
  return `${plain(field)} of “${textOf(action['name'])}” is now ${valueWords(value)} instead of ${valueWords(before)}`;
}

function actionOf({ actions, reading }: Editing, type: string): JsonObject | undefined {
  const fitting = actions.filter((action) => action['action_type'] === type);
  const meant = nodeMeant(fitting.map(toNode), reading);
  if (fitting.length > 1 && meantBy(fitting.map(toNode), reading) === undefined)
    giveUp(
      `This rule has ${fitting.map((action) => `“${textOf(action['name'])}”`).join(' and ')}. Which one do you mean?`,
    );
  return fitting.find((action) => action['name'] === meant?.name) ?? fitting[0];
}

function duration(reading: Reading): string | undefined {
  const tag = reading
    .all('unit.*')
    .find((unit) => durationLetters[unit.concept.slice(5)] !== undefined);
  const count = tag && reading.tokens[tag.from - 1]?.value;
  return tag && count !== undefined
    ? `${count}${durationLetters[tag.concept.slice(5)] ?? ''}`
    : undefined;
}

const TEXT_FIELDS: Readonly<Record<string, string>> = {
  send_email: 'body',
  create_alert: 'message',
  send_notification: 'message',
  seek_approval: 'approval_message',
  log_audit_entry: 'message',
};

function text(editing: Editing): string | undefined {
  const { actions, reading } = editing;
  const wanted = quotedAfter(reading, 'text');
  if (wanted === undefined) return undefined;
  const meant = nodeMeant(actions.map(toNode), reading);
  const type =
    meant?.type ??
    textOf(actions.find((action) => textOf(action['action_type']) in TEXT_FIELDS)?.['action_type']);
  return setInAction(editing, type, TEXT_FIELDS[type] ?? 'message', wanted);
}

/** "send it to X instead" replaces, "also to X" adds. */
function recipients({ actions, reading, people, gone }: Editing): string | undefined {
  if (people.length === 0) return undefined;
  const fitting = actions.filter((action) =>
    ['recipients', 'approvers'].some((field) => field in objectOf(action['config'])),
  );
  const meant = nodeMeant(fitting.map(toNode), reading);
  const addressed = gone ? fitting.find((item) => addresses(item, gone)) : undefined;
  const action = addressed ?? fitting.find((item) => item['name'] === meant?.name) ?? fitting[0];
  if (action === undefined) return undefined;
  if (gone && !addressed)
    giveUp(`No action here goes to ${gone.name}. Whom shall it go to, and which action?`);
  const config = objectOf(action['config']);
  const field = 'approvers' in config ? 'approvers' : 'recipients';
  const adds = gone !== undefined || (reading.has('act.add') && !reading.says('instead'));
  const kept = gone ? without(config[field], gone.id) : config[field];
  action['config'] = { ...config, [field]: withPeople(kept, people, adds) };
  const who = join(people.map((person) => person.name));
  if (gone) return `“${textOf(action['name'])}” goes to ${who} instead of ${gone.name}`;
  return `“${textOf(action['name'])}” ${adds ? 'also goes' : 'goes'} to ${who}`;
}

/** Whoever goes out: "change Anna to Tomasz Nowak", "Tomasz Nowak instead of Anna". */
function swappedPerson(reading: Reading): string | undefined {
  const tokens = reading.tokens;
  const isName = (at: number) => at > 0 && /^\p{Lu}\p{Ll}+/u.test(tokens[at]?.text ?? '');
  const run = (from: number) => {
    let to = from;
    while (isName(to)) to += 1;
    return to > from ? { text: reading.words(from, to), to } : undefined;
  };
  const behind = tokens.findIndex(
    ({ lower }, at) => lower === 'of' && tokens[at - 1]?.lower === 'instead',
  );
  if (behind > 0) return run(behind + 1)?.text;
  const verb = tokens.findIndex(({ lower }) => /^(change|replace|swap|exchange)$/.test(lower));
  const said = verb < 0 ? undefined : run(verb + 1);
  return said && /^(to|by|with|for)$/.test(tokens[said.to]?.lower ?? '') ? said.text : undefined;
}

/** True for a wish to put one person in the place of another. */
export function swapsPeople(reading: Reading): boolean {
  return swappedPerson(reading) !== undefined && readPeople(reading).length > 0;
}

function addresses(action: JsonObject, { id }: Person): boolean {
  return JSON.stringify(action['config']).includes(`"${id}"`);
}

function without(current: unknown, id: string): unknown {
  if (Array.isArray(current)) return current.filter((each) => each !== id);
  if (!isObject(current)) return current;
  return Object.fromEntries(Object.entries(current).map(([kind, ids]) => [kind, without(ids, id)]));
}

function withPeople(current: unknown, people: readonly Person[], adds: boolean): unknown {
  const ids = people.map((person) => person.id);
  if (!isObject(current))
    return adds && Array.isArray(current) ? [...new Set([...(current as unknown[]), ...ids])] : ids;
  const of = (kind: Person['kind'], key: string) => [
    ...(adds && Array.isArray(current[key]) ? (current[key] as unknown[]) : []),
    ...people.filter((person) => person.kind === kind).map((person) => person.id),
  ];
  return { users: of('user', 'users'), roles: of('role', 'roles') };
}

/** The planner's own words name the value too: they must not go on telling the old one. */
function retell(
  body: JsonObject,
  actions: readonly JsonObject[],
  before: string,
  after: string,
): void {
  const told = (text: unknown) =>
    typeof text === 'string'
      ? text.replaceAll(
          new RegExp(`(above|below|at least|at most|is) ${before}\\b`, 'g'),
          `$1 ${after}`,
        )
      : text;
  for (const key of ['name', 'description']) if (key in body) body[key] = told(body[key]);
  for (const action of actions) {
    const config = objectOf(action['config']);
    for (const key of ['title', 'subject', 'message', 'body'])
      if (key in config) config[key] = told(config[key]);
  }
}

/** "raise the threshold to 20": the one number that a condition compares with. */
function threshold(editing: Editing): string | undefined {
  const { body, actions, reading } = editing;
  const value = reading.tokens.findLast((token) => token.value !== undefined)?.value;
  if (value === undefined || duration(reading) !== undefined) return undefined;
  const at = reading.tokens.findLastIndex((token) => token.value !== undefined);
  if (reading.tokens[at - 1]?.lower === 'by')
    giveUp(
      `I can set a number to another one, but not change it “by ${value}”. To which number shall it go?`,
    );
  const tests = [
    ...objectsOf(body['trigger_conditions']),
    ...actions.flatMap((action) => objectsOf(objectOf(action['config'])['conditions'])),
  ].filter((test) => typeof test['value'] === 'number');
  const columns = tests.map((test) => ({ key: textOf(test['field_name']) }));
  const named = findColumns(reading, columns)[0]?.column.key;
  const test =
    tests.find((item) => item['field_name'] === named) ??
    (tests.length === 1 ? tests[0] : undefined);
  if (test === undefined) return undefined;
  const before = test['value'];
  test['value'] = value;
  retell(body, actions, String(before), String(value));
  return `${plain(textOf(test['field_name']))} is now compared with ${value} instead of ${String(before)}`;
}
