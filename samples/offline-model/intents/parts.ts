import {
  actionSchema,
  alertDetail,
  discover,
  enums,
  findPeople,
  listDrafts,
  listTemplates,
  myAlerts,
  ruleAlerts,
  schema,
  suggestTemplates,
} from '../plans/part-questions.js';
import type { Intent } from '../world.js';

const WORKFLOW = ['workflow'] as const;
const BOTH = ['workflow', 'tables'] as const;

/** Questions on what rules are made of, on alerts, people and the database. */
export const partQuestions: readonly Intent[] = [
  {
    name: 'action_types',
    places: WORKFLOW,
    sample: 'Which actions can a rule have?',
    patterns: [
      { when: 'noun.actiontypes, is.question|act.list, !has.action', score: 7 },
      { when: 'noun.actiontypes', score: 4 },
    ],
    plan: () => discover('action_types')(),
  },
  {
    name: 'trigger_types',
    places: WORKFLOW,
    sample: 'Which triggers are there?',
    patterns: [
      { when: 'noun.triggertypes, is.question|act.list', score: 8 },
      { when: 'noun.triggertypes, !has.action', score: 5 },
    ],
    plan: () => discover('trigger_types')(),
  },
  {
    name: 'entities',
    places: WORKFLOW,
    sample: 'Which tables can a rule watch?',
    patterns: [
      { when: 'noun.entities, is.question|act.list, !has.entity, !noun.schema', score: 6.4 },
    ],
    plan: () => discover('entities')(),
  },
  {
    name: 'action_schema',
    places: WORKFLOW,
    sample: 'Which settings does send email take?',
    patterns: [
      { when: 'noun.settings, action.*, is.question|act.explain|act.list, !has.event', score: 7.1 },
      { when: 'noun.port, action.*, is.question|act.list', score: 7.1 },
      {
        when: 'act.explain|q.does|act.suggest, action.*, noun.node|noun.actiontypes, !is.open',
        score: 6.6,
      },
      { when: 'q.does, noun.actiontypes, action.*', score: 8 },
    ],
    plan: actionSchema,
  },
  {
    name: 'find_people',
    places: WORKFLOW,
    sample: 'Who works in finance?',
    patterns: [
      {
        when: 'act.find, is.named, !noun.rule, !noun.alert, !noun.template, !has.entity, !has.event',
        score: 3,
      },
      { when: 'q.who, is.question, !has.event, !has.action, !action.*', score: 6 },
      {
        when: 'noun.person, act.list|act.find|q.what|q.any, !noun.alert, !has.event, !has.action, !noun.rule, !noun.settings',
        score: 6.1,
      },
      { when: 'noun.person, is.question, !noun.rule, !has.event', score: 4 },
      { when: 'q.who, is.question, !is.open, !is.named', score: 6.3 },
    ],
    plan: findPeople,
  },
  {
    name: 'list_templates',
    places: WORKFLOW,
    sample: 'Which action templates are there?',
    patterns: [
      { when: 'noun.template, act.list|q.what|q.any|q.howmany|all', score: 7.5 },
      { when: 'noun.template, is.short', score: 4 },
    ],
    plan: listTemplates,
  },
  {
    name: 'suggest_templates',
    places: WORKFLOW,
    sample: 'Suggest a template for telling purchasing about low stock',
    patterns: [
      { when: 'noun.template, act.suggest|act.find', score: 8 },
      { when: 'act.suggest, noun.actiontypes|noun.node', score: 7.2 },
      { when: 'act.suggest, has.action, is.question', score: 7.7 },
    ],
    plan: suggestTemplates,
  },
  {
    name: 'my_alerts',
    places: WORKFLOW,
    sample: 'Show my critical alerts',
    patterns: [
      {
        when: 'noun.alert, act.list|q.what|q.any|q.howmany|all, is.many, !noun.rule, !act.create',
        score: 5.5,
      },
      { when: 'noun.alert, is.many, sev.*|alertstatus.*, !has.event', score: 6 },
      { when: 'noun.alert, is.many, is.short, !has.event', score: 4.5 },
    ],
    plan: myAlerts,
  },
  {
    name: 'rule_alerts',
    places: WORKFLOW,
    sample: 'Which alerts has the Low Stock Alert raised?',
    patterns: [
      { when: 'noun.alert, is.many, noun.rule, is.question|act.list, !act.create', score: 7.4 },
      { when: 'noun.alert, is.many, is.named, is.question|act.list, !act.create', score: 7.2 },
      { when: 'noun.alert, is.many, is.pointed, is.open, is.question|act.list', score: 7.3 },
    ],
    plan: ruleAlerts,
  },
  {
    name: 'alert_detail',
    places: WORKFLOW,
    patterns: [
      { when: 'noun.alert, act.explain|act.list|q.does, !is.many, !noun.rule', score: 5.6 },
      { when: 'noun.alert, q.why, !is.many', score: 6 },
      { when: 'noun.alert, has.uuid', score: 9 },
      { when: 'noun.alert, q.who, is.question, !is.many, !has.event, !is.open', score: 6.4 },
    ],
    plan: alertDetail,
  },
  {
    name: 'list_drafts',
    places: WORKFLOW,
    sample: 'Do I have unfinished drafts?',
    patterns: [
      {
        when: 'noun.draft, act.list|q.what|q.any|q.howmany|is.question|all, !act.preview',
        score: 7.5,
      },
      { when: 'noun.draft, is.short, is.many', score: 5 },
    ],
    plan: listDrafts,
  },
  {
    name: 'enums',
    places: BOTH,
    sample: 'Which values can the order status have?',
    patterns: [
      { when: 'noun.enum, is.question|act.list, !act.filter, !has.event', score: 8.2 },
      { when: 'noun.enum, is.short, !has.event', score: 5 },
    ],
    plan: enums,
  },
  {
    name: 'schema',
    places: BOTH,
    sample: 'Which columns does the products table have in the database?',
    patterns: [
      { when: 'noun.schema, is.question|act.list|act.find|act.explain, !has.event', score: 7.6 },
      {
        when: 'noun.column, has.entity, q.what|act.list|q.any|q.where, is.question|act.list, !is.open, !noun.reference',
        score: 6.7,
      },
      { when: 'q.where, noun.column|has.entity|noun.row, is.question', score: 6.3 },
      { when: 'noun.entities, noun.schema', score: 8 },
    ],
    plan: schema,
  },
];
