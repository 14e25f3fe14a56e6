import * as kit from '../../../../samples/offline-model/kit.js';
import { actionTypes } from './actions.js';
import { narrow, narrows, singleEdits, type Done, type Editing } from './edits.js';
import { exchanged } from './exchange.js';
import { database } from './lexicon.js';
import { findPeople } from './people.js';
import { personFirst, properNames, readPeople } from './read-people.js';
import { savedBody } from './rule-body.js';
import { namesSavedRule, ownDraft, READY, rules, type OwnDraft } from './rules.js';

const ANY_EDIT = 'act.change noun.rule noun.alert noun.draft noun.name';

/** Changes settings of a rule: read the whole body → change it → preview. */
export function* editRule(world: kit.World): kit.Plan {
  const { situation } = world;
  const draft = yield* draftMeant(world);
  const rule = draft ? undefined : yield* kit.whichToChange(world, rules);
  const found = yield* peopleMeant(world);
  const body = rule
    ? yield* savedBody(rule.id)
    : (structuredClone({ ...draft?.start, actions: draft?.actions }) as kit.JsonObject);
  const name = kit.textOf(body['name']);
  const edited = yield* edit(world, body, found);
  const done = edited.map(({ says }) => says);
  if (rule === undefined) return yield* showDraft(body, done);
  const description = `Change “${name}”: ${kit.join(done)}.`;
  yield* kit.need('preview_workflow', { workflow_id: rule.id, workflow: body, description });
  const isOther = situation.currentId !== undefined && situation.currentId !== rule.id;
  const other = isOther ? ', which is not the one that is open' : '';
  const isDrafted = ownDraft(world.transcript)?.ruleId === rule.id;
  const before = isDrafted
    ? ' It starts from the saved rule: what I showed before is not part of it unless you have accepted that.'
    : '';
  return `I changed the saved rule “${name}”${other}: ${kit.join(done)}.${before} ${READY}`;
}

/** Makes all changes that the sentence asks for; ends the plan when there is none, or when a word is left over. */
function* edit(world: kit.World, body: kit.JsonObject, found: Found): kit.Part<Done[]> {
  const { reading, today } = world;
  const name = kit.textOf(body['name']);
  const isNarrower = narrows(world, body);
  const entity = kit.textOf(body['entity']);
  const editing: Editing = {
    ...{ body, name, actions: kit.objectsOf(body['actions']), reading, today },
    ...found,
    ...exchanged(reading),
    columns: isNarrower ? (yield* kit.columnsOf(entity, database)).columns : [],
    types: world.facts.has('has.retype') ? yield* actionTypes() : undefined,
  };
  const edited = (isNarrower ? [narrow] : singleEdits).flatMap((one) => one(editing) ?? []);
  if (edited.length > 0) {
    requireOne(reading);
    const done = edited.map(({ says }) => says);
    kit.requireAllRead(reading, takenBy(editing, edited), done.join(' and '));
    return edited;
  }
  const rest = kit.unreadWords(reading, { calls: [], concepts: ['noun.rule'], texts: [name] });
  const cannot = rest.length > 0 ? `I cannot do ${kit.quoteWords(rest, reading)} here. ` : '';
  return kit.giveUp(
    `${cannot}I understood that “${name}” is to change, but not what. I can switch a rule on or off, rename it, add or remove actions, and change severities, texts, recipients, waiting times and thresholds. What shall I change?`,
  );
}

/** "the severity of all our alerts": one rule is changed at a time, and one setting of it. */
function requireOne(reading: kit.Reading): void {
  const all = reading.tokens.findIndex(({ lower }) => /^(all|every|each|both)$/.test(lower));
  const things = reading.all('step.*|noun.alert|noun.rule|noun.node|noun.condition|noun.value');
  const isOf = things.some(({ from }) => from > all && from - all <= 3);
  if (all >= 0 && isOf)
    kit.giveUp(
      `I change one thing at a time, and cannot take “${reading.words(all, all + 3)}” together. Which one first?`,
    );
}

function takenBy(
  { name, people, gone, joined, actions, body }: Editing,
  edited: readonly Done[],
): kit.Taken {
  // Of actions, those of the rule: "reserved" speaks of none that reserves where none does.
  const types = actions.map(({ action_type: type }) => kit.textOf(type));
  const own: Readonly<Record<string, string[]>> = {
    'step.*': types.map((type) => `step.${type}`),
    'action.*': types.map((type) => `action.${type}`),
    'entity.*': [`entity.${kit.textOf(body['entity'])}`],
  };
  const concepts = [ANY_EDIT, ...edited.map((each) => each.concepts)].join(' ').split(' ');
  const named = [...people, ...(gone ? [gone] : [])];
  return {
    calls: edited.flatMap(({ calls = [] }) => calls),
    concepts: concepts.flatMap((concept) => own[concept] ?? [concept]),
    texts: [
      ...[name, 'instead', ...edited.map(({ says }) => says)],
      ...edited.flatMap(({ texts = [] }) => texts),
      ...named.flatMap((each) => [each.name, each.about ?? '']),
    ],
    columns: edited.flatMap(({ columns = [] }) => columns),
    said: [...joined.said, ...edited.flatMap(({ said = [] }) => said)],
    turned: joined.turned,
  };
}

type Found = Pick<Editing, 'people' | 'gone'>;

/** The people a change of recipients names, found: those who come in, and who goes out. */
function* peopleMeant({ reading, facts }: kit.World): kit.Part<Found> {
  const { old } = exchanged(reading);
  const isOther = facts.has('has.limit') || (facts.has('has.exchange') && !facts.has('has.swap'));
  const isAsked =
    facts.has('has.recipient') ||
    reading.has('noun.recipientfield|act.receive|act.add') ||
    (reading.says('instead', 'to', 'not', 'recipient', 'recipients') &&
      !reading.has('act.rename|active.*') &&
      reading.quoted().length === 0);
  const out = old && personFirst(old);
  const wishes = isAsked && !isOther ? comingIn(reading, out?.text) : [];
  // "Tomasz doesn't need the mail any more": nobody comes in for him.
  const isOff = facts.has('has.recipient') && !old && reading.has('act.remove|negation');
  const leaving = isOff ? wishes : out && !isOther ? [out] : [];
  const { resolve } = yield* findPeople([...wishes, ...leaving]);
  return { people: isOff ? [] : resolve(wishes), gone: resolve(leaving)[0] };
}

/** Those who come in: named beside who goes, else behind words such as "to", else first. */
function comingIn(reading: kit.Reading, out: string | undefined) {
  const { now, old } = exchanged(reading);
  const named = properNames(now);
  const marked = readPeople(reading).filter(({ text }) => text !== out);
  const first = personFirst(now);
  const others = properNames(reading).filter(({ text }) => text !== out);
  const ways = [old ? named : [], marked, others, first ? [first] : []];
  return ways.find(({ length }) => length > 0) ?? [];
}

/** The draft of this conversation, unless the page shows a rule or the sentence names one. */
function* draftMeant(world: kit.World): kit.Part<OwnDraft | undefined> {
  const draft = ownDraft(world.transcript);
  const isOpen = draft?.ruleId === undefined && world.situation.currentId === undefined;
  return draft && isOpen && !(yield* namesSavedRule(world)) ? draft : undefined;
}

/** A changed draft is made from its start: what is shown is always one whole rule. */
function* showDraft(
  { actions, is_active: active, ...start }: kit.JsonObject,
  done: readonly string[],
): kit.Plan {
  if (active !== undefined)
    kit.giveUp('A new rule is on once you accept it. Accept it first, then I can switch it off.');
  const id = kit.textOf(kit.objectOf(yield* kit.need('start_draft', start))['draft_id']);
  for (const action of kit.objectsOf(actions))
    yield* kit.need('add_draft_action', { draft_id: id, ...action });
  const name = kit.textOf(start['name']);
  yield* kit.need('preview_draft', { draft_id: id, description: `${name}: ${kit.join(done)}.` });
  return `I changed the draft “${name}”: ${kit.join(done)}. ${READY}`;
}
