import fc from 'fast-check';
import { holds, property } from '../../test/support/property.js';
import type { LlmMessage } from '../llm/types.js';
import { enoughHistory, sizeOf, trimHistory } from './trim-history.js';

const user = (content: string): LlmMessage => ({ role: 'user', content });
const image = { id: 'i', name: 'x.png', contentType: 'image/png', bytes: 8, sha256: 's' };
const answer = (content: string): LlmMessage => ({ role: 'assistant', content });

function toolTurn(id: string, results: readonly string[]): LlmMessage[] {
  const toolCalls = results.map((_, n) => ({ id: `${id}.${n}`, name: 'get', arguments: { n } }));
  return [
    { role: 'assistant', content: '', toolCalls },
    ...results.map((content, index): LlmMessage => {
      return { role: 'tool', toolCallId: `${id}.${index}`, name: 'get', content, isError: false };
    }),
  ];
}

const text = fc.string({ maxLength: 300 });

/** Histories as the server stores them: exchanges of a question, tool turns, and perhaps an answer. */
const histories = fc
  .array(
    fc.tuple(text, fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 3 }), fc.option(text)),
    { maxLength: 8 },
  )
  .map((exchanges) =>
    exchanges.flatMap(([question, turns, said], exchange) => [
      user(question),
      ...turns.flatMap((results, turn) => toolTurn(`${exchange}.${turn}`, results)),
      ...(said === null ? [] : [answer(said)]),
    ]),
  );
const budgets = fc.integer({ min: 0, max: 4000 });
const total = (ones: readonly LlmMessage[]) => ones.reduce((sum, one) => sum + sizeOf(one), 0);

property('trimHistory: is never over the budget', [histories, budgets], (history, budget) => {
  expect(total(trimHistory(history, budget))).toBeLessThanOrEqual(budget);
});

test('trimHistory: begins with a user message, also when the history does not', () =>
  holds([histories, budgets, fc.nat(5)], (history, budget, cut) => {
    const [first] = trimHistory(history.slice(cut), budget);
    expect(first?.role ?? 'user').toBe('user');
  }));

test('trimHistory: keeps each tool result with its call, and each call with all its results', () =>
  holds([histories, budgets], (history, budget) => {
    const kept = trimHistory(history, budget);
    const called = kept.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    );
    const answered = kept.flatMap((one) => (one.role === 'tool' ? [one.toolCallId] : []));
    expect(answered).toEqual(called);
  }));

test('trimHistory: keeps the newest messages, in order, changed only in old tool results', () =>
  holds([histories, budgets], (history, budget) => {
    const kept = trimHistory(history, budget);
    const newest = kept.length === 0 ? [] : history.slice(-kept.length);
    const plain = (one: LlmMessage) => (one.role === 'tool' ? { ...one, content: '' } : one);
    expect(kept.map(plain)).toEqual(newest.map(plain));
  }));

test('trimHistory: changes nothing that fits, and never its input', () =>
  holds([histories, budgets], (history, budget) => {
    const before = structuredClone(history);
    expect(trimHistory(history, total(history))).toEqual(before);
    trimHistory(history, budget);
    expect(history).toEqual(before);
  }));

test('trimHistory: empties the oldest results first, and drops no exchange as long as that is enough', () => {
  const long = 'x'.repeat(1000);
  const one = [user('one'), ...toolTurn('a', [long, long]), answer('first')];
  const history = [...one, user('two'), ...toolTurn('b', [long]), answer('second')];
  const kept = trimHistory(history, total(history) - 1500);
  expect(kept).toHaveLength(history.length);
  expect(kept.flatMap((message) => (message.role === 'tool' ? [message.content] : []))).toEqual([
    expect.stringContaining('left out'),
    expect.stringContaining('left out'),
    long,
  ]);
});

test('trimHistory: images count, and the oldest are told of instead', () => {
  const shows = (content: string): LlmMessage => ({ role: 'user', content, images: [image] });
  const history = [shows('one'), answer('first'), shows('two'), answer('second')];
  const kept = trimHistory(history, total(history) - 1);
  expect(kept[0]).toEqual(user(expect.stringMatching(/^one\n\n.*x\.png.*not shown/) as never));
  expect(kept.slice(1)).toEqual(history.slice(1));
});

test('trimHistory: a page that opens with a greeting loses the greeting only', () => {
  const history = [answer('Hello! What can I do?'), user('list the rules'), answer('Here.')];
  expect(trimHistory(history, 1000)).toEqual(history.slice(1));
  expect(trimHistory([answer('Hello!')], 1000)).toEqual([]);
});

test('trimHistory: an exchange larger than the budget is dropped whole', () => {
  expect(trimHistory([user('x'.repeat(100)), answer('y')], 50)).toEqual([]);
  expect(trimHistory([user('x'.repeat(100)), answer('y'), user('z')], 50)).toEqual([user('z')]);
});

const read = (history: readonly LlmMessage[], budget: number) => {
  const enough = enoughHistory(budget);
  const at = history.findLastIndex((message) => enough(message));
  return history.slice(Math.max(at, 0));
};

test('enoughHistory: what is read gives the same trimmed history as the whole', () =>
  holds([histories, budgets, fc.nat(5)], { numRuns: 1000 }, (whole, budget, cut) => {
    const history = whole.slice(cut);
    expect(trimHistory(read(history, budget), budget)).toEqual(trimHistory(history, budget));
  }));

test('enoughHistory: is one exchange more than the budget holds, however long the conversation', () => {
  const exchange = [user('x'.repeat(50)), ...toolTurn('a', ['y'.repeat(1000)]), answer('z')];
  const one = total(trimHistory(exchange, total(exchange) - 1));
  const long = Array.from({ length: 500 }, () => exchange).flat();
  expect(read(long, 10 * one)).toHaveLength(11 * exchange.length);
});
