import { holds } from '../../test/support/property.js';
import fc from 'fast-check';

import { databaseError } from '../foundation/errors.js';
import { Together } from './together.js';

test('each item gets its own answer, in statements of few that go one after the other', async () => {
  const cases = fc.record({
    items: fc.array(fc.record({ value: fc.nat(9), fails: fc.boolean() }), { maxLength: 30 }),
    most: fc.integer({ min: 1, max: 7 }),
  });
  await holds([cases], async ({ items, most }) => {
    let underWay = 0;
    const together = new Together<(typeof items)[number], number>(
      async (some) => {
        underWay += 1;
        expect(underWay).toBe(1);
        expect(some.length).toBeLessThanOrEqual(most);
        expect(new Set(some.map(({ value }) => value)).size).toBe(some.length);
        await Promise.resolve();
        underWay -= 1;
        if (some.some(({ fails }) => fails)) throw new Error('refused');
        return some.map(({ value }) => 2 * value);
      },
      { most, keyOf: ({ value }) => String(value) },
    );
    const answers = await Promise.allSettled(items.map((one) => together.ask(one)));
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual(
      items.map(({ value, fails }) => (fails ? 'refused' : 2 * value)),
    );
  });
});

test('an outage is told to all at once, and is nobody’s own', async () => {
  let statements = 0;
  const away = async () => {
    statements += 1;
    throw databaseError('The database does not answer.');
  };
  const together = new Together<number, number>(away, { most: 500 });
  const asked = Array.from({ length: 200 }, (_, nth) => together.ask(nth));
  const answers = await Promise.allSettled(asked);
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
  expect(statements).toBe(1);
});
