// Generated from samples/erp/openapi.json by `npm run erp:types`; do not edit.

export const alertSeverityValues = ['low', 'medium', 'high', 'critical'] as const;
export type AlertSeverity = (typeof alertSeverityValues)[number];
export const alertStatusValues = ['active', 'acknowledged', 'dismissed', 'resolved'] as const;
export type AlertStatus = (typeof alertStatusValues)[number];
export type Alignment = 'left' | 'center' | 'right';
export const formatTypeValues = [
  'number',
  'currency',
  'date',
  'datetime',
  'boolean',
  'percent',
] as const;
export type FormatType = (typeof formatTypeValues)[number];
export type DatabaseColumnType = 'string' | 'number' | 'datetime' | 'boolean' | 'uuid' | 'status';
export const columnTypeValues = [
  'string',
  'number',
  'datetime',
  'boolean',
  'uuid',
  'status',
  'computed',
  'lookup',
] as const;
export type ColumnType = (typeof columnTypeValues)[number];
export const computeOperationValues = ['add', 'subtract', 'multiply', 'divide', 'concat'] as const;
export type ComputeOperation = (typeof computeOperationValues)[number];
export const conditionOperatorValues = [
  'equals',
  'not_equals',
  'greater_than',
  'less_than',
  'greater_or_equal',
  'less_or_equal',
  'contains',
  'starts_with',
  'in',
  'is_null',
  'is_not_null',
  'changed',
  'changed_from',
  'changed_to',
] as const;
export type ConditionOperator = (typeof conditionOperatorValues)[number];
export const filterOperatorValues = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'like',
  'ilike',
  'is_null',
  'is_not_null',
] as const;
export type FilterOperator = (typeof filterOperatorValues)[number];
/** A list for in; absent for is_null and is_not_null */
export type FilterValue = string | number | boolean | null | (string | number | boolean)[];
export type FormatStyle = 'success' | 'warning' | 'danger' | 'info' | 'muted';
export const joinTypeValues = ['inner', 'left', 'right', 'full'] as const;
export type JoinType = (typeof joinTypeValues)[number];
export type SortDirection = 'asc' | 'desc';
export type EdgeType = 'start' | 'sequence' | 'always';
export const editableTypeValues = [
  'text',
  'number',
  'checkbox',
  'boolean',
  'select',
  'date',
  'textarea',
] as const;
export type EditableType = (typeof editableTypeValues)[number];
export type PermissionAction = 'view' | 'create' | 'edit' | 'delete' | 'export';
export type RowActionType = 'view' | 'edit' | 'delete' | 'link';
export const triggerTypeNameValues = ['on_create', 'on_update', 'on_delete', 'manual'] as const;
export type TriggerTypeName = (typeof triggerTypeNameValues)[number];
export type WidgetType = 'table';
export type Visualization = 'table' | 'list' | 'cards';
export type TableActionType = 'create' | 'export' | 'refresh' | 'link';

/** One action of a stored rule */
export type Action = {
  id: string;
  name: string;
  /** See listActionTypes */
  action_type: string;
  description?: string;
  is_active: boolean;
  /** Fields of the action type */
  config: Record<string, unknown>;
};
/** An action as a caller writes it */
export type ActionInput = {
  /** temp:0, temp:1… for a new action, its id for a stored one */
  id?: string;
  /** A name of its own within the rule */
  name: string;
  /** See listActionTypes */
  action_type: string;
  description?: string | null;
  is_active?: boolean;
  /** Fields of the action type; see getActionTypeSchema */
  config?: Record<string, unknown>;
};
/** A ready-made action */
export type ActionTemplate = {
  id: string;
  name: string;
  description: string;
  action_type: string;
  config: Record<string, unknown>;
  tags: string[];
};
/** Everything about one action type */
export type ActionTypeSchema = {
  type: string;
  name: string;
  description: string;
  category: string;
  ports: {
    name: string;
    description: string;
    is_default: boolean;
  }[];
  /** JSON Schema of the config */
  config_schema: Record<string, unknown>;
  example: Record<string, unknown>;
};
/** A line of the list of action types */
export type ActionTypeSummary = {
  type: string;
  name: string;
  description: string;
  category: string;
  /** The default one first */
  ports: string[];
  required: string[];
};
/** An alert that a rule raised */
export type Alert = {
  id: string;
  /** null: the rule was deleted */
  rule_id: string | null;
  rule_name: string;
  alert_type: string;
  severity: AlertSeverity;
  status: AlertStatus;
  title: string;
  message: string;
  context: Record<string, unknown>;
  recipients: {
    users: NamedRef[];
    roles: NamedRef[];
  };
  created_at: string;
  acknowledged_at: string | null;
  acknowledged_by: NamedRef | null;
};
/** A user or a role by name */
export type NamedRef = {
  id: string;
  name: string;
};
export type ColumnFormat = {
  type: FormatType;
  /** date-fns tokens: yyyy-MM-dd HH:mm */
  pattern?: string;
  /** Decimals */
  precision?: number;
  /** ISO 4217: EUR */
  currency?: string;
  /** Word for true */
  true_label?: string;
  /** Word for false */
  false_label?: string;
};
/** A column of a table */
export type ColumnInfo = {
  name: string;
  type: DatabaseColumnType;
  pg_type: string;
  nullable: boolean;
  is_primary_key: boolean;
  /** Name of the enum in the same schema */
  enum?: string;
  references?: {
    schema: string;
    table: string;
    column: string;
  };
  comment?: string;
};
export type Compute = {
  operation: ComputeOperation;
  /** Items: A key: alias or name of a selected column */
  columns: string[];
};
/** A test on one field of a record */
export type Condition = {
  /** A column of the rule's entity */
  field_name: string;
  operator: ConditionOperator;
  /** What to compare with; {{column}} and {{today}} are templates */
  value?: unknown;
  /** For changed_from: the value before */
  previous_value?: unknown;
};
export type ConditionalFormat = {
  /** A key: alias or name of a selected column */
  column: string;
  operator: FilterOperator;
  value?: FilterValue;
  style: FormatStyle;
};
/** A table config in a list */
export type ConfigSummary = {
  id: string;
  name: string;
  description?: string;
  title: string;
  /** schema.table */
  source: string;
  version: number;
  updated_at: string;
};
/** What a page can hold */
export type ContentType = {
  type: string;
  description: string;
  /** Fields of the content that must be set */
  requires: string[];
};
export type DataSource = {
  /** The only kind */
  type: 'query';
  /** The table */
  source: string;
  /** Its schema */
  schema: string;
  select: Select;
  filters?: Filter[];
  sort?: Sort[];
  /** Rows per page; 50 when absent */
  rows?: number;
};
export type Select = {
  columns: SelectColumn[];
  foreign_tables?: ForeignTable[];
};
export type SelectColumn = {
  /** A column of the table it is listed under */
  name: string;
  /** Lower-case letters, digits and _, at most 63, not starting with a digit */
  alias?: string;
  /** <table or alias>.<name>, for readers */
  table_column?: string;
};
export type ForeignTable = {
  /** The joined table */
  table: string;
  /** Its schema */
  schema: string;
  /** Lower-case letters, digits and _, at most 63, not starting with a digit */
  alias?: string;
  /** A column of the source, or <table or alias>.<column> joined before */
  relationship_from: string;
  /** A column of the joined table */
  relationship_to: string;
  join_type?: JoinType;
  columns: SelectColumn[];
};
export type Filter = {
  /** A key (alias or name) of a selected column, a column of the source table, or <table or alias>.<column> */
  column: string;
  operator: FilterOperator;
  value?: FilterValue;
  /** The user of the page chooses the value */
  dynamic?: boolean;
  /** What the page calls it */
  label?: string;
};
export type Sort = {
  /** A key (alias or name) of a selected column, a column of the source table, or <table or alias>.<column> */
  column: string;
  direction: SortDirection;
  /** Lower sorts first */
  priority?: number;
};
/** One finding: where it is, what is wrong, what would be right */
export type Detail = {
  /** Where, as actions[0].config */
  path?: string;
  message: string;
  allowed?: (string | number)[];
};
/** How one action leads to the next; a start edge has no source */
export type Edge = {
  id: string;
  source_action_id: string | null;
  /** The port; null for the default one */
  source_output: string | null;
  target_action_id: string;
  edge_type: EdgeType;
  edge_order: number;
};
/** An edge as a caller writes it */
export type EdgeInput = {
  id?: string;
  source_action_id?: string | null;
  /** The port; left out for the default one */
  source_output?: string | null;
  /** The id of an action of this rule */
  target_action_id: string;
  edge_type: EdgeType;
  edge_order?: number;
};
export type Editable = {
  type: EditableType;
  /** May not be emptied */
  required?: boolean;
  /** Items: A choice */
  options?: string[];
};
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  purpose: string;
};
/** A table that rules can watch */
export type Entity = {
  id: string;
  /** schema.table */
  name: string;
  schema: string;
  table: string;
};
/** A database enum and its values */
export type EnumInfo = {
  schema: string;
  name: string;
  values: string[];
};
/** How often a rule would have fired */
export type Estimate = {
  days: number;
  records_examined: number;
  firings: number;
  per_day: number;
  /** Up to five records, latest first */
  sample: {
    id: string;
    at: string;
  }[];
  /** What was counted and assumed */
  note: string;
};
/** What a form can ask for */
export type FieldType = {
  type: string;
  description: string;
  /** Settings a field of this type may carry */
  config: string[];
};
/** A form with its fields in order */
export type Form = {
  id: string;
  name: string;
  description?: string;
  /** schema.table */
  entity: string;
  version: number;
  fields: FormField[];
  updated_at: string;
};
/** One field of a form; its name is a column of the form's entity */
export type FormField = {
  id: string;
  form_id: string;
  name: string;
  label: string;
  field_type: string;
  order_index: number;
  required: boolean;
  config: Record<string, unknown>;
};
/** A rule as a caller writes it. A new one needs name, an entity, a trigger type and actions; a change needs actions and keeps what else is left out */
export type FullRule = {
  name?: string;
  description?: string | null;
  is_active?: boolean;
  /** schema.table, or a table name that is unique */
  entity?: string;
  /** on_create, on_update, on_delete or manual */
  trigger_type?: string;
  trigger_conditions?: Condition[] | null;
  actions?: ActionInput[];
  edges?: EdgeInput[];
  /** The version the change was made on; another version answers 409 */
  if_version?: number;
};
export type Link = {
  /** Starts with / or https://; may hold {key} */
  url: string;
  /** Text of the link */
  label?: string;
};
export type Lookup = {
  /** Schema of the looked-up table */
  schema: string;
  /** The looked-up table */
  table: string;
  /** Its column that equals the value */
  value_column: string;
  /** Its column that is shown */
  label_column: string;
};
/** A page without its content */
export type PageConfig = {
  id: string;
  name: string;
  title: string;
  description?: string;
  version: number;
  content_count: number;
  updated_at: string;
};
/** One piece of a page */
export type PageContent = {
  id: string;
  page_config_id: string;
  content_type: string;
  label: string;
  order_index: number;
  table_config_id?: string;
  form_id?: string;
  layout: Record<string, unknown>;
  parent_id?: string;
};
export type Pagination = {
  /** Whether there are pages */
  enabled?: boolean;
  /** Items: Rows */
  page_sizes?: number[];
  /** Rows */
  default_page_size?: number;
};
export type Permissions = {
  /** Items: Name of a role */
  roles?: string[];
  actions?: PermissionAction[];
};
/** A check that writes nothing */
export type Preview = {
  valid: boolean;
  errors: Detail[];
  /** One line a piece, indented by what holds it */
  outline: string[];
};
/** A piece of a previewed page; id and parent_id tie pieces together */
export type PreviewContent = {
  id?: string;
  page_config_id?: string;
  /** See listContentTypes */
  content_type: string;
  label: string;
  /** At the end when left out */
  order_index?: number;
  table_config_id?: string | null;
  form_id?: string | null;
  layout?: Record<string, unknown>;
  parent_id?: string | null;
};
/** A field of a previewed form */
export type PreviewField = {
  id?: string;
  form_id?: string;
  /** A column of the form's entity */
  name: string;
  label: string;
  /** See listFormFieldTypes */
  field_type: string;
  /** At the end when left out */
  order_index?: number;
  required?: boolean;
  config?: Record<string, unknown>;
};
/** Live rows of a config; the keys of a row are column keys */
export type QueryResult = {
  rows: Record<string, unknown>[];
  columns: ResultColumn[];
  total: number;
  /** What was left out of the query and why */
  notes: string[];
};
export type ResultColumn = {
  key: string;
  header: string;
  type: ColumnType;
  format?: ColumnFormat;
  hidden: boolean;
};
/** A named choice */
export type ReferenceItem = {
  id: string;
  name: string;
  description: string;
};
/** A foreign key seen from one table */
export type RelationshipInfo = {
  direction: 'outgoing' | 'incoming';
  column: string;
  /** Of the table at the other end */
  schema: string;
  /** At the other end */
  table: string;
  foreign_column: string;
};
/** What a person may do */
export type Role = {
  id: string;
  name: string;
  description: string;
};
export type RowAction = {
  /** Name within the config */
  name: string;
  /** What the button says */
  label: string;
  action: RowActionType;
  /** Starts with / or https://; may hold {key} */
  url?: string;
  /** Question asked first */
  confirm?: string;
};
/** A stored rule with its graph */
export type Rule = {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  /** schema.table */
  entity: string;
  trigger_type: TriggerTypeName;
  action_count: number;
  /** Rises by one with each change */
  version: number;
  created_at: string;
  updated_at: string;
  trigger_conditions: Condition[];
  actions: Action[];
  edges: Edge[];
};
/** A rule in a list */
export type RuleSummary = {
  id: string;
  name: string;
  description: string;
  is_active: boolean;
  /** schema.table */
  entity: string;
  trigger_type: TriggerTypeName;
  action_count: number;
  /** Rises by one with each change */
  version: number;
  created_at: string;
  updated_at: string;
};
/** The answer of a dry run */
export type RuleVerdict = {
  valid: boolean;
  errors: Detail[];
  action_count: number;
  edge_count: number;
};
/** A schema of the business database */
export type SchemaInfo = {
  name: string;
  table_count: number;
};
/** The way an event takes through a rule */
export type Simulation = {
  triggered: boolean;
  reason: string;
  steps: SimulationStep[];
  not_reached: string[];
  assumptions: string[];
};
export type SimulationStep = {
  action_id: string;
  action: string;
  action_type: string;
  port: string;
  reason: string;
};
/** A stored table config */
export type StoredConfig = {
  id: string;
  name: string;
  description?: string;
  config: TableConfig;
  /** Rises by one with each change */
  version: number;
  /** Part of the product: may be changed, not deleted */
  is_system: boolean;
  created_at: string;
  updated_at: string;
};
export type TableConfig = {
  /** Title of the table */
  title: string;
  widget_type: WidgetType;
  visualization: Visualization;
  /**
   * @minItems 1
   * @maxItems 1
   */
  data_source: [DataSource];
  visual_settings: VisualSettings;
  permissions?: Permissions;
};
export type VisualSettings = {
  /** By key */
  columns: {
    [k: string]: VisualColumn;
  };
  conditional_formatting?: ConditionalFormat[];
  row_actions?: RowAction[];
  table_actions?: TableAction[];
  pagination?: Pagination;
};
export type VisualColumn = {
  /** The key again */
  name?: string;
  /** Title of the column */
  header: string;
  type: ColumnType;
  /** Pixels */
  width?: number;
  align?: Alignment;
  /** Read, but not shown */
  hidden?: boolean;
  /** Position; on all visible columns or on none */
  order?: number;
  /** The user may sort by it */
  sortable?: boolean;
  /** The user may filter by it */
  filterable?: boolean;
  format?: ColumnFormat;
  editable?: Editable;
  link?: Link;
  lookup?: Lookup;
  compute?: Compute;
};
export type TableAction = {
  /** Name within the config */
  name: string;
  /** What the button says */
  label: string;
  action: TableActionType;
  /** Starts with / or https://; may hold {key} */
  url?: string;
};
/** Counts and sums of live rows */
export type SummaryResult = {
  total: number;
  groups: {
    key: unknown;
    count: number;
    sums: {
      [k: string]: number;
    };
  }[];
  sums: {
    [k: string]: number;
  };
  notes: string[];
};
/** Something that can be configured */
export type Surface = {
  name: string;
  description: string;
  endpoints: Endpoint[];
  constraints: string[];
};
/** A table of the business database */
export type TableInfo = {
  schema: string;
  name: string;
  column_count: number;
  row_estimate: number;
  comment?: string;
};
/** A user of the business system */
export type User = {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  title: string;
  /** Names */
  roles: string[];
};
/** What is wrong with a table config */
export type Validation = {
  valid: boolean;
  errors: Detail[];
  warnings: Detail[];
};
