import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { schemaNamed } from '../../openapi/document.js';
import { compileSchema, placed, schemaProblems } from '../../shared/schema-problems.js';
import type { FullRuleBody } from '../rules/rule.model.js';

let ruleBody: object | undefined;

/** The document's schema of a rule without what the checks of a rule say better: lengths, numbers, operators. */
function ruleSchema(): object {
  const text = { type: 'string' };
  const nullableText = { type: ['string', 'null'] };
  const condition = schemaNamed('Condition');
  return {
    type: 'object',
    required: ['name', 'actions'],
    properties: {
      ...(schemaNamed('FullRule')['properties'] as JsonObject),
      name: { ...text, description: "the rule's name" },
      description: nullableText,
      trigger_conditions: {
        type: ['array', 'null'],
        items: {
          ...condition,
          properties: { ...(condition['properties'] as JsonObject), operator: text },
        },
      },
      actions: {
        type: 'array',
        items: schemaNamed('ActionInput'),
        description: 'the list of actions',
      },
      edges: { type: 'array', items: schemaNamed('EdgeInput') },
    },
  };
}

/** Checks that a parsed body has the shape of a full rule; whether it makes sense is checked later. */
export function readRuleShape(body: unknown): { body: FullRuleBody } | { errors: ErrorDetail[] } {
  ruleBody ??= ruleSchema();
  const problems = schemaProblems(compileSchema(ruleBody), body);
  if (problems.length === 0) return { body: body as FullRuleBody };
  return { errors: problems.map((problem) => placed(problem, '', 'Rule')) };
}
