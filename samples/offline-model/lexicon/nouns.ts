import type { Lexicon } from '../reading/concepts.js';

/** The things of the product that people name. */
export const nouns: Lexicon = {
  'noun.rule':
    'rule, workflow, automation, flow, business rule, workflow rule, automatism, process',
  'noun.alert': 'alert, warning, alarm, notification ~ inbox, incident',
  'noun.actiontypes':
    'action type, kind of action, type of action, actions are available, actions can i use, actions exist, possible action, available action, what actions, which actions, kind of step, type of step, building block, actions do we have, actions are there, what action, which action, all actions, actions can, step type, actions available',
  'noun.triggertypes':
    'trigger type, kind of trigger, type of trigger, which trigger, what trigger, available trigger, trigger are there, triggers, possible trigger, trigger exist, events can, which events, what events, trigger a rule, start a rule, trigger a workflow, start a workflow',
  'noun.entities':
    'entity, entities, which tables, what tables, kind of record, type of record, what data, which data, objects, which records, what records, tables can, tables are there, which objects, business objects, tables do we have, tables exist',
  'noun.template':
    'template, ready-made action, ready made, prefab, premade, blueprint, preset, ready-made',
  'noun.draft': 'draft, unfinished, work in progress, half-finished, wip',
  'noun.person':
    'recipient, user, role, person, people, colleague, team, group, member, contact, someone, staff, manager, buyer, who is, approver, =who, who can, addressee',
  'noun.node': 'step, node, action, stage, box',
  'noun.port': 'port, output, outlet, branch, exit',
  'noun.path': 'path, route, way, event, journey',
  'noun.condition': 'condition, criterion, criteria, threshold, limit, cutoff, minimum, maximum',
  'noun.settings':
    'setting, field, parameter, option, configuration, schema, config, argument, property, input, configure, =require, =required, need to know, needs',
  'noun.value':
    'severity, subject, message, body, duration, timeout, channel, wording, approver, recipient',
  'noun.table':
    'table, grid, table config, table configuration, list view, datatable, overview table, report, list of, table of, overview of',
  'noun.column': 'column, field',
  'noun.row': 'row, record, line, entry, data, result, content, sample, item',
  'noun.page': 'page, screen, dashboard, pages',
  'noun.block': 'block, content, tab, widget, section, on it',
  'noun.form': 'form, input form, entry form, input mask, mask',
  'noun.fieldtypes':
    'field type, type of field, kind of field, input type, kind of input, form widget, type of input, input kinds, form control',
  'noun.contenttypes':
    'content type, block type, type of block, kind of block, kind of content, type of content, put on a page, page element, page block, put on the page, what can a page, element types',
  'noun.surfaces':
    'configurable, what can be configured, can be configured, customize, customise, surface, what can i configure, what can i change, can i configure, what parts, what is possible, able to change, parts of the app',
  'noun.reference':
    'operator, kind of join, type of join, kind of filter, type of filter, kind of column, type of column, kind of format, kind of sort, column type, format type, editable type, join type, filter operator, widget type, reference, date pattern, date token, data type, which formats, which types, what types, what formats, possible formats, aggregate function',
  'noun.schema':
    'database, schema, db, database table, data model, foreign key, relationship, db schema, tables in, sql table',
  'noun.enum':
    'enum, possible value, allowed value, valid value, which values, what values, value can, values for, values of, options for, status values, possible status, which status, what status, list of values, =statuses, which categories, which priorities, priorities are there, what priorities, which segments, categories exist, possible categories, values does, states can, which states, possible states, values are allowed',
  'noun.filter': 'filter, restriction',
  'noun.sort': 'sorting, sort order, sort',
  'noun.join': 'join, joined table, related table',
  'noun.change': 'change, pending, modification, edit',
  'noun.recipientfield': 'recipient',
  'noun.name': 'name, title, header, label, heading, caption',
  'noun.description': 'description',
  'noun.capability':
    'what can you do, what can i do, help, how does this work, what are you able, what do you do, your abilities, capabilities, who are you, what are you, how do i use, what can i ask, what you can do',
  'noun.code':
    'write ~ code, source code, some code, code that, program code, script, python, javascript, sql query, sql statement, function in, program, regex, html, typescript, java',
  'noun.smalltalk':
    'weather, joke, how are you, poem, song, story, football, movie, =news, recipe, capital of, president, bitcoin, stock market, share price, translate, translation, horoscope, birthday, vacation, holiday, lottery, love you, meaning of life, sports, restaurant, soccer, celebrity, hungry, who won, bored, good morning, good evening',
  'noun.external':
    'slack, whatsapp, teams channel, twitter, sms gateway, phone call, fax, jira, salesforce, printer, calendar, linkedin, instagram, telegram',
};
