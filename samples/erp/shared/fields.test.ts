import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { exactInstant, parseInstant, findUnstorableText } from './fields.js';

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T08:30', '2026-03-01T08:30:00.000Z'],
  ['2026-03-01 08:30:15', '2026-03-01T08:30:15.000Z'],
  ['2026-03-01T08:30:00+02:00', '2026-03-01T06:30:00.000Z'],
  ['2026-03-01 08:30+0530', '2026-03-01T03:00:00.000Z'],
  ['2026-03-01T08:30:00.5Z', '2026-03-01T08:30:00.500Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('instants: %s', (text, iso) => expect(parseInstant(text)?.toISOString()).toBe(iso));
test.each([
  ...['', 'now', '2026', '2026-13-01', '2026-03-32', '0000-01-01', '+12026-03-01'],
  ...['2026-03-01T25:00', '2026-02-29', '2026-04-31T08:00:00Z', '0001-01-01T00:00:00+14:00'],
  '9999-12-31T23:00-10:00',
])('instants: %j is none', (text) => expect(parseInstant(text)).toBeUndefined());
test('instants: every instant from year 1 to 9999 comes back', async () => {
  const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') };
  await holds([fc.date({ ...years, noInvalidDate: true })], (date) => {
    expect(parseInstant(date.toISOString())?.getTime()).toBe(date.getTime());
  });
});
test.each([
  ['2026-03-01T08:30:00.123456+02:00', '2026-03-01T06:30:00.123456Z'],
  ['2026-03-01T08:30:00.1', '2026-03-01T08:30:00.100Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-02-30', undefined],
])('instants: %s keeps its microseconds', (text, exact) => expect(exactInstant(text)).toBe(exact));

test.each<[unknown, string | undefined]>([
  ['a\u0000b', ''],
  [{ name: 'x\ud800' }, 'name'],
  [{ actions: [{ name: 'fine' }, { name: '\udc00' }] }, 'actions[1].name'],
  [{ config: { 'bad\u0000key': 1 } }, 'config'],
  ['a😀b', undefined],
  [{ list: [1, null, true, 'é'] }, undefined],
])('unstorable: is found in %j', (value, path) => expect(findUnstorableText(value)).toBe(path));

test('unstorable: well-formed text without U+0000 always passes', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
  const any = fc.object({ key: text, values: [text] });
  fc.assert(fc.property(any, (value) => findUnstorableText(value) === undefined));
});
