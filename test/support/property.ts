import fc from 'fast-check';

type Arbitraries<Values> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };
type Found = boolean | void;
type Check<Values extends unknown[]> = (...values: Values) => Found | Promise<Found>;
type Rest<Values extends unknown[]> =
  [check: Check<Values>] | [options: fc.Parameters<Values>, check: Check<Values>];

/** Resolves when `check` holds for all values that were tried, and rejects with the smallest that breaks it. */
export async function holds<Values extends [unknown, ...unknown[]]>(
  arbitraries: [...Arbitraries<Values>],
  ...rest: Rest<Values>
): Promise<void> {
  const check = rest[rest.length - 1] as Check<Values>;
  const options = rest.length === 2 ? rest[0] : {};
  const checkLater = async (...values: Values) => await check(...values);
  await fc.assert(fc.asyncProperty<Values>(...arbitraries, checkLater), options);
}

/** A test that {@link holds}. */
export function property<Values extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: [...Arbitraries<Values>],
  ...rest: Rest<Values>
): void {
  test(name, () => holds(arbitraries, ...rest));
}
