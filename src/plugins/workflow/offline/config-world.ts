import type { KnownColumn, ReadCondition, Reading } from '../../../../samples/offline-model/kit.js';
import type { Person } from './people.js';

/** What the config of one action is filled from. */
export interface ConfigWorld {
  type: string;
  /** The part of the sentence that asks for the action. */
  clause: Reading;
  /** `schema.table` of the records the rule watches. */
  entity: string;
  trigger: string;
  columns: readonly KnownColumn[];
  references: ReadonlyMap<string, string>;
  /** The people the clause names, found. */
  people: readonly Person[];
  /** The tests the clause states. */
  conditions: readonly ReadCondition[];
  /** What the rule waits for, in words: "order created with total amount above 5000". */
  occasion: string;
  today: Date;
}

/** Fills one config field; `undefined` when nothing speaks of it. */
export type Filler = (world: ConfigWorld) => unknown;
