/** What a tool is for, in the words to look for it by; a tool not listed is looked for by its name. */
const purposes: Readonly<Record<string, string>> = {
  start_draft: 'begin a draft of a workflow rule, or load an existing rule into a draft',
  add_draft_action: 'add an action to the draft',
  remove_draft_action: 'take an action out of the draft',
  preview_draft: 'show the finished draft to the user as a preview',
  preview_workflow: 'show a whole changed rule to the user as a preview',
  get_workflow_rule: 'show one workflow rule: trigger, conditions, flow, actions',
  search_database_schema: 'look up the columns of a database table',
  search_enums: 'look up the allowed values of an enum column',
  find_recipients: 'find users and roles by name',
  list_workflow_rules: 'list the workflow rules',
  discover: 'overview of action types, trigger types or entities',
  list_table_configs: 'list the saved tables',
  get_table_config: 'read one table: columns, filters, sort order',
  apply_column_change: 'add, remove, rename, move, hide, show or format a column of the table',
  apply_filter_change: 'add, replace or remove a filter of the table',
  apply_sort_change: 'change the sort order of the table',
  apply_join_change: 'join another database table to the table',
  preview_table_config: 'show the changed table to the user as a preview',
  query_table_config: 'show the first rows of a table',
  summarize_table: 'count and sum the rows of a table by group',
  validate_table_config: 'check whether a table config is valid',
};

/** The query for `find_tools` that finds this tool: its name and what it is for. */
export function describeTool(name: string): string {
  const words = name.replaceAll('_', ' ');
  const purpose = purposes[name];
  return purpose === undefined ? `${name} (${words})` : `${name}: ${purpose}`;
}
