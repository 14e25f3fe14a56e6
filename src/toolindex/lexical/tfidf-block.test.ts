import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IndexedDocument } from '../document.js';
import { earlierRows } from '../earlier-rows.js';
import { TermCounter } from './term-counter.js';
import { TfidfBlock } from './tfidf-block.js';
import { Vocabulary } from './vocabulary.js';

const WORDS = 'order orders cancel mail e-mail getUser price_list für 東京 the x99 ordering'.split(
  ' ',
);
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));

/** Catalogues one after the other: names are few, so that tools stay, change, move, go and come back. */
const catalogues = fc.array(
  fc.uniqueArray(fc.record({ name: fc.constantFrom(...'abcdefgh'), text, parameters: text }), {
    selector: ({ name }) => name,
    maxLength: 8,
  }),
  { minLength: 1, maxLength: 6 },
);

function scoresOf(block: TfidfBlock, rows: number, query: string): number[] {
  const { of: score } = block.query([
    { text: query, weight: 1 },
    { text: 'cancel the order', weight: 0.3 },
  ]);
  return Array.from({ length: rows }, (_, row) => score(row));
}

function expectSame(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((score, row) => expect(score).toBeCloseTo(expected[row]!, 12));
}

interface Fitted {
  block: TfidfBlock;
  documents: readonly IndexedDocument[];
}

/** Fits documents with what an earlier block knows of them. */
async function following(
  earlier: Fitted | undefined,
  documents: readonly IndexedDocument[],
): Promise<Fitted> {
  const rows = await earlierRows(earlier?.documents ?? [], documents);
  const block = await TfidfBlock.fit(documents, 0.7, {
    earlier: earlier && { from: earlier.block, rows },
  });
  return { block, documents };
}

it('tells how much of a query the documents speak of', async () => {
  const documents = [
    { name: 'a', text: 'list orders' },
    { name: 'b', text: 'send mail' },
  ];
  const block = await TfidfBlock.fit(documents, 0.7);
  const known = (text: string): number => block.query([{ text, weight: 1 }]).known;
  expect(known('list orders')).toBeCloseTo(1);
  expect(known('xyzzy')).toBe(0);
  expect(known('list orders xyzzy')).toBeGreaterThan(known('orders xyzzy'));
  expect(known('list orders xyzzy')).toBeLessThan(0.95);
});

describe('a TfidfBlock that follows another', () => {
  it('scores as one that is fitted from scratch, whatever came, went or changed', async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, text, async (all, query) => {
        const blocks: Fitted[] = [];
        for (const documents of all) blocks.push(await following(blocks.at(-1), documents));
        // Earlier blocks too: they continue answering while the next is made.
        for (const { block, documents } of blocks) {
          const fresh = await TfidfBlock.fit(documents, 0.7);
          const rows = documents.length;
          expectSame(scoresOf(block, rows, query), scoresOf(fresh, rows, query));
        }
      }),
    );
  });

  it('is right beside another that follows the same one at the same time', async () => {
    const [a, b, c] = ['one two', 'three', 'four and one'].map((text, i) => ({
      name: `tool_${i}`,
      text,
    })) as [IndexedDocument, IndexedDocument, IndexedDocument];
    const earlier = await following(undefined, [a]);
    const all = [
      [a, b],
      [c, a],
    ];
    const blocks = await Promise.all(all.map((of) => following(earlier, of)));
    for (const [i, documents] of all.entries()) {
      const fresh = await TfidfBlock.fit(documents, 0.7);
      for (const query of ['one', 'three', 'four tool 1']) {
        expectSame(scoresOf(blocks[i]!.block, 2, query), scoresOf(fresh, 2, query));
      }
    }
  });

  it('reads only what is new', async () => {
    const read: string[] = [];
    const watched = (name: string, content: string): IndexedDocument => ({
      name,
      get text() {
        read.push(name);
        return content;
      },
    });
    const [a, b, c] = [watched('a', 'one'), watched('b', 'two'), watched('c', 'three')];
    const earlier = await following(undefined, [a, b]);
    read.length = 0;
    await following(earlier, [c, b, a]);
    expect(new Set(read)).toEqual(new Set(['c']));
  });

  it('does not keep the words of all that ever was', async () => {
    const documents = (round: number): IndexedDocument[] =>
      Array.from({ length: 4 }, (_, i) => ({
        name: `t${i}`,
        text: `w${round}x${i} q${round}${i}z`,
      }));
    let earlier: Fitted | undefined;
    for (let round = 0; round < 20; round += 1) {
      earlier = await following(earlier, documents(round));
    }
    const fresh = await TfidfBlock.fit(documents(19), 0.7);
    expect(earlier!.block.vocabularySize).toBeLessThan(4 * fresh.vocabularySize);
  });
});

describe('TermCounter', () => {
  it('counts each feature at the weight of its words, however the text is cut', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const vocabulary = new Vocabulary();
        const counted = (counter: TermCounter, ...texts: string[]): Map<number, number> => {
          const found = new Map<number, number>();
          const fields = texts.map((text) => ({ text, weight: 0.5 }));
          counter.count(fields, (term, count) => found.set(term, count));
          return found;
        };
        const used = new TermCounter(vocabulary);
        counted(used, second, 'order price');
        const whole = counted(used, `${first} ${second}`);
        expect(counted(new TermCounter(vocabulary), second, first)).toEqual(whole);
      }),
    );
  });
});
