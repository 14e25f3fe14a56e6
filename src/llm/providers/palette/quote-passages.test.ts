import { placeIn, queryOf, quotePassages, searchedParts, type Passage } from './quote-passages.js';

const passage = (place: string, score: number, ...texts: string[]): Passage => ({
  place,
  score,
  blocks: texts.map((text, at) => ({ text, mark: `[${at + 1}]` })),
});

const quote = (message: string, found: readonly (readonly Passage[])[]) =>
  quotePassages(message, found, 'the handbook');

test('quotes the best passages with their marks and places, and what is near the best one', () => {
  const text = quote('keep rejected goods', [
    [
      passage('B', 0.5, 'far'),
      passage('A, Returns', 0.9, 'Rejected goods: we keep them 30 days.'),
      passage('C', 0.6, 'Goods are counted.'),
    ],
  ]);
  expect(text.split('\n')).toEqual([
    'No language model is connected: I quote; I do not conclude.',
    '',
    '- “Rejected goods: we keep them 30 days.” [1] (A, Returns)',
    '- “Goods are counted.” [1] (C)',
  ]);
});

test('of a long passage the blocks that share most words with the question, in their order', () => {
  const text = quote('when are forklifts charged', [
    [passage('A', 1, 'The forklifts.', 'Nothing here.', 'They are charged at night.', 'Other.')],
  ]);
  expect(text).toContain('- “The forklifts.” [1] “They are charged at night.” [3] (A)');
});

test('says so where even the best passage is only the nearest one', () =>
  expect(
    quote('capital of Peru', [[passage('A', 0.6, 'Lots are picked.')]])
      .split('\n')
      .slice(2),
  ).toEqual(['No passage surely fits. The nearest:', '', '- “Lots are picked.” [1] (A)']));

test('a document can place no marker and no markup of its own', () =>
  expect(quote('x', [[passage('<b>A</b>', 1, 'See [7] and <script>*x*</script>')]])).toContain(
    '“See \\[7\\] and \\<script\\>\\*x\\*\\</script\\>” [1] (\\<b\\>A\\</b\\>)',
  ));

test('a long block is cut behind a whole character', () => {
  expect(quote('x', [[passage('A', 1, '😀'.repeat(400))]])).toContain(`“${'😀'.repeat(250)}…” [1]`);
});

test('the lines of a message are parts, each with its passages; what is too many is named', () => {
  const message = '1. goods\n\n- pallets\n\nc\nd\ne\nf';
  expect(searchedParts(message)).toEqual(['goods', 'pallets', 'c', 'd', 'e']);
  const text = quote(message, [[passage('A', 1, 'All goods.')], []]);
  expect(text).toContain(
    '**goods**\n\n- “All goods.” [1] (A)\n\n**pallets**\n\nI found nothing about “pallets” in the handbook.',
  );
  expect(text).toContain('1 more lines were not searched for');
});

test.each([
  ['Law', 'Law', 'Law'],
  ['Law', 'Law › Noise', 'Law › Noise'],
  ['Law', 'Noise', 'Law › Noise'],
  ['Law', undefined, 'Law'],
])('the place of %s and %s', (title, section, place) => {
  expect(placeIn(title, section)).toBe(place);
});

test.each([
  ['a\n b', 'a b'],
  ['?', '? '],
  ['x'.repeat(600), 'x'.repeat(500)],
])('searches %j', (message, query) => expect(queryOf(message)).toBe(query));
