import type { Agent } from '../../agentloop/agent.js';
import { isUuid } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { answering, toolUse, contextBlock } from '../../agentloop/prompt.js';

/** What people say who want rows, numbers or another table: compared with, never shown. */
const routingExamples: readonly string[] = [
  'How many products are there?',
  'List all suppliers',
  'Show the orders of this month',
  'Which customers are in France?',
  'What is the total value of the orders?',
  'Average price by category',
  'Top ten customers by revenue',
  'How much stock is left of this article?',
  'Who works in the Milan office?',
  'What did this customer buy?',
  'What is the price of the drill?',
  'Hide a column',
  'Add a column to the table',
  'Rename the column header',
  'Sort the table by date',
  'Filter the list by status',
  'Remove the filter',
  'Join the suppliers to the table',
  'Create a table of all employees',
  'Which tables and pages are there?',
  'Which fields does the form have?',
  'Change how the numbers are shown',
  'Show it as a currency',
  'Count them per country',
  'Put a tab on the page',
  'Wie viele Produkte gibt es?',
  'Liste alle Lieferanten auf',
  'Zeig mir die Aufträge von diesem Monat',
  'Welche Kunden kommen aus Frankreich?',
  'Summe der Bestellungen nach Lieferant',
  'Blende die Spalte aus',
  'Füge eine Spalte hinzu',
  'Sortiere die Tabelle nach Datum',
  'Filtere nach Status',
  'Erstelle eine Tabelle mit allen Mitarbeitern',
  'Wie hoch ist der Umsatz?',
  'Was kostet der Artikel?',
  'Welche Seiten und Formulare gibt es?',
  'Which tables do we have?',
  'How many of them are open right now?',
  'Which products are below their reorder point?',
  'Break it down by month',
  'Is this item in stock?',
  'Who are our biggest customers?',
  'How much did we spend on it?',
  'Welche Tabellen haben wir?',
  'Umsatz pro Monat',
  'Wie viele davon sind offen?',
  'Welche Aufträge liegen über diesem Betrag?',
  'Ist der Artikel auf Lager?',
  'Who is the supplier of this product?',
  'What is the phone number of this customer?',
  'Which employees joined this year?',
  'Which orders are late?',
  'What is the status of the order?',
  'Give me the cheapest articles',
  'How many were shipped last week?',
  'Show only rows above a value',
  'Group it by country',
  'Make this column wider',
  'Move the column to the front',
  'Which warehouse has the most stock?',
  'Show me the table',
  'Is there a page for that?',
  'Check the table for errors',
  'Wer liefert diesen Artikel?',
  'Welche Bestellungen sind überfällig?',
  'Zeig mir den Umsatz je Kunde',
  'Nach Land gruppieren',
  'Wie viele Mitarbeiter haben wir?',
  'Welcher Kunde hat am meisten bestellt?',
  'Entferne den Filter',
  'Benenne die Spalte um',
];

/** The ERP copilot for table configurations. */
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
  routing: { examples: routingExamples, contextKeys: ['config_id'] },
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

/** The table copilot's system prompt: fixed blocks, then the page's context. */
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
