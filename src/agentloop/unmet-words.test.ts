import fc from 'fast-check';
import { tableEmbedder } from '../../test/embedders/cached-embedder.js';
import { tool } from '../../test/support/loop.js';
import { holds } from '../../test/support/property.js';
import type { Tool } from '../agenttools/tool.js';
import { silentLogger } from '../foundation/logger.js';
import { QueryVectors } from '../toolindex/query-vectors.js';
import { UnmetWords } from './unmet-words.js';

const notify = { type: 'string', enum: ['telegram'] };
const LAMPS = [
  tool('list_lamps', { description: 'Lists the lamps.', examples: ['which lamp is on?'] }),
  tool('dim_lamp', { inputSchema: { type: 'object', properties: { notify } } }),
];
const MESSAGE = 'Send an SMS or fax when the lamp is on';
const table = new Map([
  [MESSAGE, [1, 0]],
  ['an SMS or fax when the lamp is on', [0.9, 0.5]],
  ['Send SMS or fax when the lamp is on', [1, 0]],
  ['Send an or fax when the lamp is on', [0, 1]],
  ['Send an SMS fax when the lamp is on', [0.8, 0.5]],
  ['Send an SMS or when the lamp is on', [0.5, 0.5]],
  ['Send an SMS or fax the lamp is on', [1, 0.1]],
]);

async function told(message: string, { score = 0.4, lost = 0.05 } = {}) {
  const queries = new QueryVectors(tableEmbedder(table));
  const unmet = new UnmetWords(queries, { below: 0.6, lost }, silentLogger);
  return unmet.of(message, [{ score }], LAMPS, new AbortController().signal);
}

test('the three words that the message loses most by are told, as they are written', async () => {
  expect(await told(MESSAGE)).toEqual(['SMS', 'fax', 'or']);
  expect(await told(MESSAGE, { lost: 0.5 })).toEqual(['SMS']);
});

test.each([
  ['a tool fits', MESSAGE, { score: 0.6 }],
  ['the message is in another language', 'wyślij mi sms do lampy', {}],
  ['it is a long text', `sms ${'lamp '.repeat(60)}`, {}],
  ['it stands among the allowed values', 'telegram the lamp', {}],
  ['it is a part of a word', 'amps', {}],
  ['it is a number', '4711 lamps', {}],
  ['the embedder fails', 'beam the lamp', {}],
])('none is told where %s', async (_, message, parts) => {
  expect(await told(message, parts)).toBeUndefined();
});

test('a word that stands anywhere in a tool of the context is never told', async () => {
  const queries = { of: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)) };
  const all = new UnmetWords(queries, { below: 1, lost: -1 }, silentLogger);
  const word = fc.stringMatching(/^[a-zäöüłé]{1,9}$/u);
  const places: ((text: string) => Partial<Tool>)[] = [
    (text) => ({ description: `${'x '.repeat(9000)}${text}.` }),
    (text) => ({ examples: [`please (${text.toUpperCase()})`] }),
    (text) => ({ indexed: { description: '', parameters: `get_${text}` } }),
    (text) => ({ inputSchema: { properties: { [text]: { type: 'string' } } } }),
    (text) => ({ inputSchema: { anyOf: [{ enum: [text] }] } }),
  ];
  await holds([word, word, fc.constantFrom(...places)], async (known, other, place) => {
    const tools = [...LAMPS, tool('one', place(known))];
    const message = `${known} ${other} lists the lamps`;
    const words = await all.of(message, [], tools, new AbortController().signal);
    expect(words ?? []).not.toContain(known);
  });
});
