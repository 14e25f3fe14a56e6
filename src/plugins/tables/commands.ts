import type { JsonObject } from '../../foundation/json.js';
import { offers, stepwise, type CommandCall } from '../../llm/providers/palette/command.js';
import { readSentence, type Words } from '../../llm/providers/palette/sentence.js';

const IN_TABLE = 'in table';

export const tableCommands = stepwise((message, request) => {
  if (!offers(request, 'list_table_configs')) return undefined;
  const calls = readSentence(message, sentence);
  return calls === undefined ? undefined : each(calls);
});

function* each(calls: readonly CommandCall[]) {
  for (const call of calls) yield [call];
  return undefined;
}

function sentence(words: Words): CommandCall[] {
  const verb = words.need(
    'delete',
    'list',
    'show',
    'hide',
    'rename',
    'sort by',
    'filter by',
    'remove all filters',
  );
  switch (verb) {
    case 'delete':
      words.need('table', 'the table');
      return [{ name: 'delete_table_config', arguments: { table_name: words.name() } }];
    case 'rename':
      return rename(words);
    case 'sort by':
      return changed('apply_sort_change', { operation: 'set', ...sorting(words) }, words);
    case 'filter by':
      return filter(words);
    case 'remove all filters':
      return changed('apply_filter_change', { operation: 'clear' }, words);
    case 'hide':
      words.take('columns', 'column');
      return columns('hide', words);
    default:
      return show(verb, words);
  }
}

/** "list tables", "show table Orders", "show column SKU". */
function show(verb: string, words: Words): CommandCall[] {
  if (words.take('tables', 'all tables', 'the tables'))
    return [{ name: 'list_table_configs', arguments: {} }];
  if (words.take('table'))
    return [{ name: 'query_table_config', arguments: { table_name: words.name() } }];
  if (verb === 'list') return words.leave();
  words.need('columns', 'column');
  return columns('show', words);
}

function columns(operation: 'hide' | 'show', words: Words): CommandCall[] {
  const names = words.names(IN_TABLE);
  return changed('apply_column_change', { operation, columns: names }, words);
}

/** "rename column Qty to On hand", "rename table Orders to Open orders". */
function rename(words: Words): CommandCall[] {
  if (words.take('table')) {
    const name = words.sees('to') ? {} : { table_name: words.name('to') };
    words.need('to');
    return [{ name: 'preview_table_config', arguments: { ...name, name: words.name() } }];
  }
  words.take('column');
  const column = words.name('to');
  words.need('to');
  const header = words.name(IN_TABLE);
  return changed('apply_column_change', { operation: 'rename', column, header }, words);
}

const DIRECTIONS = ['ascending', 'descending'];

function sorting(words: Words): JsonObject {
  const keys = [sortKey(words)];
  while (words.take('then by', 'and by')) keys.push(sortKey(words));
  const [first, ...then_by] = keys;
  return { ...first, ...(then_by.length > 0 ? { then_by } : {}) };
}

function sortKey(words: Words): JsonObject {
  const column = words.name('then by', 'and by', IN_TABLE, ...DIRECTIONS);
  const direction = words.take(...DIRECTIONS) === 'descending' ? 'desc' : 'asc';
  return { column, direction };
}

/** "filter by status is pending and quantity is below 20". */
function filter(words: Words): CommandCall[] {
  const tests = [words.test('and', IN_TABLE)];
  while (words.take('and')) tests.push(words.test('and', IN_TABLE));
  const table = tableIn(words);
  const changes = tests.map(({ field, comparison, ...value }) => ({
    name: 'apply_filter_change',
    arguments: { operation: 'add', column: field, operator: comparison, ...value, ...table },
  }));
  return [...changes, { name: 'preview_table_config', arguments: table }];
}

function changed(name: string, change: JsonObject, words: Words): CommandCall[] {
  const table = tableIn(words);
  return [
    { name, arguments: { ...change, ...table } },
    { name: 'preview_table_config', arguments: table },
  ];
}

/** The table that is named; without one it is the one that is open. */
function tableIn(words: Words): JsonObject {
  return words.take(IN_TABLE) === undefined ? {} : { table_name: words.name() };
}
