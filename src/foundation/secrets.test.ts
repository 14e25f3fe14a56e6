import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { cpuMs } from '../../test/support/cpu-growth.js';
import { secretsIn, redactor, secretHider, KnownSecrets, textReplacer, Sealer } from './secrets.js';

test('secretsIn finds keys, lists of tokens and passwords in addresses, and nothing else', () => {
  const env = {
    GEMINI_API_KEY: ' AIza1 ',
    AUTH_JWT_SECRET: 's1',
    AUTH_TOKENS: 'mara:t1,ben:t2',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20x,a=b',
    DATABASE_URL: 'postgres://me:p%40ss@host/d',
    PLATFORM_URL: 'http://host/api',
    LLM_MODEL: 'gpt',
    EMPTY_KEY: '',
    PORT: undefined,
  };
  const found = 'AIza1 s1 mara:t1,ben:t2 t1 t2 authorization=Basic%20x,a=b Basic%20x b p%40ss p@ss';
  expect(new Set(secretsIn(env))).toEqual(new Set(found.split(' ')));
});

const hide = redactor(['sk-123456', 'sk-123456-longer', 'pa"ss\\word', 'tiny', 'ü ber/secret']);

test.each([
  ['a known secret', 'the key sk-123456 is wrong', 'the key [redacted] is wrong'],
  ['one that begins with another', 'sk-123456-longer!', '[redacted]!'],
  ['one inside JSON', JSON.stringify({ a: 'pa"ss\\word' }), '{"a":"[redacted]"}'],
  ['one inside a URL', 'x?p=%C3%BC%20ber%2Fsecret', 'x?p=[redacted]'],
  ['a bearer token', 'authorization: Bearer abc.def-ghi', 'authorization: Bearer [redacted]'],
  ['a bearer token in JSON', '{"h":"bearer abcdefg"}', '{"h":"bearer [redacted]"}'],
  ['a password', 'postgres://me:p@ss:w@host:5432/d', 'postgres://me:[redacted]@host:5432/d'],
  ['a password without a user', 'redis://:hunter22@host', 'redis://:[redacted]@host'],
  ['a query', 'GET https://x/y?a=1&key=AIza&b=2', 'GET https://x/y?a=1&key=[redacted]&b=2'],
  ['a token in one', '"https://x?access_token=t0ken"', '"https://x?access_token=[redacted]"'],
])('redactor: hides: %s', (_name, text, shown) => expect(hide(text)).toBe(shown));

test.each([
  'The key column of sales.orders; a tiny change',
  'http://127.0.0.1:3000/v1/agent/tools?page=2&monkey=1',
  'see https://example.com:8080/a@b',
  '{"level":30,"time":1,"msg":"bearer of news"}',
])('redactor: leaves %s', (text) => expect(hide(text)).toBe(text));

test('redactor: property: no known secret is left, and a JSON line stays JSON', async () => {
  const secret = fc.string({ minLength: 8, maxLength: 20, unit: 'grapheme-ascii' });
  await holds([secret, fc.string()], (one, around) => {
    // A secret that is a piece of JSON's own frame cannot be told from it.
    fc.pre(!'"msg":"[redacted]"'.includes(one) && !one.includes('redacted'));
    const line = redactor([one])(JSON.stringify({ x: around + one + around }));
    expect((JSON.parse(line) as { x: string }).x).not.toContain(one);
  });
});

describe('redactor: a secret in what somebody said', () => {
  const SECRET = 'key-0123456789-abcdef';
  const hide = secretHider([SECRET]);

  test.each([
    ['none here', 'none here'],
    [`bad ${SECRET}, sorry`, 'bad [hidden], sorry'],
    [`${SECRET}${SECRET}`, '[hidden][hidden]'],
    ['cut: key-012345', 'cut: [hidden]'],
    ['key-0123 and key-0123456789-abcdeX', '[hidden] and [hidden]X'],
    ['key-01 is too short to tell', 'key-01 is too short to tell'],
  ])('%s', (text, shown) => expect(hide(text)).toBe(shown));

  test('leaves none of its beginnings of eight characters, wherever it was cut', () =>
    holds([fc.string(), fc.nat(SECRET.length), fc.string()], (before, length, after) => {
      expect(hide(before + SECRET.slice(0, length) + after)).not.toContain(SECRET.slice(0, 8));
    }));

  test('an empty one hides nothing', () => expect(secretHider([''])('text')).toBe('text'));
});

const KEY = 'pä"ss/w+rd=1&<x>';
const TOKEN = 'eyJhbGciOi.eyJzdWIi-x_y';
const cut = new KnownSecrets([KEY, `Basic ${btoa('ada:swordfish/99+')}`]).cutter([
  `Bearer ${TOKEN}`,
]);
const json = JSON.stringify({ said: KEY });

describe('KnownSecrets: cuts a secret out of', () => {
  test.each([
    ['plain text', `said: ${KEY}!`, 'said: [redacted]!'],
    ['a header', `authorization: Bearer ${TOKEN}`, 'authorization: Bearer [redacted]'],
    ['list', `[["Authorization","bearer ${TOKEN}"]]`, '[["Authorization","bearer [redacted]"]]'],
    ['what was read byte by byte', Buffer.from(`${KEY}.`).toString('latin1'), '[redacted].'],
    ['JSON', json, '{"said":"[redacted]"}'],
    ['JSON in JSON', JSON.stringify({ a: json }), '{"a":"{\\"said\\":\\"[redacted]\\"}"}'],
    ['JSON of PHP', '"pä\\"ss\\/w+rd=1&<x>"', '"[redacted]"'],
    ['JSON of Python', '"p\\u00e4\\"ss/w+rd=1&<x>"', '"[redacted]"'],
    ['JSON of Go', '"pä\\"ss/w+rd=1\\u0026\\u003cx\\u003e"', '"[redacted]"'],
    ['JSON of Gson', '"pä\\"ss/w+rd\\u003d1\\u0026\\u003cx\\u003e"', '"[redacted]"'],
    ['JSON of .NET', '"p\\u00E4\\u0022ss/w\\u002Brd=1\\u0026\\u003Cx\\u003E"', '"[redacted]"'],
    ['an address', '?a=p%C3%A4%22ss%2Fw%2Brd%3D1%26%3Cx%3E&b=2', '?a=[redacted]&b=2'],
    ['one with slashes', '?a=p%C3%A4%22ss/w%2Brd%3D1%26%3Cx%3E&b=2', '?a=[redacted]&b=2'],
    ['one in small letters', '?a=p%c3%a4%22ss%2fw%2brd%3d1%26%3cx%3e', '?a=[redacted]'],
    ['HTML', '<p>pä&quot;ss/w+rd=1&amp;&lt;x&gt;</p>', '<p>[redacted]</p>'],
    ['hex', Buffer.from(`<${KEY}>`).toString('hex'), '3c[redacted]3e'],
    ['hex in capitals', Buffer.from(KEY).toString('hex').toUpperCase(), '[redacted]'],
    ['Basic', `Basic ${btoa('ada:swordfish/99+')}`, 'Basic [redacted]'],
    ['Basic that was decoded', 'no user ada:swordfish/99+', 'no user [redacted]'],
    ['the password of Basic', '"swordfish\\/99+"', '"[redacted]"'],
  ])('%s', (_name, text, shown) => expect(cut(text)).toBe(shown));

  test.each([0, 1, 2, 3, 4, 5])('base64 behind %i bytes', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${'x'.repeat(before)}${KEY}, and so on`).toString(encoding);
      const [left = '', right = ''] = cut(text).split('[redacted]');
      // Of a character that ends in the next group some bits are left.
      expect(Buffer.from(left, encoding).length).toBeLessThanOrEqual(before + 1);
      expect(right.length).toBeLessThanOrEqual(Math.ceil((', and so on'.length * 4) / 3) + 4);
    }
  });
});

test('KnownSecrets: leaves names and words, however they were configured', () => {
  const known = new KnownSecrets(['postgres', 'hunter', 'production']);
  const text = 'postgres of production, said hunter of-ada';
  expect(known.cutter(['Bearer of-ada'])(text)).toBe(text);
});

test('KnownSecrets: knows what is added later, and what it knew before', () => {
  const known = new KnownSecrets(['first-secret-1']);
  known.add(['second-secret-2']);
  expect(known.cutter([])('first-secret-1 second-secret-2')).toBe('[redacted] [redacted]');
});

test('KnownSecrets: property: finds every place that a search of one after the other finds', async () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3, maxLength: 7 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ü'), maxLength: 60 });
  await holds([fc.array(letters, { maxLength: 6 }), text], (sought, whole) => {
    const longestFirst = [...sought].sort((a, b) => b.length - a.length);
    const expected = new RegExp(longestFirst.join('|') || '(?!)', 'g');
    expect(textReplacer(sought, 3, '-')(whole)).toBe(whole.replace(expected, '-'));
  });
});

test('KnownSecrets: a text of nothing but beginnings of a secret is cut, and costs no more than its length', async () => {
  const cutIt = new KnownSecrets([`${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`]).cutter([]);
  let shown = '';
  // Looking at each beginning to its end takes 3,400.
  expect(await cpuMs(() => (shown = cutIt('a'.repeat(4_000_000))))).toBeLessThan(1_500);
  expect(shown.length).toBeLessThan(100_000);
});

const sealer = new Sealer('a secret of the server', 'test');
const place = ['files', 'ada'];

test('opens what it sealed, and two seals of one text differ', () => {
  const [one, two] = [sealer.seal('token-ä', place), sealer.seal('token-ä', place)];
  expect(one).not.toBe(two);
  expect(one).not.toContain('token');
  expect([sealer.open(one, place), sealer.open(two, place)]).toEqual(['token-ä', 'token-ä']);
});

test('opens nothing of another place, key or purpose, and nothing that was altered or cut', () => {
  const sealed = sealer.seal('token', place);
  const bytes = Buffer.from(sealed, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(sealer.open(sealed, ['files', 'grace'])).toBeUndefined();
  expect(sealer.open(sealed, ['filesada'])).toBeUndefined();
  expect(new Sealer('another secret', 'test').open(sealed, place)).toBeUndefined();
  expect(new Sealer('a secret of the server', 'other').open(sealed, place)).toBeUndefined();
  expect(sealer.open(bytes.toString('base64url'), place)).toBeUndefined();
  expect(sealer.open(sealed.slice(0, 20), place)).toBeUndefined();
  expect(sealer.open('', place)).toBeUndefined();
});
