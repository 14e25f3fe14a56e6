import { conditionOperatorValues, triggerTypeNameValues } from '../../../platform/types.js';

export type { TriggerTypeName } from '../../../platform/types.js';

/** When a rule can fire, as arguments of tools name it. */
export const triggerTypeNames = triggerTypeNameValues;

/** Schema of a trigger type argument. */
export const triggerTypeProperty = {
  type: 'string',
  enum: [...triggerTypeNames],
  description: 'When the rule fires.',
};

/** Schema of trigger conditions, as rules and drafts take them. */
export const conditionsProperty = {
  type: 'array',
  description: 'The rule fires only when all hold; leave out to fire always.',
  items: {
    type: 'object',
    properties: {
      field_name: { type: 'string', description: 'Column of the entity.' },
      operator: {
        type: 'string',
        enum: [...conditionOperatorValues],
        description: 'How the column is compared.',
      },
      value: { description: 'What it is compared with.' },
      previous_value: { description: 'The value before, for changed_from.' },
    },
    required: ['field_name', 'operator'],
    additionalProperties: false,
  },
};
