import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { patternProblem } from './date-pattern.js';
import { parseInstant } from './instant.js';

describe('date patterns', () => {
  test.each([
    'yyyy-MM-dd',
    'dd.MM.yyyy HH:mm',
    'yyyyMMdd',
    "EEEE, d MMMM yyyy 'at' HH:mm",
    'PPpp',
    'do MMM yy',
    'h:mm a',
    'HH:mm:ss.SSS',
  ])('%s is right', (pattern) => {
    expect(patternProblem(pattern)).toBeUndefined();
  });
  test.each([
    ['2006-01-02', /example date/],
    ['2006-01-02T15:04:05Z07:00', /example date/],
    ['YYYY-MM-DD', /date-fns writes yyyy/],
    ['%Y-%m-%d', /not a date-fns token/],
    ['yyyy-MM-dd at HH', /'at' is not/],
    ["yyyy 'at", /quote/],
    ['--', /no date-fns token/],
    ['', /no date-fns token/],
  ])('%s is wrong', (pattern, sentence) => {
    expect(patternProblem(pattern)).toMatch(sentence);
  });
});

describe('instants', () => {
  test.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T08:30', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01 08:30:15', '2026-03-01T08:30:15.000Z'],
    ['2026-03-01T08:30:00+02:00', '2026-03-01T06:30:00.000Z'],
    ['2026-03-01T08:30:00.5Z', '2026-03-01T08:30:00.500Z'],
  ])('%s', (text, iso) => {
    expect(parseInstant(text)?.toISOString()).toBe(iso);
  });
  test.each([
    '',
    'now',
    '2026',
    '2026-13-01',
    '2026-03-32',
    '0000-01-01',
    '+12026-03-01',
    '2026-03-01T25:00',
  ])('%j is none', (text) => expect(parseInstant(text)).toBeUndefined());
  test('every instant from year 1 to 9999 comes back', () => {
    const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') };
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())?.getTime()).toBe(date.getTime());
      }),
    );
  });
});
