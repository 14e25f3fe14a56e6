import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { RuleKnowledge } from '../knowledge.store.js';
import { expandRule } from '../rules/expand-rule.js';
import type { RuleGraph, FullRuleBody } from '../rules/rule.model.js';
import {
  actionIds,
  limits,
  names,
  uniqueNames,
  type RuleCheck,
  entityExists,
  triggerConditionsValid,
  triggerTypeValid,
} from './checks/head.js';
import {
  actionTypesExist,
  configConditionsValid,
  configTargetsExist,
  configsMatch,
  peopleExist,
} from './checks/configs.js';
import { allReachable, edgesConnect, noCycle, oneStart, portsExist } from './checks/graph.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { schemaNamed } from '../../openapi/document.js';
import { compileSchema, placed, schemaProblems } from '../../shared/schema-problems.js';

const checks: readonly RuleCheck[] = [
  names,
  uniqueNames,
  actionIds,
  entityExists,
  triggerTypeValid,
  triggerConditionsValid,
  actionTypesExist,
  configsMatch,
  configConditionsValid,
  configTargetsExist,
  peopleExist,
  oneStart,
  edgesConnect,
  portsExist,
  noCycle,
  allReachable,
];

/** Everything that is wrong with a rule; empty when it is valid. Pure. */
export function validateRule(rule: RuleGraph, knowledge: RuleKnowledge): ErrorDetail[] {
  const tooBig = limits(rule, knowledge);
  if (tooBig.length > 0) return tooBig;
  return checks.flatMap((check) => check(rule, knowledge));
}

/** A body as a rule: its graph as far as it could be read, and everything that is wrong with it. */
export interface RuleReading {
  graph: RuleGraph | undefined;
  errors: ErrorDetail[];
}

/** Reads a parsed body: shape, then every check. The graph is valid when there are no errors. */
export function readRule(body: unknown, knowledge: RuleKnowledge): RuleReading {
  const shape = readRuleShape(body);
  if ('errors' in shape) return { graph: undefined, errors: shape.errors };
  const graph = expandRule(shape.body, knowledge);
  return { graph, errors: validateRule(graph, knowledge) };
}

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
function readRuleShape(body: unknown): { body: FullRuleBody } | { errors: ErrorDetail[] } {
  ruleBody ??= ruleSchema();
  const problems = schemaProblems(compileSchema(ruleBody), body);
  if (problems.length === 0) return { body: body as FullRuleBody };
  return { errors: problems.map((problem) => placed(problem, '', 'Rule')) };
}
