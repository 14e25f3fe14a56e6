import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import { ruleTaken } from './rule-taken.js';
import {
  bullets,
  capital,
  givenName,
  giveUp,
  join,
  need,
  needCorrected,
  objectOf,
  plain,
  quoteWords,
  reasonsFor,
  recordWords,
  requireAllRead,
  textOf,
  triggerWords,
  unreadWords,
  type Part,
  type Plan,
  type World,
} from '../../../../samples/offline-model/kit.js';
import { readPeople } from './read-people.js';
import { actionWords } from './lexicon.js';
import { readAutomation, type Automation } from './automation.js';
import { toRuleCondition } from './config-fillers.js';
import { occasionWords, readOccasion, testWords, type Occasion } from './occasion.js';
import {
  lookUpRule,
  toActions,
  toActionTypes,
  type ActionTypes,
  type ReadyAction,
  type RuleWorld,
} from './steps-to-actions.js';

/** Builds a new rule as a draft and shows it: look up → start → add each action → preview. */
export function* buildRule(world: World): Plan {
  const types = toActionTypes(yield* need('discover', { category: 'action_types' }));
  const automation = readAutomation(world.reading, types.ports);
  const entity = automation.entity ?? giveUp(ASK_ENTITY);
  if (automation.steps.length === 0) {
    const told = [...ALWAYS_READ, 'trig.*', 'cmp.*', 'unit.*', 'sev.*'];
    giveUp(naming(world, told, askSteps(entity)));
  }
  const rule = yield* ruleWorld(world, { ...automation, entity }, types);
  const actions = toActions(automation.steps, rule);
  const name = givenName(world.reading) ?? nameFor(rule, actions);
  const { tests } = rule.occasionRead;
  const calls = [startArguments(name, rule), ...actions];
  const { reading } = world;
  const { columns } = rule.table;
  const told = `${when(rule)}: ${join(actions.map(actionLine))}`;
  requireAllRead(reading, ruleTaken({ calls, actions, tests, columns, reading }), told);
  const started = objectOf(yield* needCorrected('start_draft', startArguments(name, rule)));
  const draftId = textOf(started['draft_id']);
  yield* addAll(actions, draftId);
  const description = summary(rule, actions);
  const shown = objectOf(yield* need('preview_draft', { draft_id: draftId, description }));
  // Without an empty line what follows would be a part of the last bullet.
  return `I drafted the rule “${textOf(shown['workflow_name']) || name}”. It runs ${when(rule)}:\n${bullets(actions.map(actionLine))}\n\nThe preview is ready: nothing is saved until you accept it.`;
}

const ALWAYS_READ = ['entity.*', 'frame.*', 'act.create', 'noun.rule', 'q.*'];

/** A question back that first names what of the request it could make nothing of. */
function naming({ reading }: World, concepts: readonly string[], question: string): string {
  const texts = readPeople(reading).flatMap((wish) => (wish.kind === 'name' ? [wish.text] : []));
  const words = unreadWords(reading, { calls: [], concepts, texts }).filter(
    (word) => !/[@\d]/.test(word) || /^\d+$/.test(word),
  );
  if (words.length === 0) return question;
  return [
    `I could make nothing of ${quoteWords(words, reading)} here.`,
    ...reasonsFor(words),
    question,
  ].join(' ');
}

const ASK_ENTITY =
  'Which kind of record should the rule watch, for example orders, customers, products or stock?';

function askSteps(entity: string): string {
  return `What should happen then? For example raise an alert, send an email, notify someone, ask for approval, or change a field of the ${recordWords(entity)}?`;
}

/** What the actions share, after looking up columns and people in one turn. */
type Watched = RuleWorld & { occasionRead: Occasion };

function* ruleWorld(
  world: World,
  automation: Automation & { entity: string },
  types: ActionTypes,
): Part<Watched> {
  const { entity, steps } = automation;
  const { today } = world;
  const { table, found } = yield* lookUpRule(entity, steps, types);
  const told = [...ALWAYS_READ, 'action.*', 'step.*', 'sev.*', 'channel.*', 'noun.*'];
  const ask = (question: string) => naming(world, told, question);
  const occasionRead = readOccasion(automation, table.columns, today, ask);
  const { trigger, tests } = occasionRead;
  const occasion = occasionWords(entity, trigger, tests);
  return { entity, trigger, table, occasion, types, found, today, occasionRead };
}

function startArguments(name: string, rule: Watched) {
  const conditions = rule.occasionRead.tests.map(toRuleCondition);
  return {
    name,
    entity: rule.entity,
    trigger_type: rule.trigger,
    description: `${capital(rule.occasion)}.`,
    ...(conditions.length > 0 ? { trigger_conditions: conditions } : {}),
  };
}

/** Adds the actions one after the other: each may hang behind the one before. */
export function* addAll(actions: readonly ReadyAction[], draftId: string): Part<void> {
  for (const { name, type, config, after } of actions) {
    const action = { name, action_type: type, config, ...defined({ after }) };
    yield* needCorrected('add_draft_action', { draft_id: draftId, ...action });
  }
}

const MAX_NAME = 120;

function nameFor(rule: RuleWorld, actions: readonly ReadyAction[]): string {
  const titles = actions.map(({ type }) => actionWords[type]?.title ?? plain(type));
  const deeds = [...new Set(titles.map((title) => title.toLowerCase()))];
  return firstChars(`${capital(rule.occasion)}: ${join(deeds)}`, MAX_NAME);
}

function summary(rule: RuleWorld, actions: readonly ReadyAction[]): string {
  const deeds = actions.map(({ type }) => actionWords[type]?.does ?? plain(type));
  return `${capital(triggerWords(rule.trigger, rule.entity))}: ${join(deeds)}.`;
}

/** What sets the rule off, with its conditions. */
function when(rule: Watched): string {
  const tests = rule.occasionRead.tests.map(testWords);
  return `${triggerWords(rule.trigger, rule.entity)}${tests.length > 0 ? ` and ${join(tests)}` : ''}`;
}

/** One action in a line: what it does, for whom, and on which branch. */
export function actionLine({ name, type, config, after, people, conditions }: ReadyAction): string {
  const does = actionWords[type]?.does ?? plain(type);
  const severity = textOf(config['severity']);
  const names = join(people.map((person) => person.name));
  const who = names === '' ? '' : ` ${type === 'seek_approval' ? 'of' : 'to'} ${names}`;
  const said = join(conditions.map(testWords), textOf(config['logic_type']) || 'and');
  const port = /:(\w+)$/.exec(after ?? '')?.[1];
  const branch = port ? `if ${plain(port)}: ` : '';
  return `${branch}${name} ${does}${severity ? ` (${severity} severity)` : ''}${who}${said ? ` (${said})` : ''}`;
}
