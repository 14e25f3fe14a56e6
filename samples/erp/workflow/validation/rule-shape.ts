import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import { edgeTypeValues } from '../../../../src/platform/types.js';
import type { FullRuleBody } from '../rules/rule.model.js';
import { compileSchema, placed, schemaProblems } from '../../shared/schema-problems.js';

const nullableText = { type: ['string', 'null'] };

const condition = {
  type: 'object',
  additionalProperties: false,
  required: ['field_name', 'operator'],
  properties: {
    field_name: { type: 'string' },
    operator: { type: 'string' },
    value: {},
    previous_value: {},
  },
};

const action = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'action_type'],
  properties: {
    id: {
      type: 'string',
      description: 'temp:0, temp:1… for a new action, its id for a stored one',
    },
    name: { type: 'string', description: 'a name of its own within the rule' },
    action_type: { type: 'string', description: 'see GET /v1/workflow/action-types' },
    description: nullableText,
    is_active: { type: 'boolean' },
    config: { type: 'object', description: 'the fields of the action type' },
    after: {
      type: ['string', 'array', 'null'],
      items: { type: 'string' },
      description: '"Action" or "Action:port"',
    },
  },
};

const edge = {
  type: 'object',
  additionalProperties: false,
  required: ['target_action_id', 'edge_type'],
  properties: {
    id: { type: 'string' },
    source_action_id: nullableText,
    source_output: nullableText,
    target_action_id: { type: 'string', description: 'the id of an action of this rule' },
    edge_type: { type: 'string', enum: [...edgeTypeValues] },
    edge_order: { type: 'integer', minimum: 0, maximum: 10_000 },
  },
};

/** The fields a full rule may have; `if_version` is read by the caller of this check. */
const ruleBody = {
  type: 'object',
  required: ['name', 'actions'],
  properties: {
    name: { type: 'string', description: "the rule's name" },
    description: nullableText,
    is_active: { type: 'boolean' },
    entity: { type: 'string' },
    entity_id: { type: 'string' },
    trigger_type: { type: 'string' },
    trigger_type_id: { type: 'string' },
    trigger_conditions: { type: ['array', 'null'], items: condition },
    actions: { type: 'array', items: action, description: 'the list of actions' },
    edges: { type: 'array', items: edge },
  },
};

/** Checks that a parsed body has the shape of a full rule; whether it makes sense is checked later. */
export function readRuleShape(body: unknown): { body: FullRuleBody } | { errors: ErrorDetail[] } {
  const problems = schemaProblems(compileSchema(ruleBody), body);
  if (problems.length === 0) return { body: body as FullRuleBody };
  return { errors: problems.map((problem) => placed(problem, '', 'Rule')) };
}
