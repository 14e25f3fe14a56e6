import { LearnedExamples, type LearnedExample, messageWords } from './learned-examples.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const MESSAGE = 'Refund the last payment of this customer';

const example = (userId: string, tool: string, more: Partial<LearnedExample> = {}) => ({
  userId,
  tool,
  isGood: true,
  at: 0,
  words: messageWords(MESSAGE),
  ...more,
});
const gains = (examples: LearnedExample[], userId: string, message = MESSAGE, now = 0) =>
  Object.fromEntries(
    new LearnedExamples(examples).gains({ userId, words: messageWords(message) }, now),
  );

describe('whose examples count', () => {
  test('a user is served by their own', () =>
    expect(gains([example('ada', 'refund')], 'ada').refund).toBeGreaterThan(0.1));

  test('poisoning: one user moves no tool for others, however often and however well it fits', () => {
    const flood = Array.from({ length: 500 }, (_, nth) => [
      example('mallory', 'delete_all', { at: nth }),
      example('mallory', 'refund', { at: nth, isGood: false }),
    ]).flat();
    expect(gains(flood, 'ada')).toEqual({});
    const own = example('ada', 'refund');
    expect(gains([...flood, own], 'ada').delete_all).toBeUndefined();
    expect(gains([...flood, own], 'ada').refund).toBeCloseTo(gains([own], 'ada').refund ?? 0, 1);
  });

  test('what two users agree on counts for a third, as much as the less sure of them says', () => {
    const near = { words: messageWords('Refund the last payment') };
    const both = gains([example('ada', 'refund'), example('bob', 'refund', near)], 'cy').refund;
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThan(gains([example('cy', 'refund')], 'cy').refund ?? 0);
  });

  test('what two users turned down counts against it for a third', () => {
    const no = { isGood: false };
    expect(gains([example('ada', 'x', no), example('bob', 'x', no)], 'cy').x).toBeLessThan(0);
    expect(gains([example('ada', 'x', no)], 'ada').x).toBeLessThan(0);
  });
});

describe('how much they count', () => {
  test('not for another message, and no more by their number', () => {
    expect(gains([example('ada', 'refund')], 'ada', 'Which films run tonight?')).toEqual({});
    const many = Array.from({ length: 5 }, () => example('ada', 'refund'));
    expect(gains(many, 'ada').refund).toBeCloseTo(gains([example('ada', 'refund')], 'ada').refund!);
  });

  test('of the message: a tool with one example like it before one with many that are less like it', () => {
    const other = { words: messageWords('Tell this customer when the last payment came') };
    const many = Array.from({ length: 5 }, () => example('ada', 'notify', other));
    const gained = gains([...many, example('ada', 'refund')], 'ada');
    expect(gained.refund).toBeGreaterThan(2 * gained.notify!);
    expect(gained.notify).toBeGreaterThan(0);
  });

  test('hardly for a message that says next to nothing', () => {
    const full = gains([example('ada', 'refund')], 'ada').refund!;
    const yes = example('ada', 'refund', { words: messageWords('yes') });
    expect(gains([yes], 'ada', 'Yes!').refund).toBeLessThan(full / 2);
  });

  test('half after ninety days', () => {
    const [now = 0, later = 0] = [0, 90 * DAY_MS].map(
      (ms) => gains([example('ada', 'refund')], 'ada', MESSAGE, ms).refund,
    );
    expect(later).toBeCloseTo(now / 2);
  });

  test('by meaning as well, where both have a vector', () => {
    const vector = Float32Array.of(1, 0);
    const learned = new LearnedExamples([example('ada', 'refund', { words: [1], vector })]);
    const of = (other: Float32Array) =>
      learned.gains({ userId: 'ada', words: [2], vector: other }, 0).get('refund');
    expect(of(Float32Array.of(1, 0))).toBeGreaterThan(0);
    expect(of(Float32Array.of(0, 1))).toBeUndefined();
    expect(of(Float32Array.of(1, 0, 0))).toBeUndefined();
  });
});
