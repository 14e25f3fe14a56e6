import * as kit from '../../../../samples/offline-model/kit.js';
import { isTerse, wantedActions } from './wanted-actions.js';
import { editRule } from './edit-rule.js';
import { changesWanted } from './exchange.js';
import { askRule, asksFor, lastRun } from './ask-rule.js';
import { askRules } from './ask-rules.js';
import { addToRule, buildRule, previewDraft, removeFromRule } from './draft-rule.js';
import { database, ruleLanguage } from './lexicon.js';
import { properNames } from './read-people.js';
import { recordFrom } from './record.js';
import { restated } from './restate.js';
import { askNode, nodesMeant, rules, toNode } from './rules.js';

/** How the model that comes with the server works with rules. */
export const workflowSkill = kit.createSkill({
  contextType: 'workflow',
  idKey: 'workflow_id',
  language: ruleLanguage,
  restate: restated,
  requests: kit.readData<kit.Requests>(new URL('./requests.yaml', import.meta.url)),
  facts: (reading) => ({
    'has.action': wantedActions(reading).length > 0,
    'has.event': isTerse(reading),
    ...changesWanted(reading),
    // A test for what sets the rule off, and nothing that it is to do.
    'has.limit':
      (reading.has('frame.only') ||
        (reading.says('only', 'no') &&
          reading.has('cmp.gt|cmp.lt|cmp.gte|cmp.lte|entity.*') &&
          !reading.has('act.list|act.remove'))) &&
      !reading.has('trig.on_create|trig.on_delete') &&
      wantedActions(reading).every(({ concept }) => concept === 'action.evaluate_condition'),
    'has.person': properNames(reading).length > 0,
    ...asks(reading),
  }),
  plans: {
    addToRule,
    buildRule,
    editRule,
    previewDraft,
    removeFromRule,
    tellRule,
    askRule,
    askRules,
    lastRun,
  },
  fill: {
    workflow_id: function* (world) {
      return (yield* kit.whichOne(world, rules)).id;
    },
    'explain_workflow_node.workflow_id': function* (world) {
      return (yield* kit.whichOne(world, rules, 'content')).id;
    },
    workflow_a: (world) => compared(world, 0),
    workflow_b: (world) => compared(world, 1),
    node,
    record,
    'simulate_workflow.record': recordToTry,
    alert_id: alert,
    entity,
    table: entity,
    action_type: function* ({ reading }) {
      const written = reading.tokens.find(
        ({ kind, text }) => kind === 'name' && text.includes('_'),
      );
      return written?.lower ?? reading.value('action') ?? reading.value('step');
    },
    // "Low Stock Alert" asks for no severity.
    'list_alerts_for_rule.severity': function* ({ reading, transcript }, { workflow_id: id }) {
      const listed = transcript.exchanges.find(({ name }) => name === rules.listTool)?.data;
      const found = kit.objectsOf(kit.objectOf(kit.unwrapped(listed))['rules']);
      const name = found.find((rule) => rule['id'] === id)?.['name'];
      return reading.beside(kit.textOf(name)).value('sev');
    },
    // "Who has the role buyer?" asks for people.
    'find_recipients.kind': function* ({ reading }) {
      return reading.says('roles') && !reading.has('q.who') ? 'role' : undefined;
    },
    'suggest_templates.text': function* ({ reading }) {
      return reading.text.trim();
    },
  },
});

/** What a question asks of rules, as facts; "with a quantity of 3" asks what would become of it. */
function asks(reading: kit.Reading): Record<string, boolean> {
  const asked = [...asksFor(reading)];
  const isTried = reading.tokens.some(({ kind }) => kind === 'number');
  // "Which roles can get alerts?" asks for people, and for no rule.
  const others = reading
    .all('entity.*|trig.*')
    .filter(
      ({ from, to }) => !/^roles?$/.test(reading.lower(from)) && !reading.at(to, 'noun.person'),
    );
  const isOfRule = reading.has('noun.rule|act.receive|step.*|action.*') && !reading.says('can');
  const isOfRoles = reading.says('role', 'roles') && others.length === 0 && !isOfRule;
  const special = ['who', 'state', 'lastrun', 'history', 'rules'];
  return {
    'has.asker': asked.includes('who') && !isOfRoles,
    'has.setting': !isTried && asked.some((each) => !special.includes(each)),
    ...Object.fromEntries(special.slice(1).map((each) => [`has.${each}`, asked.includes(each)])),
  };
}

function* compared(world: kit.World, at: 0 | 1): kit.Part<unknown> {
  return (yield* kit.whichTwo(world, rules))[at].id;
}

function* entity({ reading }: kit.World): kit.Part<unknown> {
  return reading.has('q.where') ? undefined : kit.entityOf(reading);
}

function* summaryOf(args: kit.JsonObject): kit.Part<kit.JsonObject> {
  return kit.objectOf(yield* kit.need('get_workflow_rule', { workflow_id: args['workflow_id'] }));
}

function* node({ reading }: kit.World, args: kit.JsonObject): kit.Part<unknown> {
  const summary = yield* summaryOf(args);
  const actions = kit.objectsOf(summary['actions']).map(toNode);
  const [meant] = nodesMeant(actions, reading);
  return meant?.name ?? askNode(toNode(summary), actions);
}

function* columnsOfRule(args: kit.JsonObject) {
  const summary = yield* summaryOf(args);
  return (yield* kit.columnsOf(kit.textOf(summary['entity']), database)).columns;
}

function* record({ reading, today }: kit.World, args: kit.JsonObject): kit.Part<unknown> {
  return recordFrom(reading, yield* columnsOfRule(args), today);
}

function* recordToTry({ reading, today }: kit.World, args: kit.JsonObject): kit.Part<unknown> {
  const columns = yield* columnsOfRule(args);
  const values = recordFrom(reading, columns, today);
  if (values !== undefined) return values;
  const names = columns.flatMap(({ key, type }) => (type === 'uuid' ? [] : [kit.plain(key)]));
  const sample = names.find((name) => /quantity|amount/.test(name)) ?? names[0] ?? 'quantity';
  return kit.giveUp(
    `With which values shall I try it? For example “with ${sample} 5”. The record has ${names.slice(0, 8).join(', ')}. Which values?`,
  );
}

/** The alert that is named, or the newest of those spoken of. */
function* alert({ reading }: kit.World): kit.Part<unknown> {
  const id = reading.tokens.find(({ kind }) => kind === 'uuid')?.lower;
  if (id !== undefined) return id;
  const severity = reading.value('sev');
  const alerts = kit
    .objectsOf(kit.objectOf(yield* kit.need('list_my_alerts'))['alerts'])
    .toSorted((a, b) => kit.textOf(b['created_at']).localeCompare(kit.textOf(a['created_at'])))
    .map((each) => ({
      id: kit.textOf(each['id']),
      name: kit.textOf(each['title']),
      severity: each['severity'],
    }));
  const pool = alerts.filter((each) => severity === undefined || each.severity === severity);
  const isFirst = reading.says('last', 'latest', 'newest', 'recent', 'first', 'top');
  const first = isFirst || severity !== undefined || pool.length === 1 ? pool[0] : undefined;
  const meant = kit.meantBy(pool, reading) ?? first;
  if (meant !== undefined) return meant.id;
  const names = kit.bullets(alerts.slice(0, 10).map(({ name }) => name));
  return kit.giveUp(`Your alerts are:\n${names}\n\nWhich one do you mean?`);
}

/** The open rule itself, where a question about it has no answer of its own: what it depends on stands there. */
function* tellRule(world: kit.World): kit.Plan {
  const { reading } = world;
  const { id, name } = yield* kit.whichOne(world, rules);
  const told = kit.sayAny(yield* kit.need('get_workflow_rule', { workflow_id: id }));
  const concepts = ['noun.rule', 'act.happens', 'act.add'];
  const rest = kit.unreadWords(reading, { calls: [told], concepts, texts: [name] });
  const lacks = `I could not take in ${kit.quoteWords(rest, reading)} of your question; this is the rule.\n`;
  return rest.length > 0 ? lacks + told : told;
}
