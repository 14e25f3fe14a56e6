import { decline, introduce, notUnderstood } from '../plans/declines.js';
import type { Intent } from '../world.js';

const BOTH = ['workflow', 'tables'] as const;

/** What is understood but not done: each says why. */
export const declined: readonly Intent[] = [
  {
    name: 'introduce',
    places: BOTH,
    patterns: [{ when: 'noun.capability, !has.entity, !has.action', score: 9 }],
    plan: introduce,
  },
  {
    name: 'small_talk',
    places: BOTH,
    patterns: [{ when: 'noun.smalltalk, !has.event', score: 20 }],
    plan: decline(
      'That is outside of what I know: I only work with the workflow rules and tables of this system.',
    ),
  },
  {
    name: 'code',
    places: BOTH,
    patterns: [{ when: 'noun.code, !has.event', score: 19 }],
    plan: decline('I do not write code.'),
  },
  {
    name: 'greeting',
    places: BOTH,
    patterns: [
      {
        when: 'polite, is.short, !act.*, !noun.*, !has.entity, !has.action, !has.event, !has.number, !q.*, !dir.*, !sev.*',
        score: 2,
      },
    ],
    plan: introduce,
  },
  {
    name: 'delete_rule',
    places: ['workflow'],
    patterns: [
      {
        when: 'act.remove, noun.rule, !noun.node, !has.step, !has.event, is.request, !noun.condition, !act.create',
        score: 8,
      },
      { when: 'act.remove, noun.rule, is.many', score: 12 },
    ],
    plan: decline(
      'I have no tool to delete a workflow rule. I can show a preview that switches it off instead: ask me to deactivate it.',
    ),
  },
  {
    name: 'delete_table',
    places: ['tables'],
    patterns: [
      {
        when: 'act.remove, noun.table, is.request, is.named, !noun.column, !noun.filter, !noun.sort, !has.quoted, !act.join, !cmp.*',
        score: 6,
      },
      { when: 'act.remove, noun.table, is.many, !noun.column, !noun.filter', score: 12 },
      { when: 'act.remove, noun.page|noun.form, !noun.column', score: 9 },
    ],
    plan: decline('I have no tool to delete a table, page or form.'),
  },
  {
    name: 'delete_records',
    places: BOTH,
    patterns: [
      {
        when: 'act.remove, has.entity, !noun.rule, !noun.column, !noun.table, !has.event, !noun.filter, !noun.join, !act.join, !noun.node, is.request, all',
        score: 5,
      },
    ],
    plan: decline('I cannot change business records: I only build rules and tables.'),
  },
  {
    name: 'accept_preview',
    places: BOTH,
    patterns: [
      { when: 'act.accept, !has.event, !has.action, !has.entity, !act.validate', score: 10 },
    ],
    plan: decline(
      'Accepting or rejecting is yours: use the buttons of the preview. I cannot save anything myself.',
    ),
  },
  {
    name: 'undo',
    places: BOTH,
    patterns: [{ when: 'act.undo, !has.event, !has.action', score: 10 }],
    plan: decline(
      'I cannot take back what was saved. A preview that you reject changes nothing, and you can tell me the opposite change.',
    ),
  },
  {
    name: 'acknowledge_alert',
    places: ['workflow'],
    patterns: [{ when: 'act.acknowledge, noun.alert, is.request, !has.event', score: 12 }],
    plan: decline('I can read alerts, but I have no tool to acknowledge or dismiss them.'),
  },
  {
    name: 'external_service',
    places: BOTH,
    patterns: [{ when: 'noun.external', score: 15 }],
    plan: decline(
      'I have no action for that service: rules can raise alerts, send emails and notifications (in the app, by email, sms or push).',
    ),
  },
  {
    name: 'rules_in_tables',
    places: ['tables'],
    patterns: [
      {
        when: 'noun.rule, !noun.table, !noun.column, !noun.filter, !noun.surfaces, !noun.reference',
        score: 6,
      },
      { when: 'has.event, has.action', score: 8 },
      { when: 'noun.alert, !has.entity', score: 6 },
    ],
    plan: decline(
      'Workflow rules and alerts are not part of this page: ask me on a workflow page. Here I work with tables, pages and forms.',
    ),
  },
  {
    name: 'tables_in_workflow',
    places: ['workflow'],
    patterns: [
      { when: 'noun.page|noun.form, !has.event, !has.action, !noun.rule', score: 7 },
      {
        when: 'act.sort|act.hide|act.resize|act.align, noun.column|noun.table, !noun.rule, !has.event',
        score: 7,
      },
    ],
    plan: decline(
      'Tables, pages and forms are not part of this page: ask me on a tables page. Here I work with workflow rules and alerts.',
    ),
  },
  {
    name: 'out_of_domain',
    places: BOTH,
    patterns: [{ when: 'noun.smalltalk', score: 1.5 }],
    plan: notUnderstood,
  },
];
