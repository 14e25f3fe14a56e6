import fc from 'fast-check';
import { holds, property } from '../../test/support/property.js';
import { MAX_BLOCK_CHARS, MAX_CHUNK_WORDS, splitText, toBlocks, toChunks } from './chunks.js';
import type { Piece } from './parsing/parse-document.js';

const word = fc.constantFrom('stock', 'Ware', 'is', 'counted.', 'twice;', '§ 12', '🙂');
const words = fc.array(word, { minLength: 1, maxLength: 400 }).map((list) => list.join(' '));

const kind = fc.constantFrom<Piece['kind']>('paragraph', 'list_item', 'code');
const level = fc.integer({ min: 1, max: 4 });
const named = { kind: fc.constant<'heading'>('heading'), text: fc.constantFrom('A', 'B', 'C') };
const heading = fc.record({ ...named, level });
const piece = fc.oneof(heading, fc.record({ kind, text: words }));
const pieces = fc.array(piece, { minLength: 1, maxLength: 40 });

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

describe('blocks', () => {
  test('hold every character once and in order, in pieces that can be cited', () =>
    holds([pieces], (given) => {
      const blocks = toBlocks(given);
      expect(blocks.map(({ position }) => position)).toEqual(blocks.map((_, at) => at));
      expect(blocks.every(({ text }) => text.length <= MAX_BLOCK_CHARS)).toBe(true);
      const said = (all: readonly { text: string }[]) =>
        withoutSpace(all.map(({ text }) => text).join(''));
      expect(said(blocks)).toBe(said(given));
    }));

  test('stand under the headings above them', () => {
    const heading = (level: number, text: string): Piece => ({ kind: 'heading', level, text });
    const text: Piece = { kind: 'paragraph', text: 'x', page: 2 };
    const [a, b, c, d] = [heading(1, 'A'), heading(3, 'B'), heading(2, 'C'), heading(1, 'D')];
    const blocks = toBlocks([a, b, text, c, text, d]);
    const found = blocks.map(({ headingPath }) => headingPath);
    expect(found).toEqual([[], ['A'], ['A', 'B'], ['A'], ['A', 'C'], []]);
    expect(blocks[2]).toMatchObject({ page: 2, kind: 'paragraph' });
  });

  test.each([
    ['no piece', []],
    ['only white space', [{ kind: 'paragraph' as const, text: ' \n ' }]],
  ])('%s is an empty document', (_name, given) =>
    expect(() => toBlocks(given)).toThrow(expect.objectContaining({ reason: 'empty' })),
  );
});

test('chunks hold each block once, in order, under one heading, and not too many words', () =>
  holds([pieces, fc.integer({ min: 5, max: MAX_CHUNK_WORDS })], (given, maxWords) => {
    const blocks = toBlocks(given);
    const chunks = toChunks(blocks, maxWords);
    expect(chunks.flatMap(({ blockIds }) => blockIds)).toEqual(blocks.map(({ id }) => id));
    for (const chunk of chunks) {
      const own = blocks.filter(({ id }) => chunk.blockIds.includes(id));
      const body = own.filter(({ kind }) => kind !== 'heading');
      expect(chunk.text).toBe(body.map(({ text }) => text).join('\n'));
      for (const { text } of own.filter(({ kind }) => kind === 'heading'))
        expect(chunk.headingPath).toContain(text);
      for (const { headingPath } of body) expect(headingPath).toEqual(chunk.headingPath);
      if (body.length > 1) expect(chunk.text.split(/\s+/).length).toBeLessThanOrEqual(maxWords);
    }
  }));

describe('splitText', () => {
  property(
    'loses nothing, keeps the bound, and splits no character',
    [fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 2, max: 40 })],
    (text, max) => {
      const parts = splitText(text, max);
      expect(parts.every((part) => part.length <= max && part !== '')).toBe(true);
      expect(withoutSpace(parts.join(''))).toBe(withoutSpace(text));
      expect(parts.every((part) => !/\p{Cs}/u.test(part))).toBe(true);
    },
  );

  test('prefers the end of a sentence', () => {
    const parts = splitText('One two three. Four five six, seven.', 20);
    expect(parts).toEqual(['One two three.', 'Four five six,', 'seven.']);
  });
});
