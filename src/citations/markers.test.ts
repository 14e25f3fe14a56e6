import type { LlmMessage } from '../llm/types.js';
import { highestNumber } from './markers.js';

const result = (content: unknown): LlmMessage => ({
  role: 'tool',
  toolCallId: 'c',
  name: 'read_document',
  isError: false,
  content: JSON.stringify(content),
});

const blocks = [{ number: 4 }, { number: 12 }];
test.each([
  ['no history', [], 0],
  ['numbers of several results', [result({ blocks }), result({ number: 7 })], 12],
  ['what people and models say', [{ role: 'user', content: '"number":90' } as const], 0],
  ['a text in a result that looks like one', [result({ text: 'the "number":55' })], 0],
  ['more than markers hold', [result({ number: 990 })], 0],
])('%s', (_name, history, highest) => expect(highestNumber(history as LlmMessage[])).toBe(highest));
