import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { cpuGrowth } from '../../test/support/cpu-growth.js';
import { firstChars, withoutEnd } from './text.js';

test('the beginning of a text is as long as it may be, and holds no half of a character', async () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'ü', '€', '𝄞', '👩‍⚖️'), maxLength: 12 });
  await holds([texts, fc.nat({ max: 30 })], (text, max) => {
    const cut = firstChars(text, max);
    expect(text.startsWith(cut)).toBe(true);
    expect(cut).not.toMatch(/\p{Cs}/u);
    const lost = Math.min(text.length, max) - cut.length;
    expect(lost).toBeGreaterThanOrEqual(0);
    expect(lost).toBeLessThanOrEqual(1);
    if (text.length <= max) expect(cut).toBe(text);
  });
});

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
