import { expect, test } from '@jest/globals';
import { isDrawable, shortenMarks } from './markdown-limits.js';

test.each<[string, string]>([
  ['links that never close', '[a]('.repeat(20_000)],
  ['markers of sources', '[1]'.repeat(30_000)],
  ['emphasis that never closes', '*a**b'.repeat(20_000)],
  ['headings by underlining', 'a\n=\n'.repeat(5_000)],
  ['cells', `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|`],
  ['references', `[a]: b\n\n${'[a]'.repeat(5_000)}`],
  ['quotes in quotes', '>'.repeat(60)],
  ['quotes in quotes with spaces', `ok\n\n${'> '.repeat(60)}`],
  ['lists in lists', `${'- '.repeat(60)}a`],
  ['numbered lists in lists', `${'1. '.repeat(60)}a`],
  ['a very long text', 'word '.repeat(50_000)],
])('%s are shown as they are written', (_, text) => {
  expect(isDrawable(text)).toBe(false);
});

test.each<[string, string]>([
  ['a long answer', '## Part\n\nThe quick *brown* fox [1] jumps.\n\n'.repeat(300)],
  [
    'a table of 400 rows',
    `| id | name | total |\n|-|-|-|\n${'| 17 | Meyer | 23.50 |\n'.repeat(400)}`,
  ],
  ['a long code block', `\`\`\`\n${'x = 1;\n'.repeat(900)}\`\`\``],
  ['a rule of dashes', `a\n\n${'-'.repeat(80)}\n\nb`],
  ['quotes of a mail', '> > > Hello\n> > you\n'.repeat(50)],
])('%s is drawn', (_, text) => {
  expect(isDrawable(text)).toBe(true);
});

test('a letter keeps as many accents as a script uses', () => {
  expect(shortenMarks('a\u0301e\u0301\u0308 नि')).toBe('a\u0301e\u0301\u0308 नि');
  expect(shortenMarks(`a${'\u0301'.repeat(100_000)}b`)).toBe(`a${'\u0301'.repeat(16)}…b`);
});
