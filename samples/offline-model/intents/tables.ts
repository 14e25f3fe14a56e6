import { changeTable, previewTable } from '../plans/change-table.js';
import {
  buildTable,
  contentTypes,
  explainTable,
  fieldTypes,
  form,
  listForms,
  listPages,
  listTables,
  page,
  pageContent,
  previewForm,
  previewPage,
  queryTable,
  reference,
  summarize,
  surfaces,
  validateTable,
} from '../plans/table-questions.js';
import type { Intent } from '../world.js';

const TABLES = ['tables'] as const;

/** Questions on tables, pages and forms. */
export const tableQuestions: readonly Intent[] = [
  {
    name: 'list_tables',
    places: TABLES,
    sample: 'Which tables do we have?',
    patterns: [
      {
        when: 'noun.table, is.many, act.list|q.what|q.any|q.howmany|all, !noun.schema, !noun.page',
        score: 5,
      },
      { when: 'noun.table, is.many, is.short, !noun.schema, is.question', score: 3 },
      { when: 'noun.table, q.any, has.entity', score: 4.5 },
      { when: 'noun.entities, is.question, !has.entity, !noun.schema', score: 5 },
    ],
    plan: listTables,
  },
  {
    name: 'explain_table',
    places: TABLES,
    needsOpen: true,
    sample: 'What does this table show?',
    patterns: [
      { when: 'act.preview, is.question, noun.table, !was.table', score: 7.5 },
      { when: 'act.explain|q.does, noun.table, !is.many', score: 5 },
      {
        when: 'q.what|act.list|q.howmany, noun.column, is.question|act.list, !noun.schema, is.open',
        score: 6.5,
      },
      {
        when: 'q.what|act.list, noun.column, noun.table|is.named, is.question, !noun.schema',
        score: 6.8,
      },
      { when: 'act.explain|q.does, is.open|is.named, !noun.form, !noun.page', score: 3 },
      { when: 'noun.filter|noun.sort, is.question, !noun.reference', score: 5.5 },
      { when: 'act.sort|act.filter, is.question, !dir.*, !cmp.gt|cmp.lt', score: 4.4 },
      { when: 'noun.change, is.question, q.what|q.any', score: 4 },
      { when: 'act.join|noun.join, is.question, !noun.reference', score: 4.6 },
      {
        when: 'noun.settings, noun.table, is.question|act.list, !noun.page, !noun.form',
        score: 4.2,
      },
    ],
    plan: explainTable,
  },
  {
    name: 'query_table',
    places: TABLES,
    sample: 'Show the 5 newest orders',
    patterns: [
      { when: 'is.question, dir.*, is.open, !act.sort, !noun.column, !noun.sort', score: 5 },
      {
        when: 'act.list|q.what|act.find, noun.row, !noun.column, !noun.settings, !noun.schema',
        score: 4.2,
      },
      {
        when: 'act.list|q.what|act.find|q.who, has.entity, !noun.column, !noun.table, !noun.schema, !noun.enum',
        score: 4,
      },
      { when: 'is.question, has.entity, cmp.*|dir.*, !q.howmany, !noun.column', score: 4.6 },
      { when: 'act.list, has.number, dir.*|noun.row|has.entity, !act.sort', score: 5.8 },
      { when: 'is.question, q.what, dir.*, has.entity', score: 5.7 },
      { when: 'is.question, q.any, has.entity, !noun.table', score: 4.4 },
      {
        when: 'is.question, has.entity, is.blank, !q.howmany, !noun.table, !noun.page, !noun.form',
        score: 3.2,
      },
      { when: 'act.list, has.entity, cmp.*|dir.*, is.blank, !noun.table', score: 5 },
    ],
    plan: queryTable,
  },
  {
    name: 'summarize',
    places: TABLES,
    sample: 'How many orders are there per status?',
    patterns: [
      { when: 'q.howmany, !noun.table, !noun.page, !noun.form, !noun.column', score: 6.2 },
      { when: 'q.howmany, act.group', score: 7.4 },
      {
        when: 'act.sum, is.question|act.group|is.request, !has.quoted, !act.add, !act.create',
        score: 5.6,
      },
      { when: 'act.group, has.entity|is.open, !act.create, !act.sort', score: 5.4 },
    ],
    plan: summarize,
  },
  {
    name: 'validate_table',
    places: TABLES,
    sample: 'Is this table valid?',
    needsOpen: true,
    patterns: [
      { when: 'act.validate, noun.table|is.open|is.named|is.pointed', score: 6.9 },
      { when: 'act.analyze, noun.table|is.pointed, is.question|act.list', score: 6.5 },
    ],
    plan: validateTable,
  },
  {
    name: 'reference',
    places: TABLES,
    sample: 'Which filter operators are there?',
    patterns: [
      { when: 'noun.reference, is.question|act.list|act.explain', score: 8.4 },
      { when: 'noun.reference, is.short', score: 5 },
      { when: 'act.format, is.question, q.what|q.any', score: 6 },
    ],
    plan: reference,
  },
  {
    name: 'surfaces',
    places: TABLES,
    sample: 'What can be configured here?',
    patterns: [{ when: 'noun.surfaces', score: 9.5 }],
    plan: surfaces,
  },
  {
    name: 'field_types',
    places: TABLES,
    sample: 'Which field types can a form have?',
    patterns: [
      { when: 'noun.fieldtypes', score: 8.5 },
      { when: 'noun.form, noun.reference', score: 8.6 },
    ],
    plan: fieldTypes,
  },
  {
    name: 'content_types',
    places: TABLES,
    sample: 'What can I put on a page?',
    patterns: [
      { when: 'noun.contenttypes', score: 8.8 },
      { when: 'noun.page, noun.reference', score: 8.6 },
    ],
    plan: contentTypes,
  },
  {
    name: 'list_pages',
    places: TABLES,
    sample: 'Which pages are there?',
    patterns: [
      { when: 'noun.page, is.many, act.list|q.what|q.any|q.howmany|all', score: 6.6 },
      { when: 'noun.page, is.many, is.short', score: 4 },
    ],
    plan: listPages,
  },
  {
    name: 'page_content',
    places: TABLES,
    sample: 'What is on the inventory page?',
    patterns: [
      {
        when: 'noun.page, noun.block|noun.table|noun.form, is.question|act.list|act.explain',
        score: 6.8,
      },
      { when: 'noun.page, q.does|q.what|act.explain, !is.many', score: 6.5 },
      { when: 'noun.page, act.list, !is.many', score: 5.8 },
    ],
    plan: pageContent,
  },
  {
    name: 'page',
    places: TABLES,
    patterns: [
      {
        when: 'noun.page, noun.settings|noun.name|noun.description|q.when|noun.change, is.question|act.list',
        score: 7.2,
      },
    ],
    plan: page,
  },
  {
    name: 'preview_page',
    places: TABLES,
    patterns: [{ when: 'noun.page, act.preview', score: 8 }],
    plan: previewPage,
  },
  {
    name: 'list_forms',
    places: TABLES,
    sample: 'Which forms are there?',
    patterns: [
      { when: 'noun.form, is.many, act.list|q.what|q.any|q.howmany|all, !noun.page', score: 6.6 },
      { when: 'noun.form, is.many, is.short', score: 4 },
      { when: 'noun.form, q.any, !noun.page', score: 6 },
    ],
    plan: listForms,
  },
  {
    name: 'form',
    places: TABLES,
    sample: 'Which fields does the new order form have?',
    patterns: [
      {
        when: 'noun.form, noun.column|noun.settings, is.question|act.list|act.explain, !noun.page',
        score: 7,
      },
      { when: 'noun.form, act.list|act.explain|q.does|q.what, !is.many, !noun.page', score: 6.4 },
    ],
    plan: form,
  },
  {
    name: 'preview_form',
    places: TABLES,
    patterns: [{ when: 'noun.form, act.preview', score: 8 }],
    plan: previewForm,
  },
];

/** Building and changing tables. */
export const tableChanges: readonly Intent[] = [
  {
    name: 'build_table',
    places: TABLES,
    sample: 'Build a table of suppliers with name, city and rating, sorted by name',
    patterns: [
      { when: 'act.create, noun.table, is.request', score: 7.6 },
      {
        when: 'act.create, has.entity, is.request, is.blank, noun.table|noun.column|act.sort',
        score: 7,
      },
    ],
    plan: buildTable,
  },
  {
    name: 'change_columns',
    places: TABLES,
    needsOpen: true,
    sample: 'Hide the status column and rename quantity to "On hand"',
    patterns: [
      {
        when: 'act.hide|act.unhide|act.rename|act.move|act.resize|act.align, is.request',
        score: 7.1,
      },
      { when: 'act.format, is.request, is.open|noun.column|has.entity', score: 7 },
      { when: 'act.compute, is.request, is.open', score: 7.15 },
      { when: 'act.add|act.remove, noun.column, is.request', score: 7.2 },
      { when: 'act.add|act.remove, is.request, is.open', score: 6 },
      { when: 'act.join|noun.join, is.request', score: 7 },
      {
        when: 'act.list|act.add, has.entity, is.request, is.open, !has.number, !dir.*, !noun.row, !cmp.*',
        score: 4.7,
      },
    ],
    plan: changeTable,
  },
  {
    name: 'change_rows',
    places: TABLES,
    needsOpen: true,
    sample: 'Only show rows where the quantity is below 20',
    patterns: [
      { when: 'act.sort, is.request', score: 7.3 },
      { when: 'act.filter, is.request, is.open|noun.table|noun.filter', score: 7.1 },
      { when: 'noun.filter|noun.sort, is.request', score: 7.2 },
      { when: 'act.filter, is.request, has.entity', score: 6 },
      { when: 'dir.*, is.request, is.open, !has.number, !act.list', score: 5 },
      { when: 'is.request, is.open, cmp.*, !act.list, !act.create', score: 3 },
      { when: 'is.request, is.open, negation, is.short', score: 2.2 },
    ],
    plan: changeTable,
  },
  {
    name: 'preview_table',
    places: TABLES,
    patterns: [{ when: 'act.preview, !noun.page, !noun.form, !act.hide', score: 7.4 }],
    plan: previewTable,
  },
];
