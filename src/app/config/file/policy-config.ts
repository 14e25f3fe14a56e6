import type {
  ChangePolicies,
  PolicyDecision,
  PolicyRule,
} from '../../../agenttools/changes/policies/change-policy.js';
import { defined } from '../../../foundation/defined.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { ReadingContext } from './reading-context.js';

/** The policies and limits of a source whose form is already checked. */
export function readPolicies(
  path: readonly string[],
  source: JsonObject,
  context: ReadingContext,
): ChangePolicies {
  const list = (source['policies'] ?? []) as JsonObject[];
  const isMcp = source['mcp'] !== undefined;
  return {
    rules: list.map((one, at) => ruleOf([...path, 'policies', String(at)], one, isMcp, context)),
    limits: source['limits'] ?? {},
  };
}

type Scalar = string | number | boolean;

function ruleOf(
  path: readonly string[],
  rule: JsonObject,
  isMcp: boolean,
  { fault }: ReadingContext,
): PolicyRule {
  const when = (rule['when'] ?? {}) as Record<string, Scalar | Scalar[]>;
  for (const place of Object.keys(when)) {
    if (place.startsWith('arguments.') === isMcp) continue;
    const valid = isMcp ? 'arguments.' : 'path., query. or body.';
    fault([...path, 'when', place], `is no place of a change here: it has to begin with ${valid}`);
  }
  const decision = decisionOf(path, rule, fault);
  return {
    decision,
    when: Object.fromEntries(Object.entries(when).map(([place, one]) => [place, [one].flat()])),
    ...defined({
      patterns: rule['for'] as string[] | undefined,
      roles: rule['roles'] as string[] | undefined,
    }),
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
  if (policy === 'refuse') return { policy, ...defined({ reason: reason as string | undefined }) };
  return { policy: 'preview' };
}
