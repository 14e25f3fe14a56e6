import { expect, test } from '@jest/globals';
import { tryAttacks, tryHostileAnswers } from '../../../test/support/change-attacks.js';
import { useChanges } from '../../../test/support/use-changes.js';

const opened = useChanges();

test('of ten thousand ways around a decision none reaches the backend', async () => {
  expect(await tryAttacks(opened, 9_000)).toBe(9_000);
}, 900_000);

test('of a thousand hostile answers none leads a later change to another place', async () => {
  expect(await tryHostileAnswers(opened, 1_000)).toBe(1_000);
}, 900_000);
