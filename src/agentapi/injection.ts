import type { ChangeKinds } from '../agenttools/changes/change-kind.js';
import type { PolicyBook } from '../agenttools/changes/policies/change-policy.js';
import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';

export const CLOCK = token<Clock>('CLOCK');
export const LOGGER = token<Logger>('LOGGER');
export const CHANGE_KINDS = token<ChangeKinds>('CHANGE_KINDS');
export const POLICIES = token<PolicyBook>('POLICIES');

/** An injection token with the type of what it stands for; a class is its own. */
export type Token<T> = symbol & { readonly of: T };

export function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}
