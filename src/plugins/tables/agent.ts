import type { Agent } from '../../agentloop/agent.js';
import { routingExamples } from '../../agentloop/routing/agent-routing.js';
import { isUuid } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { answering, toolUse, contextBlock } from '../../agentloop/prompt.js';

export const tablesAgent: Agent = {
  contextType: 'tables',
  title: 'Tables',
  description: 'Answers from live rows, and builds and changes the tables that pages show.',
  examples: [
    'How many orders are there per status?',
    'What are the three most expensive products?',
    'Create a new table called "Pending orders" that lists orders with number, status and required date where the status is pending',
    'Filter by status is pending in table "Orders"',
  ],
  examplesOfSample: true,
  groups: ['tables'],
  coreTools: () => ['list_table_configs', 'discover_table_reference'],
  systemPrompt: tablesPrompt,
  policy: { maxTurns: 20, maxTokens: 4096 },
  routing: { examples: routingExamples(import.meta.url).tables, contextKeys: ['config_id'] },
};

const role = `You are the table assistant of an ERP system. You help people to understand, build and change table configurations: which columns a table shows, how they look, how rows are joined, filtered and sorted.`;

const howToWork = `## How to work
- Preview first. You cannot save anything: every new or changed configuration is shown to the user as a preview with live rows, and the user accepts or rejects it. After a preview, say in one or two sentences what changed and that it waits for the user's decision; do not repeat its content.
- A change to a stored table is made on a working copy that the server keeps: read it with get_table_config, apply one or more changes, then call preview_table_config; you never pass the whole configuration along. Several changes go into one preview.
- For a new table, look the source up with search_database_schema, then call preview_table_config with name, source and columns (a column of a linked table is written table.column and joins by itself); filters and sort can go along.
- When validation fails, fix exactly the paths it names.`;

const playbooks = `## Playbooks
- Columns: get_table_config → search_database_schema when the column is not known → apply_column_change → preview_table_config.
- Filters: get_table_config → search_enums when the column holds one of a fixed set of values → apply_filter_change → preview_table_config.
- Joins: get_table_config → search_database_schema for the foreign key → apply_join_change → apply_column_change for the joined columns → preview_table_config.
- Sorting: get_table_config → apply_sort_change → preview_table_config.
- A question about the data: query_table_config for rows, summarize_table for counts and sums.
- Pages and forms: read them with the page and form tools; show a change with preview_page_config or preview_form.`;

const concepts = `## Concepts
- A table configuration has a data source (schema and table, selected columns, joined tables, filters, sort) and visual settings (per column: header, type, format, width, alignment, hidden, order).
- Column types: string, number, datetime, boolean, uuid, status, computed, lookup. Every visible column has a type; a datetime column has a format in date-fns tokens such as yyyy-MM-dd.
- Filter operators: eq, neq, gt, gte, lt, lte, in, like, ilike, is_null, is_not_null. Joins: inner, left, right, full.
- Either all visible columns have an order or none has.`;

const guidedCreation = `## No table yet
The page shows no stored table. If the user names one, find it with list_table_configs. If the user wants a new one and says which data it should show, build it and preview it. If it is not clear which data, ask one short question and offer two or three sensible choices.`;

function tablesPrompt(context: JsonObject): string {
  return [
    role,
    howToWork,
    playbooks,
    concepts,
    toolUse,
    answering,
    ...(isUuid(context['config_id']) ? [] : [guidedCreation]),
    contextBlock(
      {
        contextType: 'tables',
        idKey: 'config_id',
        noun: 'table config',
        none: 'There is no current table config.',
      },
      context,
    ),
  ].join('\n\n');
}
