import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import {
  actionLine,
  actionTypes,
  lookUpRule,
  peopleWished,
  ruleTaken,
  showWith,
  toActions,
  type ActionTypes,
  type ReadyAction,
} from './actions.js';
import { readAutomation } from './automation.js';
import { toRuleCondition } from './config-fillers.js';
import { editRule } from './edit-rule.js';
import { doesWhat, titleOf } from './lexicon.js';
import { occasionWords, readOccasion, testsOf, testWords } from './occasion.js';
import { readPeople } from './read-people.js';
import { savedBody, withActions, withoutAction } from './rule-body.js';
import {
  askNode,
  nodesMeant,
  ownDraft,
  READY,
  whichTarget,
  type NodeName,
  type Target,
} from './rules.js';

const ALWAYS_READ = ['entity.*', 'frame.*', 'act.create', 'noun.rule', 'q.*'];
const MAX_NAME = 120;

/** Builds a new rule as a draft and shows it: look up → start → add each action → preview. */
export function* buildRule(world: kit.World): kit.Plan {
  const { reading, today } = world;
  const types = yield* actionTypes();
  const automation = readAutomation(reading, types.ports);
  const { steps, entity = kit.giveUp(ASK_ENTITY) } = automation;
  if (steps.length === 0)
    kit.giveUp(
      naming(
        world,
        ['trig.*', 'cmp.*', 'unit.*', 'sev.*'],
        `What should happen then? For example raise an alert, send an email, notify someone, ask for approval, or change a field of the ${kit.recordWords(entity)}?`,
      ),
    );
  const known = yield* lookUpRule(entity, steps, types);
  const { columns } = known;
  const { trigger, tests } = readOccasion(automation, columns, today);
  steps.forEach((step) => known.resolve(peopleWished(step, types)));
  if (trigger === '') {
    const said = testsOf(reading, columns, today).map((test) => test.said);
    kit.giveUp(naming(world, NOT_OF_TRIGGER, ASK_TRIGGER, said));
  }
  const occasion = occasionWords(entity, trigger, tests);
  const actions = toActions(steps, { ...known, entity, trigger, occasion, types, today });
  const conditions = tests.length > 0 ? tests.map(toRuleCondition) : undefined;
  const start = {
    ...{
      name: kit.givenName(reading) ?? nameFor(occasion, actions),
      entity,
      trigger_type: trigger,
    },
    ...{ description: `${kit.capital(occasion)}.`, ...defined({ trigger_conditions: conditions }) },
  };
  const event = kit.triggerWords(trigger, entity);
  const when = kit.join([event, ...(tests.length > 0 ? [kit.join(tests.map(testWords))] : [])]);
  const lines = actions.map(actionLine);
  const taken = ruleTaken(reading, { calls: [start, ...actions], actions, tests, columns });
  kit.requireAllRead(reading, taken, `${when}: ${kit.join(lines)}`);
  const draft = kit.objectOf(yield* kit.need('start_draft', start));
  const deeds = kit.join(actions.map(({ type }) => doesWhat(type)));
  yield* showWith(actions, kit.textOf(draft['draft_id']), `${kit.capital(event)}: ${deeds}.`);
  // Without an empty line what follows would be a part of the last bullet.
  return `I drafted the rule “${start.name}”. It runs ${when}:\n${kit.bullets(lines)}\n\n${READY}`;
}

const ASK_ENTITY =
  'Which kind of record should the rule watch, for example orders, customers, products or stock?';
const ASK_TRIGGER =
  'What should set this rule off: that a record is created, updated or deleted, or is it started by hand?';
const NOT_OF_TRIGGER = ['action.*', 'step.*', 'sev.*', 'channel.*', 'noun.*'];

/** A question back that first names what of the request it could make nothing of. */
function naming(
  { reading }: kit.World,
  known: readonly string[],
  question: string,
  said: readonly string[] = [],
): string {
  const texts = readPeople(reading).map(({ text }) => text);
  const concepts = [...ALWAYS_READ, ...known];
  const words = kit
    .unreadWords(reading, { calls: [], concepts, texts, said })
    .filter((word) => !/[@\d]/.test(word) || /^\d+$/.test(word));
  if (words.length === 0) return question;
  const nothing = `I could make nothing of ${kit.quoteWords(words, reading)} here.`;
  return [nothing, ...kit.reasonsFor(words), question].join(' ');
}

function nameFor(occasion: string, actions: readonly ReadyAction[]): string {
  const titles = actions.map(({ type }) => titleOf(type).toLowerCase());
  return firstChars(`${kit.capital(occasion)}: ${kit.join([...new Set(titles)])}`, MAX_NAME);
}

/** Adds actions to a rule or draft: look → start or go on with the draft → add → preview. */
export function* addToRule(world: kit.World): kit.Plan {
  const { reading, today } = world;
  const types = yield* actionTypes();
  const target = yield* whichTarget(world);
  const { name, entity, trigger } = target;
  const there = besideWhat(target, reading);
  const { steps } = readAutomation(reading.again(reading.text.replace(there, '')), types.ports);
  if (steps.length === 0)
    kit.giveUp(
      `What shall I add to “${name}”: an alert, an email, a notification, an approval, or something else?`,
    );
  const waits = target.actions.some(({ type }) => type === 'delay');
  if (waits && steps.every(({ type }) => type === 'delay') && !reading.has('act.add'))
    return yield* editRule(world);
  const known = yield* lookUpRule(entity, steps, types);
  const rule = { ...known, entity, trigger, occasion: name, types, today };
  const taken = target.actions.map((action) => action.name);
  const place = anchor(target, world, types);
  const actions = toActions(steps, { ...rule, ...defined({ place }) }, taken);
  const after = actions[0]?.after;
  const anchored =
    after === undefined ? [] : ['frame.after', 'step.*', 'port.*', `entity.${entity}`];
  const parts = {
    ...{ calls: actions, actions, columns: known.columns },
    concepts: ['noun.draft', 'frame.last', ...anchored],
    texts: [name, 'another further extra', after ?? '', there],
  };
  const behind = place !== undefined && !place.includes(':') ? `after “${place}”: ` : '';
  const lines = actions.map((action, at) => (at === 0 ? behind : '') + actionLine(action));
  kit.requireAllRead(reading, ruleTaken(reading, parts), `“${name}” with ${kit.join(lines)}`);
  const added = kit.join(actions.map((action) => `“${action.name}”`));
  const draftId = yield* target.openDraft();
  const description = `Add ${added} to “${name}”.`;
  if (draftId === undefined)
    yield* showBody(target, (body) => withActions(body, actions), description);
  else yield* showWith(actions, draftId, description);
  return `I added this to “${name}”:\n${kit.bullets(lines)}\n\n${READY}`;
}

const BESIDE =
  /\b(?:besides|on top of|in addition to|apart from|as well as) (?:[\w-]+ ){0,4}[\w-]+(?:,|$)/i;

/** "On top of the audit entry, …": what an action that is there is spoken of with; empty where nothing of it is there. */
function besideWhat({ actions }: Target, reading: kit.Reading): string {
  const said = BESIDE.exec(reading.text)?.[0] ?? '';
  return said !== '' && nodesMeant(actions, reading.again(said)).length > 0 ? said : '';
}

/**
 * What the first new action hangs behind: a named action ("after the approval"), a port word's owner ("when it is
 * rejected"), a named one first, or, left open, the end.
 */
function anchor({ actions }: Target, { reading }: kit.World, { ports }: ActionTypes) {
  const port = reading.value('port') ?? '';
  const rest = (tag?: kit.Tag) => reading.slice(tag?.to ?? 0, tag ? reading.tokens.length : 0);
  const [after] = nodesMeant(actions, rest(reading.first('frame.after')));
  const behind = after ?? kit.meantBy(actions, rest(reading.first('frame.when')));
  const leads = ({ type }: NodeName) => ports.get(type)?.includes(port) === true;
  if (behind && !leads(behind)) return behind.name;
  const fitting = actions.filter(leads);
  const owner = behind ?? kit.meantBy(fitting, reading) ?? fitting.at(-1);
  return owner && `${owner.name}:${port}`;
}

const REMOVING =
  'act.remove act.undo noun.rule noun.node noun.draft noun.alert negation frame.after';

/** Takes actions out of a rule or draft, and shows what is left. */
export function* removeFromRule(world: kit.World): kit.Plan {
  const { reading } = world;
  const target = yield* whichTarget(world);
  // What names the rule does not name an action of it, too: "remove the Low Stock Alert" means all of it.
  const beside = kit.withoutNameOf(target, reading);
  const isAction = kit.fullyNamed([target, ...target.actions], reading) !== target;
  const [node, ...others] = nodesMeant(target.actions, isAction ? reading : (beside ?? reading));
  if (node === undefined && beside !== undefined)
    kit.giveUp(
      `I have no tool to delete a workflow rule. I can show a preview that switches “${target.name}” off instead: ask me to deactivate it.`,
    );
  if (node === undefined || others.length > 0) return askNode(target, target.actions);
  const { name, type } = node;
  requireWhole(node, reading);
  kit.requireAllRead(reading, {
    calls: [],
    concepts: [...REMOVING.split(' '), `step.${type || '*'}`, `action.${type || '*'}`],
    texts: [target.name, name, 'first last again anymore longer'],
  });
  const draftId = yield* target.openDraft();
  const description = `Remove “${name}” from “${target.name}”.`;
  if (draftId === undefined) {
    yield* showBody(target, (body) => withoutAction(body, name), description);
    return `I took “${name}” out of “${target.name}”; what led to it leads to what came after it. ${READY}`;
  }
  const removal = { draft_id: draftId, name };
  const { relinked, flow } = kit.objectOf(yield* kit.need('remove_draft_action', removal));
  yield* showWith([], draftId, description);
  const links = kit.textsOf(relinked).map((text) => ` ${text}.`);
  return `I took “${name}” out of “${target.name}”.${links.join('')} What is left: ${kit.flowWords(flow)}.\n${READY}`;
}

/** "remove the name from the email": a part of an action is not the action. */
function requireWhole(node: NodeName, reading: kit.Reading): void {
  const from = reading.tokens.findLastIndex(({ lower }) => lower === 'from');
  const [object, rest] = [reading.slice(0, from), reading.slice(from, reading.tokens.length)];
  const isSaid = object.tokens.some(
    ({ lower, kind }, at) =>
      kind !== 'mark' && !kit.harmless.has(lower) && object.at(at, 'act.*') === undefined,
  );
  const isIn = (part: kit.Reading) => nodesMeant([node], part).length > 0;
  if (from > 0 && isSaid && !isIn(object) && isIn(rest))
    kit.giveUp(
      `I can take “${node.name}” out as a whole, but not “${object.words()}” ${rest.words()}. What shall I do?`,
    );
}

/** Shows a change of a saved rule that no draft can hold. */
function* showBody(
  { id, name }: Target,
  change: (body: kit.JsonObject) => kit.JsonObject | undefined,
  description: string,
): kit.Part<unknown> {
  const workflow = change(yield* savedBody(id));
  if (workflow === undefined)
    return kit.giveUp(
      `“${name}” branches where that would change it, and I cannot tell how its ways are to go on. Please change it in the editor.`,
    );
  return yield* kit.need('preview_workflow', { workflow_id: id, workflow, description });
}

/** Shows the draft of this conversation. */
export function* previewDraft({ transcript }: kit.World): kit.Plan {
  const draft = ownDraft(transcript);
  if (draft === undefined)
    return 'There is no draft in this conversation to preview. Tell me what the rule should do, and I draft it.';
  const shown = kit.objectOf(yield* kit.need('preview_draft', { draft_id: draft.draftId }));
  return `Here is the preview of “${kit.textOf(shown['workflow_name'])}”: ${kit.flowWords(shown['flow'])}. Nothing is saved until you accept it.`;
}
