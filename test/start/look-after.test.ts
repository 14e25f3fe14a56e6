import { expect, test } from '@jest/globals';
import { hangs } from '../../scripts/lib/look-after.mjs';

/** Looks after a program whose checks end like this: `.` answers, `x` does not; after the last it has ended. */
async function lookAfter(checks: string, hasAnswered: boolean) {
  let at = -1;
  let firstAnswer: number | undefined;
  const found = await hangs({
    hasAnswered,
    wait: async () => ++at < checks.length,
    check: async () => checks[at] === '.',
    onFirstAnswer: () => (firstAnswer = at),
  });
  return { found, at, firstAnswer };
}

test.each([
  ['that answers and then ends', '....', false, 4],
  ['that misses five checks now and then', 'xxxxx.xxxxx.xxxxx', false, 17],
  ['that misses six in a row', '..xxxxxx....', true, 7],
  ['that never answers again', 'xxxxxxxx', true, 5],
])('a program %s', async (_what, checks, found, at) => {
  expect(await lookAfter(checks, true)).toEqual({ found, at, firstAnswer: undefined });
});

test('a program that has not answered yet has ten times as long, and is told of when it does', async () => {
  expect(await lookAfter('x'.repeat(100), false)).toMatchObject({ found: true, at: 59 });
  const late = `${'x'.repeat(59)}..xxxxxx`;
  expect(await lookAfter(late, false)).toEqual({ found: true, at: 66, firstAnswer: 59 });
});
