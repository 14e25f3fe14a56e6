import { tryAttacks, tryHostileAnswers } from '../../../test/support/change-attacks.js';
import { isThin } from '../../../test/support/database.js';
import { useChanges } from '../../../test/support/changes.js';

const opened = useChanges();
const ATTACKS = isThin ? 2_000 : 9_000;
const ANSWERS = isThin ? 300 : 1_000;

test('of ten thousand ways around a decision none reaches the backend', async () => {
  expect(await tryAttacks(opened, ATTACKS)).toBe(ATTACKS);
}, 900_000);

test('of a thousand hostile answers none leads a later change to another place', async () => {
  expect(await tryHostileAnswers(opened, ANSWERS)).toBe(ANSWERS);
}, 900_000);
