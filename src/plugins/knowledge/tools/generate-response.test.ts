import fc from 'fast-check';
import { Evidence } from '../../../citations/evidence.js';
import { holds } from '../../../../test/support/property.js';
import { MarkerFilter, type AnswerPiece } from '../../../citations/markers.js';
import { cpuMs } from '../../../../test/support/cpu-growth.js';
import { bindResponse, wireSource } from './generate-response.js';

function evidence() {
  const all = new Evidence();
  all.addBlock({ id: 'b1', documentId: 'd1', title: 'Receiving', page: 2, text: 'Thirty days.' });
  all.addPage({ url: 'https://example.com/law', title: 'The law', snippet: 'As it is.' }, '');
  return all;
}

test.each([
  ['1', 1],
  ['[2]', 2],
  ['b1', 1],
  ['d1', 1],
  ['receiving', 1],
  ['https://example.com/law', 2],
  ['The Law', 2],
])('a source may be given as %s', (reference, number) => {
  const bound = bindResponse({ answer: 'So.', sources: [reference], confidence: 1 }, evidence());
  expect(bound.sources.map((source) => source.number)).toEqual([number]);
  expect(bound).toMatchObject({ removed: [], confidence: 1, answer: 'So.' });
});

test('what points to nothing that was retrieved is removed, lowers the confidence, and is told', () => {
  const given = { answer: 'Thirty days [1], or more [4].', sources: ['1', 'b9'], confidence: 0.9 };
  const bound = bindResponse(given, evidence());
  const note = '2 of the sources given were not among what was found, and left out.';
  const answer = `Thirty days [1], or more.\n\nNote: ${note} The confidence is lowered for it.`;
  expect(bound).toMatchObject({ answer, removed: ['[4]', 'b9'], confidence: 0.3 });
});

test('a source that is invented in text and list is one', () => {
  const given = { answer: 'So [1], or so [99].', sources: ['1', '2', '99', ' [99] '] };
  const bound = bindResponse({ ...given, confidence: 0.9 }, evidence());
  expect(bound).toMatchObject({ removed: ['[99]'], confidence: 0.6 });
});

test.each([
  ['Kept thirty days [1].', []],
  ['Kept 90 days [1]. The law says so [2].', ['90']],
  ['1. "Thirty days" [1]\n2. Only 14 days [2]', []],
  ['"Forty days" [1], and 90 without a source.', ['Forty days']],
  ['Kept thirty days. [1] The law of 1990 says so. [2]', []],
  ['“It is so.” “Thirty days.” [1] (Receiving 7)', []],
  ['Kept 90 days. [1] So it is.[1]', ['90']],
  ['Orders of 12,000 EUR: thirty days [1].', []],
])('what a sentence has of its own and what it cites has not is told: %s', (answer, missing) => {
  const bound = bindResponse({ answer, sources: [], confidence: 1 }, evidence(), 'Over 12,000?');
  expect(bound.notInSources).toEqual(missing);
  expect(bound.answer.includes('Not in the source')).toBe(missing.length > 0);
});

test('a German answer is told in German', () => {
  const given = { answer: 'Das gilt dreißig Tage [4].', sources: [], confidence: 1 };
  const note = 'Weggelassen, weil nicht unter dem Gefundenen: eine genannte Quelle.';
  const lowered = 'Dafür gilt die Antwort als weniger sicher.';
  const { answer } = bindResponse(given, evidence());
  expect(answer).toBe(`Das gilt dreißig Tage.\n\nHinweis: ${note} ${lowered}`);
});

test('an answer whose sources all fail has no confidence left', () => {
  const bound = bindResponse({ answer: 'So [3].', sources: [], confidence: 1 }, evidence());
  expect(bound).toMatchObject({ confidence: 0, sources: [], removed: ['[3]'] });
});

test('sources are numbered by their first marker, then as listed, and shown as what they are', () => {
  const given = { answer: 'By law [2].', sources: ['1', '2'], confidence: 1 };
  const { sources } = bindResponse(given, evidence());
  const law = { title: 'The law', quote: 'As it is.', url: 'https://example.com/law' };
  const place = { document_id: 'd1', block_id: 'b1', page: 2 };
  expect(sources.map((source, at) => wireSource(source, at + 1))).toEqual([
    { number: 1, type: 'external', ...law },
    { number: 2, type: 'internal', title: 'Receiving', quote: 'Thirty days.', ...place },
  ]);
});

describe('markers', () => {
  /** Evidence of so many blocks. */
  function read(count: number): Evidence {
    const evidence = new Evidence();
    for (let at = 1; at <= count; at += 1)
      evidence.addBlock({ id: `block-${at}`, documentId: 'd', title: 'Title', text: `text ${at}` });
    return evidence;
  }

  function filtered(chunks: readonly string[], evidence = read(3)) {
    const filter = new MarkerFilter((number) => evidence.find(number));
    const chunked = chunks.flatMap((chunk) => [...filter.push(chunk)]);
    const pieces: AnswerPiece[] = [...chunked, ...filter.flush()];
    const shown = pieces.map((one) => ('text' in one ? one.text : `<${one.source.number}>`));
    const cited = filter.cited.map(({ number }) => number);
    return { shown: shown.join(''), cited, dropped: filter.dropped };
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
    const found = { ...result, shown: plain(result.shown) };
    expect(found).toEqual({ shown: plain(shown), cited, dropped });
  });

  const pieces = '[1]| [2]|[3, 1]|  [7]|[1,9]|[|]|, | |     |[12|1'.split('|');
  const part = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 }));
  const parts = fc.array(part, { maxLength: 30 });

  test('the same however the text is cut', () =>
    holds([parts, fc.array(fc.nat(80), { maxLength: 12 })], (pieces, cuts) => {
      const text = pieces.join('');
      const ends = cuts.map((cut) => Math.min(cut, text.length));
      const at = [0, ...ends, text.length].sort((a, b) => a - b);
      const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(filtered(chunks)).toEqual(filtered([text]));
      expect(filtered([...text])).toEqual(filtered([text]));
    }));

  test('every marker that is shown stands for a source that was announced before it', () =>
    holds([parts], (pieces) => {
      const { shown, cited } = filtered([pieces.join('')]);
      // Markers glued together from pieces of text are markers all the same.
      for (const [, list = ''] of shown.matchAll(/\[(\d{1,3}(?:, ?\d{1,3}){0,7})\]/g)) {
        const numbers = list.split(',').map(Number);
        expect(Math.min(...numbers)).toBeGreaterThan(0);
        expect(Math.max(...numbers)).toBeLessThanOrEqual(cited.length);
      }
    }));

  test('takes time in proportion to the text', async () => {
    const long = [' '.repeat(200_000), '['.repeat(200_000), '[1, '.repeat(50_000)];
    expect(await cpuMs(() => filtered(long))).toBeLessThan(2_000);
  });
});
