import { defined } from '../../../foundation/defined.js';
import { isObject } from '../../../foundation/json.js';
import { withoutEnd } from '../../../foundation/without-end.js';
import {
  findColumns,
  fullyNamed,
  givenName,
  giveUp,
  join,
  listAll,
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
import { timeIn } from './config-fillers.js';
import { findPeople, type Person } from './people.js';
import { properNames, readPeople, type PersonWish } from './read-people.js';
import { nodeMeant, ownDraft, rules, toNode, type OwnDraft } from './rules.js';

/** A rule's whole body, as `get_workflow_rule` gives it for editing; edits change it in place. */
interface Editing {
  body: JsonObject;
  /** Before it is changed. */
  name: string;
  actions: JsonObject[];
  reading: Reading;
  people: readonly Person[];
  /** Who is to be addressed no more, for those who are. */
  gone: Person | undefined;
}

/** What was done, and the concepts that ask for it. */
interface Done {
  says: string;
  concepts: string;
}

/** One kind of edit: changes the body and says what it did, or leaves it and answers nothing. */
type Edit = (editing: Editing) => Done | undefined;

const ANY_EDIT = 'act.change noun.rule noun.alert noun.draft noun.name';
const OF_FIELD =
  'step.* noun.node noun.value noun.recipientfield noun.person action.* act.add unit.* noun.change';
const READY = 'The preview is ready: nothing is saved until you accept it.';

/** Changes settings of a rule: read the whole body → change it → preview. */
export function* editRule(world: World): Plan {
  const { reading, situation } = world;
  const draft = yield* draftMeant(world);
  const rule = draft ? undefined : yield* whichToChange(world, rules);
  const { people, gone } = yield* peopleMeant(reading);
  const read = { workflow_id: rule?.id, format: 'editable' };
  const data = draft ? {} : objectOf(yield* need('get_workflow_rule', read));
  const whole = draft ? { ...draft.start, actions: draft.actions } : data['workflow'];
  const body = objectOf(withoutNulls(whole));
  const actions = objectsOf(body['actions']);
  const name = textOf(body['name']);
  const editing = { body, name, actions, reading, people, gone };
  const edited = edits.flatMap((edit) => edit(editing) ?? []);
  const done = edited.map(({ says }) => says);
  if (done.length === 0) {
    const rest = unreadWords(reading, { calls: [], concepts: ['noun.rule'], texts: [name] });
    const cannot = rest.length > 0 ? `I cannot do ${quoteWords(rest, reading)} here. ` : '';
    giveUp(
      `${cannot}I understood that “${name}” is to change, but not what. I can switch a rule on or off, rename it, add or remove actions, and change severities, texts, recipients, waiting times and thresholds. What shall I change?`,
    );
  }
  const levels = done.flatMap((line) => line.match(/\b(low|medium|high|critical)\b/g) ?? []);
  const named = [...people, ...(gone ? [gone] : [])];
  const taken = {
    calls: [
      ...done.flatMap((line) => line.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
      // "3 days" are 72 hours.
      ...(done.some((line) => line.startsWith('timeout')) ? [timeIn(reading)?.written] : []),
    ],
    concepts: [
      ...[ANY_EDIT, ...edited.map(({ concepts }) => concepts)].join(' ').split(' '),
      ...levels.map((level) => `sev.${level}`),
    ],
    texts: [name, 'instead', ...done, ...named.flatMap((each) => [each.name, each.about ?? ''])],
  };
  requireAllRead(reading, taken, done.join(' and '));
  if (rule === undefined) return yield* showDraft(body, actions, done);
  const description = `Change “${name}”: ${join(done)}.`;
  const workflowId = textOf(data['workflow_id']) || rule.id;
  yield* need('preview_workflow', { workflow_id: workflowId, workflow: body, description });
  const isOther = situation.currentId !== undefined && situation.currentId !== workflowId;
  const other = isOther ? ', which is not the one that is open' : '';
  const isDrafted = ownDraft(world.transcript)?.ruleId === workflowId;
  const before = isDrafted
    ? ' It starts from the saved rule: what I showed before is not part of it unless you have accepted that.'
    : '';
  return `I changed the saved rule “${name}”${other}: ${join(done)}.${before} ${READY}`;
}

/** The people a change of recipients names, found: those who come in, and who goes out for them. */
function* peopleMeant(reading: Reading): Part<Pick<Editing, 'people' | 'gone'>> {
  const old = swappedPerson(reading);
  const isTold = reading.has('noun.recipientfield');
  const isAsked =
    isTold ||
    reading.has('act.receive|act.add') ||
    (reading.says('instead', 'to', 'recipient', 'recipients') &&
      !reading.has('act.rename') &&
      reading.quoted().length === 0);
  const marked = readPeople(reading);
  const told = marked.length > 0 ? marked : properNames(reading);
  const wishes = isAsked ? told.filter(({ text }) => text !== old) : [];
  const out: PersonWish[] = old === undefined ? [] : [{ kind: 'name', text: old }];
  const { resolve } = yield* findPeople([...wishes, ...out]);
  return { people: resolve(wishes), gone: resolve(out)[0] };
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
  { actions: _, is_active: active, ...start }: JsonObject,
  actions: readonly JsonObject[],
  done: readonly string[],
): Plan {
  if (active !== undefined)
    giveUp('A new rule is on once you accept it. Accept it first, then I can switch it off.');
  const id = textOf(objectOf(yield* need('start_draft', start))['draft_id']);
  for (const action of actions) yield* need('add_draft_action', { draft_id: id, ...action });
  const name = textOf(start['name']);
  yield* need('preview_draft', { draft_id: id, description: `${name}: ${join(done)}.` });
  return `I changed the draft “${name}”: ${join(done)}. ${READY}`;
}

/** A deep copy without fields that hold null: the preview takes none. */
function withoutNulls(whole: unknown): unknown {
  const text = JSON.stringify(whole, (_key, value: unknown) => value ?? undefined);
  return JSON.parse(text) as unknown;
}

const edits: readonly Edit[] = [
  switchOnOrOff,
  rename,
  (editing) => set(editing, { severity: editing.reading.beside(editing.name).value('sev') }),
  (editing) => {
    const time = timeIn(editing.reading);
    return set(editing, { duration: time?.written, timeout_hours: time?.hours });
  },
  (editing) => set(editing, { subject: quotedAfter(editing.reading, 'title') }),
  (editing) => {
    const text = quotedAfter(editing.reading, 'text');
    return set(editing, { body: text, message: text, approval_message: text });
  },
  recipients,
  threshold,
];

function switchOnOrOff({ body, name, reading }: Editing): Done | undefined {
  const isOff = reading.has('act.deactivate');
  if (!isOff && !reading.has('act.activate')) return undefined;
  const state = isOff ? 'off' : 'on';
  if (body['is_active'] === !isOff) giveUp(`“${name}” is already switched ${state}.`);
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
    reading.quoted().at(-1) ?? givenName(reading) ?? withoutEnd(behind, /[.,;!?]/).trim();
  if (name === '') giveUp(`What shall “${old}” be called from now on?`);
  body['name'] = name;
  return { says: `renamed to “${name}”`, concepts: 'act.rename' };
}

/** Sets one of these config fields: of the action meant, or of the only one that has any. */
function set({ actions, reading }: Editing, values: JsonObject): Done | undefined {
  const fitting = havingOne(Object.keys(defined(values)), actions);
  if (fitting.length === 0) return undefined;
  const meant = nodeMeant(fitting, reading) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (meant === undefined)
    return giveUp(
      `This rule has ${fitting.map(({ name }) => `“${name}”`).join(' and ')}. Which one do you mean?`,
    );
  const { name, field, config } = meant;
  const before = config[field];
  const value = values[field];
  config[field] = value;
  const says = `${plain(field)} of “${name}” is now ${valueWords(value)} instead of ${valueWords(before)}`;
  return before === value ? undefined : { says, concepts: OF_FIELD };
}

/** The actions whose config has one of these fields. */
function havingOne(fields: readonly string[], actions: readonly JsonObject[]) {
  return actions.flatMap((action) => {
    const config = objectOf(action['config']);
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
    giveUp(`No action here goes to ${gone.name}. Whom shall it go to, and which action?`);
  if (found === undefined) return undefined;
  const { name, field, config } = found;
  const adds = gone !== undefined || (reading.has('act.add') && !reading.says('instead'));
  const now = isObject(config[field]) ? Object.values(config[field]) : [config[field]];
  const kept = adds ? now.flat().filter((id) => id !== gone?.id) : [];
  config[field] = [...new Set([...kept, ...people.map(({ id }) => id)])];
  const who = join(people.map((person) => person.name));
  const says = gone
    ? `“${name}” goes to ${who} instead of ${gone.name}`
    : `“${name}” ${adds ? 'also goes' : 'goes'} to ${who}`;
  return { says, concepts: OF_FIELD };
}

const REPLACED = /\binstead of (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2})/u;
const EXCHANGED =
  /\b(?:[Cc]hange|[Rr]eplace|[Ss]wap|[Ee]xchange) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2}) (?:to|by|with|for)\b/u;

/** Who goes out: "change Anna to Tomasz Nowak", "Tomasz Nowak instead of Anna". */
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
  if (value === undefined || timeIn(reading) !== undefined) return undefined;
  if (reading.lower(at - 1) === 'by')
    giveUp(
      `I can set a number to another one, but not change it “by ${value}”. To which number shall it go?`,
    );
  const configs = actions.map((action) => objectOf(action['config']));
  const tests = [body['trigger_conditions'], ...configs.map((config) => config['conditions'])]
    .flatMap(objectsOf)
    .filter((test) => typeof test['value'] === 'number');
  const columns = tests.map((test) => ({ key: textOf(test['field_name']) }));
  const named = findColumns(reading, columns)[0]?.column.key;
  const test =
    tests.find((item) => item['field_name'] === named) ??
    (tests.length === 1 ? tests[0] : undefined);
  if (test === undefined) return undefined;
  const before = String(test['value']);
  test['value'] = value;
  // The planner's own words name the value too: they must not go on telling the old one.
  const told = new RegExp(`(above|below|at least|at most|is) ${before}\\b`, 'g');
  for (const holder of [body, ...configs])
    for (const [key, words] of Object.entries(holder))
      if (typeof words === 'string') holder[key] = words.replaceAll(told, `$1 ${value}`);
  const says = `${plain(textOf(test['field_name']))} is now compared with ${value} instead of ${before}`;
  return {
    says,
    concepts: 'step.* noun.node noun.condition noun.value cmp.* unit.money unit.piece',
  };
}
