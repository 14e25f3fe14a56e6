import type { Database } from '../../src/store/database.js';
import { openTestDatabaseOn, testDatabaseKinds } from './database.js';
import { useOpened } from './use-opened.js';

/** Tests of what a store promises, on whatever database `open` gives; they close it. */
export type Contract = (open: () => Promise<Database>) => void;

/** Runs contracts over rows of users that nobody else has, on one database of each kind. */
export function describeOnRows(
  contracts: Readonly<Record<string, Contract>>,
  prepare: (db: Database) => Promise<void> = async () => {},
): void {
  describe.each(testDatabaseKinds)('%s', (kind) => {
    const shared = useOpened(async () => {
      const db = await openTestDatabaseOn(kind, 'store');
      await prepare(db);
      return db;
    });
    describe.each(Object.entries(contracts))('%s', (_name, contract) => {
      contract(async () => ({ ...shared, close: async () => {} }));
    });
  });
}

/** Runs contracts that change the database itself: each has one of its own, of each kind. */
export function describeOnDatabases(contracts: Readonly<Record<string, Contract>>): void {
  describe.each(testDatabaseKinds)('%s', (kind) => {
    describe.each(Object.entries(contracts))('%s', (_name, contract) => {
      contract(() => openTestDatabaseOn(kind, 'store'));
    });
  });
}
