import fc from 'fast-check';
import { holds, property } from '../../../../test/support/property.js';
import { parseMarkdown, partsOf } from './markdown.mjs';

const NEVER = Number.MAX_SAFE_INTEGER;
const piecesOf = (text: string, partChars: number) =>
  parseMarkdown(Buffer.from(text), partChars).pieces;

/** Lines of every construct that may continue over a blank line, or must not. */
const line = fc.constantFrom(
  ...['', '', '', 'Text [a] and [b c][], a note[^n].', 'more', '# Head', '## Two', 'Under', '==='],
  ...['- item', '  - deeper', '1. one', '   in one', '    b)  in or code', '> quote', '> - in it'],
  ...['```', '````', '~~~ js', '    ```', '- ```', '<pre>', '</pre>', '<!-- open', 'close -->'],
  ...['<div>', '</div>', '[a]: http://a', '[B  C]: <http://b> "t"', '[^n]: said below'],
  ...['    still said', '| K | V |', '|---|---|', '| x | 1 |', '* * *', '<?php', '?>', '`code'],
);
const text = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\n'));

describe('a Markdown text in parts', () => {
  property('is the whole text', [text, fc.nat(60)], (whole, size) =>
    expect(partsOf(whole, size).join('')).toBe(whole),
  );

  test('says what it says in one piece', () =>
    holds([text, fc.nat(60)], { numRuns: 300 }, (whole, size) => {
      expect(piecesOf(whole, size)).toEqual(piecesOf(whole, NEVER));
    }));

  test('has parts of about the size, whatever its length', () => {
    const section = '## Head\n\nA paragraph.\n\n1. one\n\n2. two\n\n';
    const parts = partsOf(section.repeat(2000), 1000);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1100);
  });

  test('finds what another part defines, and tells a note once', () => {
    const whole = `See [the law][L] and the note[^1].\n\n${'Text.\n\n'.repeat(20)}[l]: http://law\n\n[^1]: A note.\n`;
    const said = piecesOf(whole, 20).map((piece) => piece.text);
    expect(said[0]).toBe('See the law and the note.');
    expect(said.filter((each) => each === 'A note.')).toHaveLength(1);
  });
});
