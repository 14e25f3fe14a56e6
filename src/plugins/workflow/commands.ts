import { capitalized } from '../../foundation/text.js';
import { asList, asObject, type JsonObject } from '../../foundation/json.js';
import {
  offers,
  stepwise,
  type CommandCall,
  type CommandSteps,
} from '../../llm/providers/palette/command.js';
import {
  readSentence,
  type Comparison,
  type Test,
  type Words,
} from '../../llm/providers/palette/sentence.js';
import { pluralsOf } from './tools/reference.js';

interface Rule {
  record: string;
  trigger: string;
  tests: (Omit<Test, 'field'> & { field?: string })[];
  actions: { name: string; action_type: string; config: JsonObject }[];
  /** "order created" */
  occasion: string;
}

const EVENTS: Readonly<Record<string, string>> = {
  created: 'on_create',
  added: 'on_create',
  updated: 'on_update',
  changed: 'on_update',
  deleted: 'on_delete',
};

const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: 'equals',
  neq: 'not_equals',
  gt: 'greater_than',
  lt: 'less_than',
  gte: 'greater_or_equal',
  lte: 'less_or_equal',
  contains: 'contains',
  starts_with: 'starts_with',
  is_null: 'is_null',
  is_not_null: 'is_not_null',
};

const OVER = ['over', 'above'];
const UNDER = ['under', 'below'];
const VERBS = ['alert', 'email', 'set'];
const SEVERITIES = ['low', 'medium', 'high', 'critical'];

/** "When an order over 5000 is created, alert … and email …" and "delete rule …": each ends in its preview. */
export const workflowCommands = stepwise((message, request) => {
  if (!offers(request, 'discover', 'list_workflow_rules')) return undefined;
  const name = readSentence(message, deletedIn);
  if (name !== undefined) return remove(name);
  const rule = readSentence(message, (words) => ruleIn(words, message));
  return rule === undefined ? undefined : build(rule, message);
});

function deletedIn(words: Words): string {
  words.need('delete');
  words.need('rule', 'the rule');
  return words.name();
}

function* remove(name: string): CommandSteps {
  yield [call('delete_workflow_rule', { workflow_name: name })];
  return undefined;
}

function ruleIn(words: Words, message: string): Rule {
  words.need('when');
  words.need('a', 'an', 'the', 'any');
  const record = words.name('is', 'whose', ...OVER, ...UNDER);
  const tests = testsIn(words);
  words.need('is');
  const event = words.need(...Object.keys(EVENTS));
  const occasion = `${record} ${event}`;
  const actions = [actionIn(words, { record, occasion, message })];
  while (words.take('and', 'then')) actions.push(actionIn(words, { record, occasion, message }));
  return { record, trigger: EVENTS[event] ?? words.leave(), tests, actions, occasion };
}

/** "over 5000", of the record's only number, or "whose status is pending and priority is high". */
function testsIn(words: Words): Rule['tests'] {
  const bound = words.take(...OVER, ...UNDER);
  if (bound !== undefined)
    return [{ comparison: OVER.includes(bound) ? 'gt' : 'lt', value: words.number() }];
  if (words.take('whose') === undefined) return [];
  const tests = [words.test('is', 'and')];
  while (words.take('and')) tests.push(words.test('is', 'and'));
  return tests;
}

function actionIn(
  words: Words,
  { record, occasion, message }: { record: string; occasion: string; message: string },
): Rule['actions'][number] {
  const verb = words.need(...VERBS);
  if (verb === 'set') {
    const field = words.name('to');
    words.need('to');
    const config = { target_entity: record, target_field: columnOf(field) };
    const new_value = words.value('and', 'then');
    const name = `Set ${field}`;
    return { name, action_type: 'update_field', config: { ...config, new_value } };
  }
  const recipients = people(words);
  const name = `${verb === 'alert' ? 'Alert' : 'Email'} ${recipients.join(', ')}`;
  if (verb === 'email') {
    const body = said(words) ?? message;
    return {
      name,
      action_type: 'send_email',
      config: { recipients, subject: capitalized(occasion), body },
    };
  }
  words.need('with');
  const severity = words.need(...SEVERITIES);
  words.need('severity');
  const alert_type = columnOf(occasion);
  const title = capitalized(occasion);
  const config = { alert_type, severity, title, message: said(words) ?? message, recipients };
  return { name, action_type: 'create_alert', config };
}

/** Roles, users and addresses; an "and" before a verb begins the next action. */
function people(words: Words): string[] {
  const nextAction = VERBS.flatMap((verb) => [`and ${verb}`, `then ${verb}`, `and then ${verb}`]);
  return words.names('with', 'saying', ...nextAction);
}

function said(words: Words): string | undefined {
  return words.take('saying') === undefined ? undefined : words.quoted();
}

function* build(rule: Rule, description: string): CommandSteps {
  const { record, trigger, actions } = rule;
  const field = rule.tests.some((test) => test.field === undefined)
    ? yield* onlyNumberOf(record)
    : '';
  if (field === undefined) {
    return `Which field of “${record}” is that? Say it as in “When an order whose total amount is over 5000 is created, …”.`;
  }
  const trigger_conditions = rule.tests.map(({ field: named, comparison, ...value }) => ({
    field_name: columnOf(named ?? field),
    operator: OPERATORS[comparison],
    ...value,
  }));
  // Without a name: it is called by its steps.
  const start = { description, entity: record, trigger_type: trigger, trigger_conditions };
  const [draft] = yield [{ name: 'start_draft', arguments: start }];
  const { draft_id } = asObject(draft);
  for (const action of actions) yield [call('add_draft_action', { draft_id, ...action })];
  const [shown] = yield [call('preview_draft', { draft_id, description })];
  const name = asObject(shown)['workflow_name'];
  const bound = field === '' ? '' : ` The number is compared with ${field}.`;
  return `I drafted the rule “${String(name)}”.${bound} Nothing is saved until you accept the preview.`;
}

/** The record's only number, which "over 5000" speaks of; undefined where there are several or none. */
function* onlyNumberOf(
  record: string,
): Generator<readonly CommandCall[], string | undefined, unknown[]> {
  const [listed] = yield [call('discover', { category: 'entities' })];
  const name = columnOf(record);
  const table = textsIn(listed, 'entities').find((entity) =>
    [name, ...pluralsOf(name)].includes(entity.slice(entity.indexOf('.') + 1)),
  );
  if (table === undefined) return undefined;
  const [described] = yield [call('search_database_schema', { table })];
  const numbers = textsIn(described, 'columns').filter((line) => line.includes(': number'));
  const [only, ...others] = numbers.map((line) => line.slice(0, line.indexOf(':')));
  return others.length === 0 ? only : undefined;
}

function textsIn(data: unknown, name: string): string[] {
  return asList(asObject(data)[name]).filter((one) => typeof one === 'string');
}

function call(name: string, args: JsonObject): CommandCall {
  return { name, arguments: args };
}

function columnOf(words: string): string {
  return words.toLowerCase().replaceAll(' ', '_');
}
