import fc from 'fast-check';
import { holds, property } from '../../test/support/property.js';
import { withNotes } from '../foundation/user-messages.js';
import type { LlmMessage } from '../llm/types.js';
import { queryTurns } from './query-turns.js';

const user = (content: string): LlmMessage => ({ role: 'user', content });
const assistant = (content: string): LlmMessage => ({ role: 'assistant', content });
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

const HISTORY = [
  ...[user('zero'), assistant('old answer'), user('one'), user('two'), user('three')],
  assistant('which warehouse?'),
];

const anyHistory = fc.array(
  fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: fc.string() }),
);

property('is the message alone without a history', [fc.string()], (message) => {
  expect(queryTurns(message, [])).toEqual([{ text: message, weight: 1 }]);
});

it('takes how a run ended for no answer', () => {
  const note: LlmMessage = { role: 'assistant', content: '[failed: It is busy.]', isNote: true };
  const ended = [...HISTORY, user('blue'), note];
  const texts = queryTurns('again', ended).map(({ text }) => text);
  expect(texts).toContain('which warehouse?');
  expect(texts).not.toContain(note.content);
});

it('puts three user turns and the last answer before a short message, oldest first', () => {
  const turns = queryTurns('yes', HISTORY);
  expect(turns.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'which warehouse?', 'yes']);
  const weights = [0.512, 0.64, 0.8, 0.48, 1];
  expect(turns.map(({ weight }) => weight)).toEqual(weights.map((one) => expect.closeTo(one, 6)));
});

it.each([
  [12, ['one', 'two', 'three', 'which warehouse?']],
  [30, ['three', 'which warehouse?']],
  [50, ['three']],
  [61, []],
])('reads less of them before a message of %d words', (count, before) => {
  const turns = queryTurns(words(count), HISTORY);
  expect(turns.slice(0, -1).map(({ text }) => text)).toEqual(before);
});

it('weighs earlier turns less the longer the message is, and never as much as the message', () =>
  holds([fc.tuple(fc.nat(80), fc.nat(80))], ([a, b]) => {
    const [short, long] = [Math.min(a, b), Math.max(a, b)];
    const weightOf = (count: number) =>
      queryTurns(words(count), HISTORY).find(({ text }) => text === 'three')?.weight ?? 0;
    expect(weightOf(short)).toBeGreaterThanOrEqual(weightOf(long));
    expect(weightOf(short)).toBeLessThan(1);
  }));

it('keeps the message last at full weight and leaves out what is blank', () =>
  holds([fc.string(), anyHistory], (message, history) => {
    const turns = queryTurns(message, history);
    expect(turns.at(-1)).toEqual({ text: message, weight: 1 });
    for (const { text, weight } of turns.slice(0, -1)) {
      expect(text.trim()).not.toBe('');
      expect(weight).toBeGreaterThan(0);
    }
    expect(turns.length).toBeLessThanOrEqual(5);
  }));

it('takes what the user wrote, not what the application noted, and the end of a long answer', () => {
  const noted = user(withNotes(['Preview 1 was rejected by the user.'], 'alert the warehouse'));
  const long = assistant(`${'x '.repeat(1000)}Shall I send it?`);
  const [first, second] = queryTurns('ok', [noted, long]);
  expect(first?.text).toBe('alert the warehouse');
  expect(second?.text).toHaveLength(300);
  expect(second?.text.endsWith('Shall I send it?')).toBe(true);
});
