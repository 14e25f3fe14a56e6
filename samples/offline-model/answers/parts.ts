import type { JsonObject } from '../../../src/foundation/json.js';
import {
  bullets,
  capital,
  count,
  flowWords,
  join,
  leftOut,
  objectOf,
  objectsOf,
  plain,
  textOf,
  textsOf,
  timeWords,
  triggerWords,
  valueWords,
} from './words.js';

/** `discover` of any category. */
export function sayDiscovered(data: unknown): string {
  const result = objectOf(data);
  const category = textOf(result['category']);
  const items = result[category];
  const lines = objectsOf(items).map(blockLine);
  const names = textsOf(items);
  const noun = category === 'entities' ? 'kinds of record a rule can watch' : plain(category);
  return `There are ${lines.length + names.length} ${noun}:\n${bullets([...lines, ...names])}`;
}

function blockLine(item: JsonObject): string {
  const ports = textsOf(item['ports']);
  const name = plain(textOf(item['type']) || textOf(item['name']));
  return `${name}: ${textOf(item['description'])}${ports.length > 0 ? ` Ways out: ${join(ports.map(plain))}.` : ''}`;
}

/** `get_action_schema`. */
export function sayActionSchema(data: unknown): string {
  const result = objectOf(data);
  const fields = textsOf(result['fields']).map(fieldLine);
  const ports = textsOf(result['ports']).map(plain);
  return `${capital(plain(textOf(result['type'])))}: ${textOf(result['description'])}\nIts settings (needed ones are marked):\n${bullets(fields)}\nIts ways out:\n${bullets(ports)}`;
}

/** `severity*: one of low|high — how urgent` → `severity (needed): one of low, high; how urgent`. */
function fieldLine(line: string): string {
  return plain(line)
    .replace(/^([^:]*)\*:/, '$1 (needed):')
    .replace(/\[\]\./g, ', each: ')
    .replace(/\|/g, ', ')
    .replace(' — ', '; ');
}

/** `find_recipients`. */
export function sayPeople(data: unknown): string {
  const result = objectOf(data);
  const users = objectsOf(objectOf(result['users'])['items']);
  const roles = objectsOf(objectOf(result['roles'])['items']);
  if (users.length + roles.length === 0) return textOf(result['hint']) || 'Nobody fits that.';
  const people = users.map(
    (user) => `${textOf(user['name'])}, ${textOf(user['title'])} (${textOf(user['email'])})`,
  );
  const parts = [
    ...(people.length > 0
      ? [`${capital(count(people.length, 'person', 'people'))}:\n${bullets(people)}`]
      : []),
    ...(roles.length > 0
      ? [
          `${capital(count(roles.length, 'role'))}:\n${bullets(roles.map((role) => `${plain(textOf(role['name']))}: ${textOf(role['description'])}`))}`,
        ]
      : []),
  ];
  return parts.join('\n');
}

/** `list_action_templates` and `suggest_templates`. */
export function sayTemplates(data: unknown): string {
  const result = objectOf(data);
  const templates = objectsOf(result['templates'] ?? result['suggestions']);
  if (templates.length === 0) return textOf(result['hint']) || 'There is no template for that.';
  const total = Number(result['total'] ?? templates.length);
  const lines = templates.map(
    (item) =>
      `${textOf(item['name'])} (${plain(textOf(item['action_type']))}): ${textOf(item['description'])}`,
  );
  const head =
    'suggestions' in result
      ? 'These templates fit, best first'
      : `There ${total === 1 ? 'is' : 'are'} ${count(total, 'action template')}`;
  return `${head}:\n${bullets(lines)}${leftOut(total, templates.length)}`;
}

/** `list_my_alerts` and `list_alerts_for_rule`. */
export function sayAlerts(data: unknown, about = ''): string {
  const result = objectOf(data);
  const alerts = objectsOf(result['alerts']);
  const total = Number(result['total'] ?? alerts.length);
  const rule = textOf(result['workflow']);
  const whose = rule ? ` from “${rule}”` : ' for you';
  if (total === 0) return `There are no${about} alerts${whose}.`;
  const lines = alerts.map(
    (alert) =>
      `${textOf(alert['title'])} (${textOf(alert['severity'])}, ${textOf(alert['status'])}, ${timeWords(alert['created_at'])})`,
  );
  return `There ${total === 1 ? 'is' : 'are'} ${count(total, `${about.trim()} alert`.trim())}${whose}:\n${bullets(lines)}${leftOut(total, alerts.length)}`;
}

/** `get_alert_detail`. */
export function sayAlert(data: unknown): string {
  const alert = objectOf(data);
  const recipients = objectOf(alert['recipients']);
  const who = [...textsOf(recipients['users']), ...textsOf(recipients['roles'])].map(plain);
  const rule = textOf(alert['rule_name']);
  const facts = Object.entries(objectOf(alert['context'])).filter(([key]) => !key.endsWith('id'));
  return [
    `“${textOf(alert['title'])}”: ${textOf(alert['message'])}`,
    `Severity ${textOf(alert['severity'])}, status ${textOf(alert['status'])}, raised ${timeWords(alert['created_at'])}${rule ? ` by the rule “${rule}”` : ''}.`,
    ...(who.length > 0 ? [`It went to ${join(who)}.`] : []),
    ...(facts.length > 0
      ? [`Behind it: ${join(facts.map(([key, value]) => `${plain(key)} ${valueWords(value)}`))}.`]
      : []),
  ].join('\n');
}

/** `list_drafts`. */
export function sayDrafts(data: unknown): string {
  const drafts = objectsOf(objectOf(data)['drafts']);
  if (drafts.length === 0) return 'You have no unfinished drafts.';
  const lines = drafts.map(
    (draft) =>
      `${textOf(draft['name'])}: runs ${triggerWords(textOf(draft['trigger_type']), textOf(draft['entity']))}, ${count(Number(draft['action_count'] ?? 0), 'action')} (${flowWords(draft['flow'])})`,
  );
  return `You have ${count(drafts.length, 'unfinished draft')}:\n${bullets(lines)}`;
}

/** `search_database_schema` in each of its forms. */
export function saySchema(data: unknown): string {
  const result = objectOf(data);
  const columns = textsOf(result['columns']);
  if (columns.length > 0) {
    const links = textsOf(result['relationships']);
    const rows = Number(result['rows'] ?? 0);
    const comment = textOf(result['comment']);
    return `The table ${textOf(result['table'])}${comment ? ` (${comment})` : ''} has ${count(columns.length, 'column')} and about ${count(rows, 'row')}:\n${bullets(columns)}${links.length > 0 ? `\nIt is linked like this:\n${bullets(links)}` : ''}`;
  }
  const matches = objectsOf(objectOf(result['matches'])['items']);
  if (matches.length > 0) {
    const lines = matches.map(
      (item) =>
        `${textOf(item['table'])}${textsOf(item['matching_columns']).length > 0 ? `: ${join(textsOf(item['matching_columns']).map((line) => line.split(':')[0] ?? line))}` : ''}`,
    );
    return `I found this in the database:\n${bullets(lines)}`;
  }
  const tables = objectsOf(objectOf(result['tables'])['items']);
  if (tables.length === 0)
    return textOf(result['hint']) || 'I found nothing like that in the database.';
  return `The database has these tables:\n${bullets(tables.map((table) => `${textOf(table['table'])}${textOf(table['comment']) ? `: ${textOf(table['comment'])}` : ''}`))}`;
}

/** `search_enums`. */
export function sayEnums(data: unknown): string {
  const result = objectOf(data);
  const enums = objectsOf(objectOf(result['enums'])['items'] ?? result['enums']);
  if (enums.length === 0) return textOf(result['hint']) || 'There is no such list of values.';
  const line = (item: JsonObject) =>
    `${plain(textOf(item['enum']).split('.').at(-1) ?? '')}: ${join(textsOf(item['values']).map(plain))}`;
  const [only] = enums;
  if (enums.length === 1 && only) return `The values of ${line(only).replace(':', ' are')}.`;
  return `These are the lists of values:\n${bullets(enums.map(line))}`;
}
