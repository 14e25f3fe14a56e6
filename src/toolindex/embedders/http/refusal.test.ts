import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { isTooLong, refusal, type EmbedService } from './refusal.js';
import { readableText } from './http-embedder.js';

const SERVICE: EmbedService = {
  name: 'The API',
  baseUrl: 'https://api.example',
  model: 'm',
  modelAdvice: 'Pull m.',
  keyVariable: 'API_KEY',
  addressVariable: 'API_URL',
};

const of = (status: number, body: unknown, retryAfter: string | null = null) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return refusal(SERVICE, { status, text, retryAfter });
};

const gemini = (message: string, details?: unknown[]) => ({ error: { code: 1, message, details } });

describe('a refusal', () => {
  it.each([
    [400, gemini('API key not valid. Please pass a valid API key.'), 'Check API_KEY.'],
    [400, { error: 'invalid input type' }, 'EMBEDDER_MODEL and EMBEDDER_DIMENSIONS'],
    [401, { error: { message: 'no' } }, 'Check API_KEY.'],
    [403, gemini("Method doesn't allow unregistered callers."), 'Check API_KEY.'],
    [402, '', 'quota or credit is used up'],
    [404, { error: 'model "m" not found' }, 'Pull m.'],
    [422, { message: 'bad' }, 'EMBEDDER_MODEL and EMBEDDER_DIMENSIONS'],
    [429, { error: { message: 'slow down' } }, 'Its rate limit is reached'],
    [429, { error: { message: 'You exceeded your current quota' } }, 'quota or credit is used up'],
    [503, { error: 'server busy' }, 'it will be asked again'],
    [502, '<html>Bad gateway</html>', 'answered 502. It is overloaded'],
    [302, '', 'API_URL'],
  ])('%i %j advises: %s', (status, body, advice) => {
    expect(of(status, body).message).toContain(advice);
    expect(of(status, body).message).toMatch(new RegExp(`^The API answered ${status}[.:]`));
  });

  it('repeats no more than a sentence or two of what the API said', () =>
    expect(of(400, { error: 'x'.repeat(100_000) }).message.length).toBeLessThan(500));

  it.each<[string | null, unknown, number | undefined]>([
    ['12', {}, 12_000],
    [null, gemini('q', [{ '@type': 'x' }, { retryDelay: '34.4s' }]), 34_400],
    ['3', gemini('q', [{ retryDelay: '34.4s' }]), 3000],
    [null, gemini('q', [{ retryDelay: 'soon' }, null, 7]), undefined],
    [null, { error: { details: { retryDelay: '2s' } } }, undefined],
    [null, 'text', undefined],
    ['later', {}, undefined],
  ])('reads the wait from Retry-After %j and the body', (header, body, expected) => {
    expect(of(429, body, header).retryAfterMs).toBe(expected);
  });
});

it.each([
  [400, 'the input length exceeds the context length'],
  [400, "This model's maximum context length is 512 tokens, however you requested 700 tokens"],
  [400, 'The input token count (3000) exceeds the maximum number of tokens allowed (2048).'],
  [400, 'Illegal param: prefill 744 tokens exceed n_ctx_per_seq'],
  [413, 'Input validation error: `inputs` must have less than 512 tokens. Given: 700'],
  [500, 'input is too large to process. increase the physical batch size'],
])('a text that is too long: is known from %i %s', (status, message) =>
  expect(isTooLong(of(status, { error: message }))).toBe(true),
);

it.each([
  [400, 'API key not valid'],
  [404, 'the context length model was not found'],
  [429, 'maximum input tokens per minute reached'],
  [503, 'server busy'],
  [500, 'out of memory'],
])('a text that is too long: is not taken from %i %s', (status, message) =>
  expect(isTooLong(of(status, { error: message }))).toBe(false),
);

const odd = fc.constantFrom('\ud800', '\udc00', '\u0000', '\n', 'é', '東', '😀', 'a', ' ');
const joined = fc.array(odd).map((all) => all.join(''));
const anyText = fc.oneof(fc.string({ unit: 'binary' }), joined);

it('is well formed, not blank, without control characters, and no longer than asked', () =>
  holds([anyText, fc.integer({ min: 1, max: 40 })], (text, max) => {
    const readable = readableText(text, max);
    expect(Buffer.byteLength(readable)).toBeLessThanOrEqual(max);
    expect(readable).toMatch(/\S/);
    expect(readable).not.toMatch(/[\p{Cs}\p{Cc}\ufffd]/u);
  }));

it.each([
  ['list_rules — Lists', 100, 'list_rules — Lists'],
  ['a\nb\u0000c', 100, 'a b c'],
  ['', 100, '-'],
  [' \t\n', 100, '-'],
  ['\ud800', 100, '-'],
  ['ab東', 4, 'ab'],
  ['ab東', 5, 'ab東'],
  ['a😀', 4, 'a'],
])('%j in %i bytes is %j', (text, max, expected) => expect(readableText(text, max)).toBe(expected));
