import { describe, expect, test } from '@jest/globals';
import { patternProblem } from './rules/looks.js';

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
