import { expect, test } from '@jest/globals';
import { cpuGrowth } from '../../test/support/cpu-growth.js';
import { withoutEnd } from './without-end.js';

test.each([
  ['Ready!?..', 'Ready'],
  ['.Ready. Set', '.Ready. Set'],
  ['...', ''],
  ['', ''],
])('%j without signs at its end is %j', (text, rest) => {
  expect(withoutEnd(text, /[.!?]/)).toBe(rest);
});

test.each(['.', 'a.', '. '])('%j many times over costs linear time', async (part) => {
  const growth = await cpuGrowth((size) => withoutEnd(`${part.repeat(size)}a`, /[.!?]/), 20_000);
  expect(growth).toBeLessThan(24);
});
