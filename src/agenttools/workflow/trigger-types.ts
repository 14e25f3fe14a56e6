/** When a rule can fire, as arguments of tools name it. */
export const triggerTypeNames = ['on_create', 'on_update', 'on_delete', 'manual'] as const;

/** One of {@link triggerTypeNames}. */
export type TriggerTypeName = (typeof triggerTypeNames)[number];

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
        enum: [
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
        ],
        description: 'How the column is compared.',
      },
      value: { description: 'What it is compared with.' },
      previous_value: { description: 'The value before, for changed_from.' },
    },
    required: ['field_name', 'operator'],
    additionalProperties: false,
  },
};
