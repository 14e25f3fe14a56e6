import { buildRule } from '../plans/build-rule.js';
import { editRule } from '../plans/edit-rule.js';
import { addToRule, previewDraft, removeFromRule } from '../plans/extend-rule.js';
import {
  analyzeRule,
  cascade,
  compareRules,
  estimate,
  explainNamed,
  explainNode,
  explainPath,
  explainRule,
  listRules,
  rulesForEntity,
  simulate,
  validateRule,
  whoHears,
} from '../plans/rule-questions.js';
import type { Intent } from '../world.js';

const WORKFLOW = ['workflow'] as const;

/** Questions on rules. */
export const ruleQuestions: readonly Intent[] = [
  {
    name: 'list_rules',
    places: WORKFLOW,
    sample: 'Which workflow rules do we have?',
    patterns: [
      { when: 'noun.rule, act.list|q.what|q.any|q.howmany|all|act.find, is.many', score: 4 },
      { when: 'noun.rule, active.*, is.many', score: 5 },
      { when: 'noun.rule, is.many, is.short', score: 2.5 },
      { when: 'noun.rule, is.many, trig.*, is.question, !has.entity', score: 4.5 },
    ],
    plan: listRules,
  },
  {
    name: 'rules_for_entity',
    places: WORKFLOW,
    sample: 'Which rules run on orders?',
    patterns: [
      {
        when: 'noun.rule, has.entity, is.many, act.list|q.what|q.any|q.howmany|all|act.find|is.short, !act.create',
        score: 6,
      },
      { when: 'act.happens, has.entity, trig.*, is.blank, !is.named, !has.number', score: 7 },
      { when: 'is.question, q.any|q.what, noun.rule, has.entity, !is.named', score: 5 },
    ],
    plan: rulesForEntity,
  },
  {
    name: 'explain_rule',
    places: WORKFLOW,
    sample: 'What does the Low Stock Alert do?',
    patterns: [
      { when: 'act.explain|q.does|act.list, noun.rule, !is.many', score: 5 },
      { when: 'act.explain|q.does, is.named', score: 4.5 },
      { when: 'act.explain|q.does, is.open|is.pointed', score: 3.5 },
      {
        when: 'q.do, noun.alert|is.named|noun.rule, !is.many, !noun.node, !noun.actiontypes',
        score: 6.1,
      },
      {
        when: 'is.question, act.run, noun.rule|is.pointed|is.named, frame.when|q.what, !q.howoften, !cmp.last, !has.number, !is.many, !act.cascade',
        score: 5.6,
      },
      { when: 'act.list, is.named, !noun.alert, !noun.draft, !noun.template', score: 3 },
      { when: 'is.question, noun.rule, is.named, !is.many', score: 3 },
      {
        when: 'is.question, trig.*|noun.condition, noun.rule|is.open, q.when|q.what|frame.when, !is.many, !has.entity, is.pointed|is.named',
        score: 4.2,
      },
      {
        when: 'is.question, act.estimate, noun.rule|is.named|is.open, frame.when, !q.howoften, !cmp.last',
        score: 5.5,
      },
    ],
    plan: explainRule,
  },
  {
    name: 'explain_named',
    places: WORKFLOW,
    patterns: [{ when: 'act.explain|q.do', score: 1.2 }],
    plan: explainNamed,
  },
  {
    name: 'who_hears',
    places: WORKFLOW,
    sample: 'Who is told about late suppliers?',
    patterns: [{ when: 'q.who, act.hear, is.question, !is.open', score: 7.5 }],
    plan: whoHears,
  },
  {
    name: 'explain_node',
    places: WORKFLOW,
    needsOpen: true,
    sample: 'Who gets the email in this rule?',
    patterns: [
      {
        when: 'is.question, noun.value, step.*|action.*|noun.node, is.open|noun.rule|is.named, !noun.actiontypes, !noun.settings',
        score: 6.1,
      },
      {
        when: 'act.explain|q.does|q.what|act.list, noun.node, !is.many, !noun.actiontypes, !noun.settings',
        score: 6,
      },
      { when: 'act.explain|q.does|q.what|act.list, noun.node, has.quoted', score: 6.5 },
      {
        when: 'is.question, noun.condition, noun.rule|is.pointed|is.open, !has.event, !act.change',
        score: 6.3,
      },
      {
        when: 'q.who, action.*|step.*, is.question, noun.rule|is.open|is.named|is.pointed',
        score: 7,
      },
      {
        when: 'is.question, q.what, noun.condition|noun.name|noun.recipientfield, action.*|noun.node, is.open|noun.rule|is.named',
        score: 6.2,
      },
      {
        when: 'is.question, q.what|q.does, action.*, sev.*|noun.name|noun.condition, is.open',
        score: 5,
      },
    ],
    plan: explainNode,
  },
  {
    name: 'explain_path',
    places: WORKFLOW,
    needsOpen: true,
    sample: 'What happens in this rule when the quantity drops to 5?',
    patterns: [
      { when: 'act.happens, is.open|noun.rule|is.named', score: 7.2 },
      { when: 'act.happens, has.number|port.*', score: 6.5 },
      { when: 'noun.path, act.list|q.what|act.explain, is.open|noun.rule|is.named', score: 6.6 },
      { when: 'act.happens, has.entity, is.named', score: 7.3 },
    ],
    plan: explainPath,
  },
  {
    name: 'simulate',
    places: WORKFLOW,
    needsOpen: true,
    sample: 'Test this rule with a quantity of 3',
    patterns: [
      { when: 'act.simulate', score: 7.5 },
      {
        when: 'act.estimate, is.question, has.number, cmp.*|has.entity, !q.howoften, !cmp.last, !is.many, !act.cascade',
        score: 6.8,
      },
    ],
    plan: simulate,
  },
  {
    name: 'compare_rules',
    places: WORKFLOW,
    sample: 'What is the difference between Order Approval and Purchase Order Approval?',
    patterns: [{ when: 'act.compare', score: 9 }],
    plan: compareRules,
  },
  {
    name: 'analyze_rule',
    places: WORKFLOW,
    sample: 'Does the Order Approval rule have dead ends or missing failure paths?',
    patterns: [
      { when: 'act.analyze, noun.rule|is.open|is.named|is.pointed, !has.event', score: 7 },
      { when: 'act.analyze, port.failure', score: 7 },
      { when: 'port.failure, is.question, is.open|noun.rule|is.named, !act.happens', score: 6 },
    ],
    plan: analyzeRule,
  },
  {
    name: 'cascade',
    places: WORKFLOW,
    sample: 'Which other rules would the Credit Limit Watch set off?',
    patterns: [
      { when: 'act.cascade, is.question|act.list|act.analyze', score: 9.5 },
      { when: 'act.cascade, !has.action', score: 8 },
    ],
    plan: cascade,
  },
  {
    name: 'estimate',
    places: WORKFLOW,
    sample: 'How often would the Big Order Notification have fired in the last 60 days?',
    patterns: [
      { when: 'q.howoften, !noun.alert', score: 8 },
      { when: 'q.howoften, act.estimate', score: 9 },
      { when: 'q.howmany, act.estimate', score: 8.5 },
      {
        when: 'act.estimate, cmp.last|unit.day|unit.week|unit.month, is.question, !has.action',
        score: 7.6,
      },
      { when: 'q.howoften, noun.rule|is.named', score: 8 },
    ],
    plan: estimate,
  },
  {
    name: 'validate_rule',
    places: WORKFLOW,
    sample: 'Is the Order Approval rule valid?',
    patterns: [
      { when: 'act.validate, noun.rule|is.pointed, !has.event', score: 8.1 },
      { when: 'act.validate, is.open|is.named, !has.event, !has.action', score: 6.9 },
      { when: 'act.validate, is.question, !has.event', score: 6.8 },
    ],
    plan: validateRule,
  },
];

/** Building and changing rules. */
export const ruleChanges: readonly Intent[] = [
  {
    name: 'build_rule',
    places: WORKFLOW,
    sample:
      'When an order over 5,000 euro is created, alert the warehouse managers with high severity',
    patterns: [
      { when: 'has.event, has.action, is.request', score: 7.4 },
      { when: 'act.create, noun.rule, is.request', score: 7 },
      { when: 'has.event, is.request, is.blank, has.entity', score: 3 },
      { when: 'act.create, noun.rule, has.event, is.request', score: 8 },
      { when: 'frame.when|frame.if, cmp.*, has.action, is.request, is.blank', score: 6 },
      { when: 'has.action, has.entity, is.request, is.blank, frame.when|frame.if', score: 5 },
      { when: 'has.action, is.request, is.blank, !was.draft, !is.named', score: 2.6 },
    ],
    plan: buildRule,
  },
  {
    name: 'add_to_rule',
    places: WORKFLOW,
    needsOpen: true,
    sample: 'Also email the finance controllers',
    patterns: [
      { when: 'act.add, has.action, is.request, is.open', score: 7.6 },
      { when: 'act.add, has.action, is.request, was.draft', score: 7.6 },
      { when: 'act.add, has.step, is.request, noun.rule, !act.create', score: 7.7 },
      { when: 'act.add, has.action, is.request, is.named, !has.event', score: 7.3 },
      { when: 'has.action, is.request, is.open, !has.entity', score: 7.5 },
      { when: 'has.action, is.request, was.draft, !has.event', score: 6 },
      { when: 'act.add, noun.node, is.request', score: 6 },
      { when: 'port.*, has.action, is.request, is.open', score: 8 },
    ],
    plan: addToRule,
  },
  {
    name: 'remove_from_rule',
    places: WORKFLOW,
    needsOpen: true,
    sample: 'Remove the email from this rule',
    patterns: [
      { when: 'act.remove, noun.node, is.request, !has.event', score: 8.5 },
      { when: 'act.remove, has.step, is.request, !has.event', score: 8.4 },
      { when: 'act.remove, is.open, is.named, !noun.rule, is.request', score: 5 },
      { when: 'act.remove, was.draft, is.request', score: 5 },
    ],
    plan: removeFromRule,
  },
  {
    name: 'edit_rule',
    places: WORKFLOW,
    sample: 'Deactivate the Reorder Point Check',
    patterns: [
      { when: 'act.activate|act.deactivate, is.request, !has.event', score: 8.6 },
      {
        when: 'act.rename, noun.rule|is.open|is.named, is.request, !act.create, !has.event',
        score: 8.7,
      },
      { when: 'act.change, sev.*, is.request, !has.event, !frame.when', score: 8.2 },
      {
        when: 'act.change, noun.condition|noun.name|noun.recipientfield|unit.*, is.request, !act.create, !has.event',
        score: 7.9,
      },
      {
        when: 'act.change, has.number, is.short, is.request, was.draft|is.open, !act.add, !has.event',
        score: 8.3,
      },
      {
        when: 'act.activate|act.deactivate|act.rename, is.named, is.request, !frame.when',
        score: 8.8,
      },
      { when: 'act.change, has.quoted, is.request, !act.create, !has.event', score: 7.8 },
      { when: 'is.request, has.number, is.open, act.change, !has.event', score: 7.7 },
      {
        when: 'is.request, act.change, is.open|noun.rule, !has.action, !act.create, !has.event',
        score: 4,
      },
    ],
    plan: editRule,
  },
  {
    name: 'preview_draft',
    places: WORKFLOW,
    patterns: [
      { when: 'act.preview, noun.draft', score: 8 },
      { when: 'act.preview, was.draft', score: 8 },
      { when: 'act.preview, is.blank, !has.action', score: 5 },
    ],
    plan: previewDraft,
  },
];
