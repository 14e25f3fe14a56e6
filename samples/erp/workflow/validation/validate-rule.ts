import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { RuleKnowledge } from '../knowledge.js';
import { expandRule } from '../rules/expand-rule.js';
import type { RuleGraph } from '../rules/rule.model.js';
import { actionIds, limits, names, uniqueNames } from './checks/head.js';
import {
  actionTypesExist,
  configConditionsValid,
  configTargetsExist,
  configsMatch,
  peopleExist,
} from './checks/configs.js';
import { allReachable, edgesConnect, noCycle, oneStart, portsExist } from './checks/graph.js';
import type { RuleCheck } from './checks/check.js';
import { entityExists, triggerConditionsValid, triggerTypeValid } from './checks/trigger.js';
import { readRuleShape } from './rule-shape.js';

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
