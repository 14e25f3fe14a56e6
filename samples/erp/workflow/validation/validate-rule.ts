import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { RuleKnowledge } from '../knowledge.js';
import { expandRule } from '../rules/expand-rule.js';
import type { RuleGraph } from '../rules/rule.model.js';
import { actionIds } from './checks/action-ids.js';
import { actionTypesExist } from './checks/action-types-exist.js';
import { allReachable } from './checks/all-reachable.js';
import type { RuleCheck } from './checks/check.js';
import { configConditionsValid } from './checks/config-conditions-valid.js';
import { configTargetsExist } from './checks/config-targets-exist.js';
import { configsMatch } from './checks/configs-match.js';
import { edgesConnect } from './checks/edges-connect.js';
import { entityExists } from './checks/entity-exists.js';
import { limits } from './checks/limits.js';
import { names } from './checks/names.js';
import { noCycle } from './checks/no-cycle.js';
import { oneStart } from './checks/one-start.js';
import { peopleExist } from './checks/people-exist.js';
import { portsExist } from './checks/ports-exist.js';
import { triggerConditionsValid } from './checks/trigger-conditions-valid.js';
import { triggerTypeValid } from './checks/trigger-type-valid.js';
import { uniqueNames } from './checks/unique-names.js';
import { readRuleShape } from './rule-shape.js';

const contentChecks: readonly RuleCheck[] = [
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
];

const graphChecks: readonly RuleCheck[] = [
  oneStart,
  edgesConnect,
  portsExist,
  noCycle,
  allReachable,
];

/** Everything that is wrong with a rule whose shorthand is written out; empty when it is valid. Pure. */
export function validateRule(rule: RuleGraph, knowledge: RuleKnowledge): ErrorDetail[] {
  const tooBig = limits(rule, knowledge);
  if (tooBig.length > 0) return tooBig;
  return [...contentChecks, ...graphChecks].flatMap((check) => check(rule, knowledge));
}

/** A body as a rule: its graph as far as it could be read, and everything that is wrong with it. */
export interface RuleReading {
  graph: RuleGraph | undefined;
  errors: ErrorDetail[];
}

/** Reads a parsed body: shape, shorthand, then every check. The graph is valid when there are no errors. */
export function readRule(body: unknown, knowledge: RuleKnowledge): RuleReading {
  const shape = readRuleShape(body);
  if ('errors' in shape) return { graph: undefined, errors: shape.errors };
  const { graph, errors } = expandRule(shape.body, knowledge);
  if (errors.length === 0) return { graph, errors: validateRule(graph, knowledge) };
  // Edges that could not be read would make every action look unreachable: only the rest is checked.
  const tooBig = limits(graph, knowledge);
  const content = tooBig.length > 0 ? [] : contentChecks.flatMap((c) => c(graph, knowledge));
  return { graph, errors: [...errors, ...tooBig, ...content] };
}
