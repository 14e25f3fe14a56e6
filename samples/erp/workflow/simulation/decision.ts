import type { Action } from '../../../../src/platform/types.js';
import type { JsonObject } from '../../../../src/foundation/json.js';
import type { LiveDataStore } from './live-data.store.js';
import type { Scope } from './scope.js';

/** The port an action would leave through, and why. */
export interface Decision {
  port: string;
  reason: string;
  /** What had to be taken for granted. */
  assumptions?: readonly string[];
  /** A row later actions find under `key`. */
  output?: { key: string; row: JsonObject };
}

/** What a simulation may read of the business data; it can write nothing. */
export type LiveData = Pick<LiveDataStore, 'stock' | 'findRow'>;

/** Everything an action's decision may look at. */
export interface DecisionContext {
  scope: Scope;
  live: LiveData;
  /** `schema.table` of the rule. */
  entity: string;
}

/** Decides which port one type of action would leave through; writes nothing. */
export type Decide = (action: Action, context: DecisionContext) => Promise<Decision>;
