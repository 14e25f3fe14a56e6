import type { JsonObject } from '../../../src/foundation/json.js';
import {
  bullets,
  capital,
  count,
  entityWords,
  join,
  leftOut,
  objectOf,
  objectsOf,
  plain,
  textOf,
  textsOf,
  timeWords,
  valueWords,
} from './words.js';

/** `list_table_configs`. */
export function sayTables(data: unknown): string {
  const result = objectOf(data);
  const tables = objectsOf(result['tables']);
  const total = Number(result['total'] ?? tables.length);
  if (tables.length === 0) return 'There are no saved tables like that.';
  const lines = tables.map(
    (table) =>
      `${textOf(table['name'])}: lists ${entityWords(textOf(table['source']))}${textOf(table['description']) ? `. ${textOf(table['description'])}` : ''}`,
  );
  return `There ${total === 1 ? 'is' : 'are'} ${count(total, 'table')}:\n${bullets(lines)}${leftOut(total, tables.length)}`;
}

/** `get_table_config`. */
export function sayTable(data: unknown): string {
  const table = objectOf(data);
  const columns = objectsOf(table['columns']).map(columnLine);
  const hidden = textsOf(table['hidden']).map(plain);
  const pending = textsOf(table['pending_changes_not_accepted']);
  return [
    `“${textOf(table['name']) || textOf(table['title'])}” lists ${entityWords(textOf(table['source']))} in ${count(columns.length, 'column')}:\n${bullets(columns)}`,
    ...(hidden.length > 0 ? [`Hidden: ${join(hidden)}.`] : []),
    ...(textsOf(table['joins']).length > 0
      ? [`It also reads ${join(textsOf(table['joins']).map(joinWords))}.`]
      : []),
    `${filterWords(table['filters'])} ${sortWords(table['sort'])}`,
    ...(pending.length > 0 ? [`Changes not yet accepted: ${join(pending)}.`] : []),
  ].join('\n');
}

function columnLine(column: JsonObject): string {
  const format = textOf(column['format']);
  const computed = textOf(column['computed']);
  const notes = [
    textOf(column['type']),
    format ? `shown as ${format}` : '',
    computed ? `computed: ${computed}` : '',
  ];
  return `${textOf(column['header']) || plain(textOf(column['key']))} (${notes.filter(Boolean).join(', ')})`;
}

function joinWords(text: string): string {
  return entityWords(/^\w+ (\S+)/.exec(text)?.[1] ?? text);
}

/** The filters of a table in a sentence. */
export function filterWords(filters: unknown): string {
  const list = textsOf(filters);
  return list.length > 0 ? `Filtered: ${join(list.map(plain))}.` : 'It has no filters.';
}

/** The sort order of a table in a sentence. */
export function sortWords(sort: unknown): string {
  const list = textsOf(sort);
  const text =
    typeof sort === 'string'
      ? sort
      : list.length > 0
        ? list.join(', ')
        : objectsOf(sort).map(valueWords).join(', ');
  return text && text !== 'nothing' ? `Sorted by ${plain(text)}.` : 'It is not sorted.';
}

/** `query_table_config`. */
export function sayRows(data: unknown): string {
  const result = objectOf(data);
  const rows = objectsOf(result['rows']);
  const total = Number(result['total'] ?? rows.length);
  const columns = objectsOf(result['columns']).slice(0, MAX_CELLS);
  if (rows.length === 0) return `No row of “${textOf(result['table'])}” fits that.`;
  const head =
    total > rows.length
      ? `${count(total, 'row')} of “${textOf(result['table'])}” fit; here are the first ${rows.length}`
      : `${capital(count(total, 'row'))} of “${textOf(result['table'])}”`;
  return `${head}:\n${bullets(rows.map((row) => rowLine(row, columns)))}`;
}

const MAX_CELLS = 7;

function rowLine(row: JsonObject, columns: readonly JsonObject[]): string {
  return columns
    .map((column) => {
      const value = row[textOf(column['key'])];
      const words = column['type'] === 'datetime' ? timeWords(value) : valueWords(value);
      return `${textOf(column['header'])} ${words === 'nothing' ? '–' : words}`;
    })
    .join(', ');
}

/** `summarize_table`. */
export function saySummary(data: unknown): string {
  const result = objectOf(data);
  const sums = Object.entries(objectOf(result['sums'])).map(
    ([key, value]) => `${plain(key)} ${amount(value)}`,
  );
  const groups = objectsOf(result['groups']);
  const by = plain(textOf(result['group_by']));
  const head = `“${textOf(result['table'])}” has ${count(Number(result['total'] ?? 0), 'row')}${sums.length > 0 ? `, in total ${join(sums)}` : ''}.`;
  if (groups.length === 0) return head;
  const lines = groups.map((group) => {
    const inside = Object.entries(objectOf(group['sums'])).map(
      ([key, value]) => `${plain(key)} ${amount(value)}`,
    );
    return `${plain(valueWords(group['key']))}: ${count(Number(group['count'] ?? 0), 'row')}${inside.length > 0 ? `, ${join(inside)}` : ''}`;
  });
  return `${head} By ${by}:\n${bullets(lines)}${leftOut(Number(result['group_count'] ?? groups.length), groups.length)}`;
}

function amount(value: unknown): string {
  return typeof value === 'number'
    ? value.toLocaleString('en-GB', { maximumFractionDigits: 2 })
    : valueWords(value);
}

/** `preview_table_config`. */
export function sayTablePreview(data: unknown): string {
  const result = objectOf(data);
  const changes = textsOf(result['changes']).map(plain);
  const table = textOf(result['table']);
  const rows = count(Number(result['total_rows'] ?? 0), 'row');
  if (result['is_update'] === false) {
    const shown = objectOf(result['shown']);
    const headers = objectsOf(shown['columns']).map((column) => textOf(column['header']));
    return `I built the table “${table}” on ${entityWords(textOf(shown['source']))} with the columns ${join(headers)}; it shows ${rows}. The preview is ready: nothing is saved until you accept it.`;
  }
  return `I changed “${table}”: ${join(changes) || 'see the preview'}. It now shows ${rows}. The preview is ready: nothing is saved until you accept it.`;
}

/** `discover_table_reference`. */
export function sayReference(data: unknown): string {
  const result = objectOf(data);
  const topic = textOf(result['topic']);
  if (topic) return `${capital(plain(topic))}: ${referenceWords(result['reference'])}`;
  const lines = Object.entries(result).filter(([key]) => key !== 'more' && key !== 'rules');
  return `This is what a table can be made of:\n${bullets(lines.map(([key, value]) => `${plain(key)}: ${referenceWords(value)}`))}`;
}

function referenceWords(value: unknown): string {
  const item = objectOf(value);
  if (Array.isArray(item['values'])) {
    const rule = textOf(item['rule']) || textOf(item['pattern']);
    const fitting = Object.entries(objectOf(item['fitting'])).map(
      ([type, list]) => `for ${type} ${join(textsOf(list))}`,
    );
    return `${join(textsOf(item['values']))}. ${fitting.length > 0 ? `They fit like this: ${fitting.join('; ')}. ` : ''}${rule}`.trim();
  }
  const list = textsOf(value);
  return list.length > 0 ? list.join(' ') : valueWords(value);
}

/** `discover_config_surfaces`. */
export function saySurfaces(data: unknown): string {
  const surfaces = objectsOf(objectOf(data)['surfaces']);
  return `These parts can be configured:\n${bullets(surfaces.map((item) => `${textOf(item['name'])}: ${textOf(item['description'])}`))}`;
}

/** `discover_field_types` and `discover_content_types`. */
export function sayTypes(data: unknown, field: string, noun: string): string {
  const items = objectsOf(objectOf(data)[field]);
  return `There are ${count(items.length, noun)}:\n${bullets(items.map((item) => `${plain(textOf(item['type']))}: ${textOf(item['description'])}`))}`;
}

/** `list_pages` and `list_forms`. */
export function sayList(data: unknown, field: string, noun: string): string {
  const items = objectsOf(objectOf(data)[field]);
  if (items.length === 0) return `There are no ${noun}s.`;
  const line = (item: JsonObject) => {
    const size = item['content_count'] ?? item['field_count'];
    const unit = 'content_count' in item ? 'block' : 'field';
    return `${textOf(item['name'])}${textOf(item['entity']) ? ` for ${entityWords(textOf(item['entity']))}` : ''} (${count(Number(size ?? 0), unit)})`;
  };
  return `There ${items.length === 1 ? 'is' : 'are'} ${count(items.length, noun)}:\n${bullets(items.map(line))}`;
}

/** `get_page_config`. */
export function sayPage(data: unknown): string {
  const page = objectOf(data);
  const description = textOf(page['description']);
  return `The page “${textOf(page['name'])}” has the title “${textOf(page['title'])}” and ${count(Number(page['content_count'] ?? 0), 'block')}. ${description}${description ? ' ' : ''}It is at version ${valueWords(page['version'])}, last changed ${timeWords(page['updated_at'])}.`;
}

/** `get_page_content`. */
export function sayBlocks(data: unknown): string {
  const result = objectOf(data);
  const blocks = objectsOf(result['blocks']);
  if (blocks.length === 0) return `The page “${textOf(result['page'])}” is empty.`;
  const line = (block: JsonObject) => {
    const shows = textOf(block['table'])
      ? `, shows the table “${textOf(block['table'])}”`
      : textOf(block['form'])
        ? `, shows the form “${textOf(block['form'])}”`
        : '';
    return `${textOf(block['label']) || 'without a label'} (${plain(textOf(block['content_type']))}${shows})`;
  };
  return `The page “${textOf(result['page'])}” holds ${count(blocks.length, 'block')}:\n${bullets(blocks.map(line))}`;
}

/** `get_form_definition`. */
export function sayForm(data: unknown): string {
  const form = objectOf(data);
  const fields = objectsOf(form['fields']).map(
    (field) =>
      `${textOf(field['label']) || plain(textOf(field['name']))} (${plain(textOf(field['field_type']))}${field['required'] === true ? ', required' : ''})`,
  );
  return `The form “${textOf(form['name'])}” enters ${entityWords(textOf(form['entity']))} with ${count(fields.length, 'field')}:\n${bullets(fields)}`;
}

/** `preview_page_config` and `preview_form`. */
export function sayOutline(data: unknown, noun: string): string {
  const result = objectOf(data);
  const outline = outlineLines(result['outline']);
  return `The ${noun} is valid. Its outline:\n${bullets(outline.length > 0 ? outline : ['empty'])}\nThis is only a look: nothing was saved.`;
}

function outlineLines(outline: unknown): string[] {
  if (typeof outline === 'string') return outline.split('\n').filter(Boolean);
  if (Array.isArray(outline))
    return outline.flatMap((item: unknown) =>
      typeof item === 'string' ? [item] : [outlineItem(objectOf(item))],
    );
  const inner = Object.values(objectOf(outline)).find(Array.isArray);
  return inner === undefined ? [] : outlineLines(inner);
}

function outlineItem(item: JsonObject): string {
  const name = textOf(item['label']) || textOf(item['name']) || textOf(item['title']);
  const kind = plain(
    textOf(item['field_type']) || textOf(item['content_type']) || textOf(item['type']),
  );
  return `${name}${kind ? ` (${kind})` : ''}`;
}
