import fc from 'fast-check';

test('every property of a run starts from one seed', () => {
  const seeds = [1, 2].map(() => fc.check(fc.property(fc.nat(), () => true)).seed);
  expect(seeds[1]).toBe(seeds[0]);
});
