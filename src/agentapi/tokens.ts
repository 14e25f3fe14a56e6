import type { ChangeKinds } from '../agenttools/changes/change-kind.js';
import type { PolicyBook } from '../agenttools/changes/policies/change-policy.js';
import type { Clock } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import { token } from '../foundation/token.js';

export const CLOCK = token<Clock>('CLOCK');
export const LOGGER = token<Logger>('LOGGER');
export const CHANGE_KINDS = token<ChangeKinds>('CHANGE_KINDS');
/** The operator's word on changes. */
export const POLICIES = token<PolicyBook>('POLICIES');
