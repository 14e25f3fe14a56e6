import type { JsonObject } from '../../src/foundation/json.js';
import type { LlmMessage, LlmRequest } from '../../src/llm/types.js';
import type { FakeName } from '../support/fakes/fakes.js';
import { object } from '../support/openapi/one-operation.js';
import { result, says, user } from './history.js';

/** One row of the table in docs/providers.md: a request as it came to Sextant, and which APIs refuse it so. */
export interface RefusedRequest {
  title: string;
  refusedBy: readonly FakeName[];
  request: Pick<Partial<LlmRequest>, 'tools' | 'messages'>;
}

const THREE: FakeName[] = ['gemini', 'openai', 'anthropic'];
const STRICT: FakeName[] = ['openai', 'anthropic'];
const TWO: FakeName[] = ['gemini', 'anthropic'];

const text: JsonObject = { type: 'string' };
const node = { $ref: '#/$defs/node' };
const field = (schema: unknown) => object({ a: schema });

function schema(
  title: string,
  refusedBy: readonly FakeName[],
  inputSchema: JsonObject,
  description = 'A tool.',
): RefusedRequest {
  return { title, refusedBy, request: { tools: [{ name: 'look', description, inputSchema }] } };
}

const history = (
  title: string,
  refusedBy: readonly FakeName[],
  ...messages: LlmMessage[]
): RefusedRequest => ({ title, refusedBy, request: { messages } });

const deep = (levels: number): JsonObject =>
  levels === 0 ? text : object({ inner: deep(levels - 1) });

/** The rows, in the order of the table. */
export const refusedRequests: readonly RefusedRequest[] = [
  schema('a union at the root', STRICT, {
    type: 'object',
    anyOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
  }),
  schema('a root that is not said to be an object', ['openai', 'anthropic', 'ollama'], {
    properties: { a: text },
  }),
  schema('a root without properties', ['openai'], { type: 'object' }),
  schema('an array without items', ['gemini', 'openai'], field({ type: ['array', 'null'] })),
  schema('an empty text in an enum', ['gemini'], field({ type: 'string', enum: ['', 'up'] })),
  schema('an enum of other values than texts', ['gemini'], field({ type: 'integer', enum: [1] })),
  schema('several types, or null', ['gemini'], field({ type: ['string', 'null'] })),
  schema('a keyword that the API does not know', ['gemini'], field({ const: 'up' })),
  schema('a format that the API does not know', ['gemini'], field({ ...text, format: 'uuid' })),
  schema('keywords beside a union', ['gemini'], field({ description: 'A', anyOf: [text] })),
  schema(
    'a value that draft 2020-12 does not allow',
    ['gemini', 'openai', 'anthropic', 'ollama'],
    field({ ...text, required: true, description: 5 }),
  ),
  schema('true or false as a schema', ['gemini', 'ollama'], field(true)),
  schema('a schema without a type', ['gemini', 'openai'], field({ description: 'Anything' })),
  schema(
    'references',
    ['gemini', 'openai'],
    object({ a: node }, { $defs: { node: object({ next: node }) } }),
  ),
  schema('a reference that leads nowhere', THREE, field({ $ref: '#/x' })),
  schema('schemas in each other, ten deep', ['gemini', 'openai'], deep(10)),
  schema('required names of no property', ['gemini'], object({ a: text }, { required: ['b'] })),
  schema('names of properties with other signs', TWO, object({ 'filter[a]': text })),
  schema('a pattern without ^ and $', ['openai'], field({ ...text, pattern: '\\S' })),
  schema('limits in the thousands', ['openai'], field({ ...text, maxLength: 10_000 })),
  schema('a description over 1,024 characters', ['openai'], object({}), 'x'.repeat(1_100)),
  history('a message behind results', ['openai'], user('A'), says('', 'a'), result('a'), user('B')),
  history('two messages in a row', ['openai'], user('A'), user('B')),
  history('two answers in a row', ['openai'], user('A'), says('A'), says('B'), user('B')),
  history(
    'a call without its result',
    THREE,
    ...[user('A'), says('', 'a', 'b'), result('a'), user('B')],
  ),
  history('a result without its call', THREE, ...[user('A'), result('a'), says('B'), user('B')]),
  history('an answer first', STRICT, says('A'), user('B')),
  history('an answer last', STRICT, user('A'), says('B')),
  history('blank text', STRICT, user('A'), says(' '), user('\n')),
  history('no message at all', TWO),
  history(
    'ids of calls of another API, or twice the same',
    STRICT,
    ...[user('A'), says('', 'a|b'.padEnd(50, 'c')), result('a|b'.padEnd(50, 'c')), says('B')],
    ...[user('B'), says('', 'x'), result('x'), says('', 'x'), result('x')],
  ),
  history(
    'names of calls with other signs',
    ['gemini'],
    user('A'),
    { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: '1 look', arguments: {} }] },
    { role: 'tool', toolCallId: 'a', name: '1 look', content: 'no', isError: true },
  ),
];
