import { expect, test } from '@jest/globals';
import { tryAttacks, tryHostileAnswers } from '../../../test/support/change-attacks.js';
import { useChanges } from '../../../test/support/use-changes.js';

const opened = useChanges();

test('no forged accept, edited address, foreign set or unoffered tool reaches the backend', async () => {
  expect(await tryAttacks(opened, 400)).toBe(400);
}, 60_000);

test('what a backend answers leads no later change to another place', async () => {
  expect(await tryHostileAnswers(opened, 60)).toBe(60);
}, 60_000);
