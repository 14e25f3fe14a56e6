import type {
  ChangePolicies,
  PolicyDecision,
  PolicyRule,
} from '../../../agenttools/changes/policies/change-policy.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { ReadingContext } from './config-file.model.js';

export function readPolicies(
  path: readonly string[],
  source: JsonObject,
  context: ReadingContext,
): ChangePolicies {
  const list = (source['policies'] ?? []) as JsonObject[];
  const places = source['mcp'] === undefined ? REQUEST_PLACES : ['arguments.'];
  return {
    rules: list.map((one, at) => ruleOf([...path, 'policies', String(at)], one, places, context)),
    limits: source['limits'] ?? {},
  };
}

/** Those of the kinds of change that plugins bring, whose form is already checked; undefined where nothing is said. */
export function readPluginChanges(
  value: unknown,
  context: ReadingContext,
): ChangePolicies | undefined {
  if (!isObject(value)) return undefined;
  const list = (value['policies'] ?? []) as JsonObject[];
  return {
    rules: list.map((one, at) => {
      const path = ['plugin_changes', 'policies', String(at)];
      if (one['policy'] === 'direct') context.fault([...path, 'policy'], NO_DIRECT);
      return ruleOf(path, one, ['payload.'], context);
    }),
    limits: value['limits'] ?? {},
  };
}

const REQUEST_PLACES = ['path.', 'query.', 'body.'];

const NO_DIRECT =
  'cannot be direct here: a plugin proposes such a change, a rule or a table, as a draft that a person completes and decides on. Valid are preview and refuse, or approver with a role; direct is for sources';

type Scalar = string | number | boolean;

function ruleOf(
  path: readonly string[],
  rule: JsonObject,
  places: readonly string[],
  { fault }: ReadingContext,
): PolicyRule {
  const when = (rule['when'] ?? {}) as Record<string, Scalar | Scalar[]>;
  for (const place of Object.keys(when)) {
    if (place === 'origin' || places.some((one) => place.startsWith(one))) continue;
    const valid = places.length === 1 ? places[0] : 'path., query. or body.';
    fault([...path, 'when', place], `is no place of a change here: it has to begin with ${valid}`);
  }
  const decision = decisionOf(path, rule, fault);
  return {
    decision,
    when: Object.fromEntries(Object.entries(when).map(([place, one]) => [place, [one].flat()])),
    patterns: rule['for'] as string[] | undefined,
    roles: rule['roles'] as string[] | undefined,
  };
}

function decisionOf(
  path: readonly string[],
  { policy, approver: role, reason }: JsonObject,
  fault: ReadingContext['fault'],
): PolicyDecision {
  if ((policy === undefined) === (role === undefined))
    fault(path, 'must have either policy (preview, refuse or direct) or approver (a role)');
  if (reason !== undefined && policy !== 'refuse')
    fault([...path, 'reason'], 'is told only where policy is refuse');
  if (typeof role === 'string') return { policy: 'approver', role };
  if (policy === 'direct') return { policy };
  if (policy === 'refuse') return { policy, reason: reason as string | undefined };
  return { policy: 'preview' };
}
