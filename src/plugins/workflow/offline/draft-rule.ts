import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import {
  bullets,
  capital,
  flowWords,
  fullyNamed,
  givenName,
  giveUp,
  join,
  meantBy,
  need,
  needCorrected,
  objectOf,
  plain,
  quoteWords,
  reasonsFor,
  recordWords,
  requireAllRead,
  textOf,
  textsOf,
  triggerWords,
  unreadWords,
  withoutNameOf,
  type Plan,
  type World,
} from '../../../../samples/offline-model/kit.js';
import {
  actionLine,
  actionTypes,
  lookUpRule,
  ruleTaken,
  showWith,
  toActions,
  type ActionTypes,
  type ReadyAction,
} from './actions.js';
import { readAutomation } from './automation.js';
import { toRuleCondition } from './config-fillers.js';
import { actionWords } from './lexicon.js';
import { occasionWords, readOccasion, testWords } from './occasion.js';
import { readPeople } from './read-people.js';
import { nodeMeant, ownDraft, whichTarget, type Target } from './rules.js';

const READY = 'The preview is ready: nothing is saved until you accept it.';
const ALWAYS_READ = ['entity.*', 'frame.*', 'act.create', 'noun.rule', 'q.*'];
const MAX_NAME = 120;

/** Builds a new rule as a draft and shows it: look up → start → add each action → preview. */
export function* buildRule(world: World): Plan {
  const { reading, today } = world;
  const types = yield* actionTypes();
  const automation = readAutomation(reading, types.ports);
  const { steps, entity = giveUp(ASK_ENTITY) } = automation;
  if (steps.length === 0)
    giveUp(
      naming(
        world,
        ['trig.*', 'cmp.*', 'unit.*', 'sev.*'],
        `What should happen then? For example raise an alert, send an email, notify someone, ask for approval, or change a field of the ${recordWords(entity)}?`,
      ),
    );
  const known = yield* lookUpRule(entity, steps, types);
  const { columns } = known;
  const { trigger, tests } = readOccasion(automation, columns, today);
  if (trigger === '') giveUp(naming(world, NOT_OF_TRIGGER, ASK_TRIGGER));
  const occasion = occasionWords(entity, trigger, tests);
  const actions = toActions(steps, { ...known, entity, trigger, occasion, types, today });
  const conditions = tests.length > 0 ? tests.map(toRuleCondition) : undefined;
  const start = {
    ...{ name: givenName(reading) ?? nameFor(occasion, actions), entity, trigger_type: trigger },
    ...{ description: `${capital(occasion)}.`, ...defined({ trigger_conditions: conditions }) },
  };
  const event = triggerWords(trigger, entity);
  const when = join([event, ...(tests.length > 0 ? [join(tests.map(testWords))] : [])]);
  const lines = actions.map(actionLine);
  const taken = ruleTaken(reading, { calls: [start, ...actions], actions, tests, columns });
  requireAllRead(reading, taken, `${when}: ${join(lines)}`);
  const draft = objectOf(yield* needCorrected('start_draft', start));
  const deeds = join(actions.map(({ type }) => actionWords[type]?.does ?? plain(type)));
  yield* showWith(actions, textOf(draft['draft_id']), `${capital(event)}: ${deeds}.`);
  // Without an empty line what follows would be a part of the last bullet.
  return `I drafted the rule “${start.name}”. It runs ${when}:\n${bullets(lines)}\n\n${READY}`;
}

const ASK_ENTITY =
  'Which kind of record should the rule watch, for example orders, customers, products or stock?';
const ASK_TRIGGER =
  'What should set this rule off: that a record is created, updated or deleted, or is it started by hand?';
const NOT_OF_TRIGGER = ['action.*', 'step.*', 'sev.*', 'channel.*', 'noun.*'];

/** A question back that first names what of the request it could make nothing of. */
function naming({ reading }: World, known: readonly string[], question: string): string {
  const texts = readPeople(reading).map(({ text }) => text);
  const concepts = [...ALWAYS_READ, ...known];
  const words = unreadWords(reading, { calls: [], concepts, texts }).filter(
    (word) => !/[@\d]/.test(word) || /^\d+$/.test(word),
  );
  if (words.length === 0) return question;
  const nothing = `I could make nothing of ${quoteWords(words, reading)} here.`;
  return [nothing, ...reasonsFor(words), question].join(' ');
}

function nameFor(occasion: string, actions: readonly ReadyAction[]): string {
  const titles = actions.map(({ type }) => (actionWords[type]?.title ?? plain(type)).toLowerCase());
  return firstChars(`${capital(occasion)}: ${join([...new Set(titles)])}`, MAX_NAME);
}

/** Adds actions to a rule or draft: look → start or go on with the draft → add → preview. */
export function* addToRule(world: World): Plan {
  const { reading, today } = world;
  const types = yield* actionTypes();
  const target = yield* whichTarget(world);
  const { name, entity, trigger } = target;
  const { steps } = readAutomation(reading, types.ports);
  if (steps.length === 0)
    giveUp(
      `What shall I add to “${name}”: an alert, an email, a notification, an approval, or something else?`,
    );
  const known = yield* lookUpRule(entity, steps, types);
  const rule = { ...known, entity, trigger, occasion: name, types, today };
  const taken = target.actions.map((action) => action.name);
  const actions = toActions(steps, rule, taken);
  const after = actions[0]?.after ?? anchor(target, world, types);
  if (actions[0]) Object.assign(actions[0], defined({ after }));
  const anchored = after === undefined ? [] : ['frame.after', 'step.*', 'port.*'];
  const parts = {
    ...{ calls: actions, actions, columns: known.columns },
    concepts: ['noun.draft', 'frame.last', ...anchored],
    texts: [name, 'another further extra', after ?? ''],
  };
  const lines = actions.map(actionLine);
  requireAllRead(reading, ruleTaken(reading, parts), `“${name}” with ${join(lines)}`);
  const added = join(actions.map((action) => `“${action.name}”`));
  yield* showWith(actions, yield* target.openDraft(), `Add ${added} to “${name}”.`);
  return `I added this to “${name}”:\n${bullets(lines)}\n\n${READY}`;
}

/**
 * What the first new action hangs behind: a named action ("after the approval"), a port word's owner ("when it is
 * rejected"), a named one first, or, left open, the end.
 */
function anchor({ actions }: Target, { reading }: World, { ports }: ActionTypes) {
  const port = reading.value('port');
  const tag = reading.first('frame.after');
  const behind = tag && nodeMeant(actions, reading.slice(tag.to, reading.tokens.length));
  if (port === undefined) return behind?.name;
  const fitting = actions.filter(({ type }) => ports.get(type)?.includes(port));
  const owner = behind ?? meantBy(fitting, reading) ?? fitting.at(-1);
  return owner && `${owner.name}:${port}`;
}

const REMOVING =
  'act.remove act.undo noun.rule noun.node noun.draft noun.alert negation frame.after';

/** Takes actions out of a rule or draft, and shows what is left. */
export function* removeFromRule(world: World): Plan {
  const { reading } = world;
  const target = yield* whichTarget(world);
  // What names the rule does not name an action of it, too: "remove the Low Stock Alert" means all of it.
  const beside = withoutNameOf(target, reading);
  const isAction = fullyNamed([target, ...target.actions], reading) !== target;
  const node = nodeMeant(target.actions, isAction ? reading : (beside ?? reading));
  if (node === undefined && beside !== undefined)
    giveUp(
      `I have no tool to delete a workflow rule. I can show a preview that switches “${target.name}” off instead: ask me to deactivate it.`,
    );
  const alike = target.actions.filter(({ type }) => type !== '' && type === node?.type);
  const isClear = alike.length < 2 || meantBy(alike, reading) !== undefined || reading.has('pos.*');
  if (node === undefined || !isClear)
    return giveUp(
      `“${target.name}” has these actions:\n${bullets(target.actions.map((action) => action.name))}\n\nWhich one do you mean?`,
    );
  const { name, type } = node;
  requireAllRead(reading, {
    calls: [],
    concepts: [...REMOVING.split(' '), `step.${type || '*'}`, `action.${type || '*'}`],
    texts: [target.name, name, 'first last again anymore longer'],
  });
  const draftId = yield* target.openDraft();
  const removal = { draft_id: draftId, name };
  const { relinked, flow } = objectOf(yield* needCorrected('remove_draft_action', removal));
  yield* showWith([], draftId, `Remove “${name}” from “${target.name}”.`);
  const links = textsOf(relinked).map((text) => ` ${text}.`);
  return `I took “${name}” out of “${target.name}”.${links.join('')} What is left: ${flowWords(flow)}.\n${READY}`;
}

/** Shows the draft of this conversation. */
export function* previewDraft({ transcript }: World): Plan {
  const draft = ownDraft(transcript);
  if (draft === undefined)
    return 'There is no draft in this conversation to preview. Tell me what the rule should do, and I draft it.';
  const shown = objectOf(yield* need('preview_draft', { draft_id: draft.draftId }));
  return `Here is the preview of “${textOf(shown['workflow_name'])}”: ${flowWords(shown['flow'])}. Nothing is saved until you accept it.`;
}
