import type { Database } from '../../src/store/database.js';
import { openTestDatabaseOn, testDatabaseKinds } from './database.js';

/** Tests of what a store promises, on whatever database `open` gives; they close it. */
export type Contract = (open: () => Promise<Database>) => void;

/**
 * Runs contracts that keep to rows of users that nobody else has, on each kind of database: one
 * database serves all of them, with the server's tables or as `prepare` makes it of that.
 */
export function describeOnRows(
  contracts: Readonly<Record<string, Contract>>,
  prepare: (db: Database) => Promise<void> = async () => {},
): void {
  describe.each(testDatabaseKinds)('%s', (kind) => {
    let shared: Promise<Database> | undefined;
    afterAll(async () => (await shared)?.close());
    describe.each(Object.entries(contracts))('%s', (_name, contract) => {
      contract(async () => {
        shared ??= openTestDatabaseOn(kind, 'store').then(async (db) => {
          await prepare(db);
          return db;
        });
        return { ...(await shared), close: async () => {} };
      });
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
