import { namedId, readData } from '../../shared/seeder.js';
import { DAY_MS, startOfDay } from '../../shared/instant.js';
import { expandRule } from '../rules/expand-rule.js';
import { placeGraph, type FullRuleBody } from '../rules/rule.model.js';
import { insertRule } from '../rules/rules.store.js';
import type { Queryable } from '../../../../src/store/database.js';

const TEN_HOURS_MS = 36_000_000;

/** A rule of the sample: the body of a request, who made it and when. */
interface SampleRule extends FullRuleBody {
  author: string;
  /** Days before the day of seeding. */
  madeDaysAgo: number;
}

export const sampleRules = readData<readonly SampleRule[]>('rules.json');

/** The sample's rules, with the same ids on every machine; `today` is the day their dates lead up to. */
export async function seedRules(tx: Queryable, today: Date): Promise<void> {
  for (const rule of sampleRules) {
    // They name their entities in full.
    const graph = expandRule(rule, { entities: [] });
    let parts = 0;
    const makeId = (): string => namedId('rule_part', `${rule.name}:${parts++}`);
    const id = namedId('rule', rule.name);
    await insertRule(tx, placeGraph(graph, id, [], makeId), namedId('user', rule.author));
    const made = new Date(startOfDay(today) - rule.madeDaysAgo * DAY_MS + TEN_HOURS_MS);
    await tx.query('update platform.rules set created_at = $2, updated_at = $2 where id = $1', [
      id,
      made,
    ]);
  }
}
