import { closedObject } from '../../../foundation/json.js';
import { conditionOperatorValues, triggerTypeNameValues } from '../../../platform/types.js';

export type { TriggerTypeName } from '../../../platform/types.js';

export const triggerTypeProperty = {
  type: 'string',
  enum: [...triggerTypeNameValues],
  description: 'When the rule fires.',
};

/** Schema of trigger conditions, as rules and drafts take them. */
export const conditionsProperty = {
  type: 'array',
  description: 'The rule fires only when all hold; leave out to fire always.',
  items: closedObject(['field_name', 'operator'], {
    field_name: { type: 'string', description: 'Column of the entity.' },
    operator: {
      type: 'string',
      enum: [...conditionOperatorValues],
      description: 'How the column is compared.',
    },
    value: { description: 'What it is compared with.' },
    previous_value: { description: 'The value before, for changed_from.' },
  }),
};

const actionSchema = closedObject(['name', 'action_type'], {
  id: {
    type: 'string',
    description: 'Id of an existing action, or temp:0, temp:1… for a new one.',
  },
  name: { type: 'string', minLength: 1, maxLength: 255, description: 'Unique in the rule.' },
  action_type: { type: 'string', description: 'E.g. create_alert; see discover.' },
  description: { type: 'string' },
  is_active: { type: 'boolean' },
  config: {
    type: 'object',
    description: 'Fields of the action type; see get_action_schema. People may be given by name.',
    additionalProperties: true,
  },
  after: {
    type: 'string',
    description: 'What it follows: "Action" or "Action:port". The first action has none.',
  },
});

const edgeSchema = closedObject(['target_action_id', 'edge_type'], {
  source_action_id: { type: 'string', description: 'Id or name; none on the start edge.' },
  source_output: { type: 'string', description: 'Output port it leaves by.' },
  target_action_id: { type: 'string', description: 'Id or name.' },
  edge_type: { type: 'string', enum: ['start', 'sequence', 'always'] },
  edge_order: { type: 'integer', minimum: 0 },
  id: { type: 'string', description: 'Ignored.' },
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
    entity: { type: 'string', description: 'schema.table or a table name.' },
    trigger_type: triggerTypeProperty,
    trigger_conditions: conditionsProperty,
    actions: { type: 'array', minItems: 1, maxItems: 100, items: actionSchema },
    edges: { type: 'array', maxItems: 300, items: edgeSchema },
  },
  additionalProperties: false,
};
