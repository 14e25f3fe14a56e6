import { withSampleIds } from '../../company/with-sample-ids.js';
import { readData } from '../../shared/read-data.js';
import type { Condition } from '../condition.js';
import type { ActionInput } from '../rules/rule.model.js';

/** A rule of the sample, in the shorthand that requests may use too. */
export interface SeedRule {
  name: string;
  description: string;
  is_active: boolean;
  entity: string;
  trigger_type: string;
  trigger_conditions: Condition[];
  actions: ActionInput[];
  /** Username of who made it. */
  author: string;
  /** Days before the day of seeding. */
  madeDaysAgo: number;
}

/** Every rule of the sample. */
export const seedRules = withSampleIds(readData<readonly SeedRule[]>('rules.json'));
