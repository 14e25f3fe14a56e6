import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { Evidence } from '../../../citations/evidence.js';
import { MarkerFilter, type AnswerPiece } from '../../../citations/markers.js';
import { cpuMs } from '../../../../test/support/cpu-time.js';

/** Evidence of so many blocks. */
function read(count: number): Evidence {
  const evidence = new Evidence();
  for (let at = 1; at <= count; at += 1) {
    evidence.addBlock({ id: `block-${at}`, documentId: 'd', title: 'Title', text: `text ${at}` });
  }
  return evidence;
}

function filtered(chunks: readonly string[], evidence = read(3)) {
  const filter = new MarkerFilter((number) => evidence.find(number));
  const pieces: AnswerPiece[] = [
    ...chunks.flatMap((chunk) => [...filter.push(chunk)]),
    ...filter.flush(),
  ];
  const shown = pieces.map((piece) => ('text' in piece ? piece.text : `<${piece.source.number}>`));
  return {
    shown: shown.join(''),
    cited: filter.cited.map(({ number }) => number),
    dropped: filter.dropped,
  };
}

test.each([
  ['no markers', 'no markers', [], []],
  ['a [3], b [1] and [3] again', 'a<3> [1], b<1> [2] and [1] again', [3, 1], []],
  ['both [2, 3].', 'both<2><3> [1, 2].', [2, 3], []],
  ['twice [2,2]', 'twice<2> [1]', [2], []],
  ['unknown [9].', 'unknown.', [], [9]],
  ['half [9, 2].', 'half<2> [1].', [2], [9]],
  ['none [0]', 'none', [], [0]],
  ['a year [2024], an option [x], a list []', 'a year [2024], an option [x], a list []', [], []],
  ['cut [1', 'cut [1', [], []],
  ['[1][2]', '<1>[1]<2>[2]', [1, 2], []],
  ['none made of the rest [12 [7]]', 'none made of the rest [12…]', [], [7]],
  ['nor of these [1,[7] 2]', 'nor of these [1,… 2]', [], [7]],
  ['nor of these [[8][7]3]', 'nor of these […3]', [], [8, 7]],
])('%s', (text, shown, cited, dropped) => {
  // A source's place in the text is before the text it belongs to, spaces and all.
  const result = filtered([text]);
  const plain = (value: string) => value.replaceAll(' ', '');
  expect(plain(result.shown)).toBe(plain(shown));
  expect(result.cited).toEqual(cited);
  expect(result.dropped).toEqual(dropped);
});

const parts = fc.array(
  fc.oneof(
    fc.constantFrom(...'[1]| [2]|[3, 1]|  [7]|[1,9]|[|]|, | |     |[12|1'.split('|')),
    fc.string({ maxLength: 6 }),
  ),
  { maxLength: 30 },
);

test('the same however the text is cut', () =>
  holds([parts, fc.array(fc.nat(80), { maxLength: 12 })], (pieces, cuts) => {
    const text = pieces.join('');
    const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort(
      (a, b) => a - b,
    );
    const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
    expect(filtered(chunks)).toEqual(filtered([text]));
    expect(filtered([...text])).toEqual(filtered([text]));
  }));

test('every marker that is shown stands for a source that was announced before it', () =>
  holds([parts], (pieces) => {
    const { shown, cited } = filtered([pieces.join('')]);
    // Markers glued together from pieces of text are markers all the same.
    for (const [, list = ''] of shown.matchAll(/\[(\d{1,3}(?:, ?\d{1,3}){0,7})\]/g)) {
      for (const number of list.split(',').map(Number)) {
        expect(number).toBeGreaterThan(0);
        expect(number).toBeLessThanOrEqual(cited.length);
      }
    }
  }));

test('takes time in proportion to the text', async () => {
  const long = [' '.repeat(200_000), '['.repeat(200_000), '[1, '.repeat(50_000)];
  expect(await cpuMs(() => filtered(long))).toBeLessThan(2_000);
});
