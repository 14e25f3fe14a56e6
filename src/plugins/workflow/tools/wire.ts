import { toolsFor, type ToolCall } from '../../../agenttools/tool.js';
import type { PgDraftStore } from '../store/drafts.store.js';
import type * as erp from '../../../platform/types.js';
import { closedObject, textProperty, choiceProperty } from '../../../foundation/json.js';
import { conditionOperatorValues, triggerTypeNameValues } from '../../../platform/types.js';

export type { TriggerTypeName } from '../../../platform/types.js';

export const triggerTypeProperty = choiceProperty(triggerTypeNameValues, 'When the rule fires.');

export const conditionsProperty = {
  type: 'array',
  description: 'The rule fires only when all hold; leave out to fire always.',
  items: closedObject(['field_name', 'operator'], {
    field_name: textProperty('Column of the entity.'),
    operator: choiceProperty(conditionOperatorValues, 'How the column is compared.'),
    value: { description: 'What it is compared with.' },
    previous_value: { description: 'The value before, for changed_from.' },
  }),
};

const actionSchema = closedObject(['name', 'action_type'], {
  id: textProperty('Id of an existing action, or temp:0, temp:1… for a new one.'),
  name: textProperty('Unique in the rule.', 255),
  action_type: textProperty('E.g. create_alert; see discover.'),
  description: { type: 'string' },
  is_active: { type: 'boolean' },
  config: {
    type: 'object',
    description: 'Fields of the action type; see get_action_schema. People may be given by name.',
    additionalProperties: true,
  },
  after: textProperty('What it follows: "Action" or "Action:port". The first action has none.'),
});

const edgeSchema = closedObject(['target_action_id', 'edge_type'], {
  source_action_id: textProperty('Id or name; none on the start edge.'),
  source_output: textProperty('Output port it leaves by.'),
  target_action_id: textProperty('Id or name.'),
  edge_type: { type: 'string', enum: ['start', 'sequence', 'always'] },
  edge_order: { type: 'integer', minimum: 0 },
  id: textProperty('Ignored.'),
});

/** Schema of a whole rule as tools take it: `after` shorthand or explicit edges. */
export const workflowProperty = {
  type: 'object',
  description:
    'The whole rule. Link actions with `after`, or with `edges` when several ways join. For an update, fields left out stay; `actions`, when given, are all actions.',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    description: { type: 'string' },
    is_active: { type: 'boolean' },
    entity: textProperty('schema.table or a table name.'),
    trigger_type: triggerTypeProperty,
    trigger_conditions: conditionsProperty,
    actions: { type: 'array', minItems: 1, maxItems: 100, items: actionSchema },
    edges: { type: 'array', maxItems: 300, items: edgeSchema },
  },
  additionalProperties: false,
};

/** The backend's shapes, as its OpenAPI document has them (samples/erp/openapi.json). */
export type * from '../../../platform/types.js';
export type { ActionTemplate as Template, RuleVerdict as DryRun } from '../../../platform/types.js';

/** A test on one field of a record; the backend judges the operator. */
export type Condition = Omit<erp.Condition, 'operator'> & { operator: string };

/** An edge as a caller writes it; the backend judges its type. */
export type Edge = Omit<erp.EdgeInput, 'edge_type'> & { edge_type: string };

/** A rule in a list; drafts of rules, which are walked like rules, may lack some of it. */
export type RuleSummary = Pick<
  erp.RuleSummary,
  'id' | 'name' | 'is_active' | 'entity' | 'action_count' | 'version' | 'updated_at'
> & { description: string | null; trigger_type: string };

export type Rule = RuleSummary & {
  trigger_conditions: Condition[];
  actions: erp.Action[];
  edges: Edge[];
};

/** An action as a caller writes it: `after` (`"Action"` or `"Action:port"`) may stand for edges. */
export type ActionInput = erp.ActionInput & { after?: string };

/** A rule as a caller writes it; of an existing rule what is left out stays, and with `actions` the edges. */
export type RuleDocument = Omit<erp.FullRule, keyof Parts | 'if_version'> & Partial<Parts>;

interface Parts {
  trigger_conditions: Condition[];
  actions: ActionInput[];
  edges: Edge[];
}

/** The body that creates or replaces a rule; new actions have ids `temp:N`, and `if_version` is what it was made on. */
export type FullRule = Pick<Rule, 'name' | 'is_active' | 'entity' | 'trigger_type' | keyof Parts> &
  Pick<erp.FullRule, 'if_version'> & { description: string };

export interface WorkflowServices {
  drafts: PgDraftStore;
}

export type WorkflowCall = ToolCall & WorkflowServices;

export const workflowTool = toolsFor<WorkflowServices>('workflow');
