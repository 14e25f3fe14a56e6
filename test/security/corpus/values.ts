const long = (part: string, length = 30_000) => part.repeat(Math.ceil(length / part.length));

/** Texts that have broken programs: parsers, databases, paths, templates, logs and expressions. */
export const texts: readonly string[] = [
  ...['', '\0', 'a\0b', '%00', '%2e%2e%2f', '..', '../../../../etc/passwd', '/', '\\'],
  ...['file:///etc/passwd', 'http://169.254.169.254/latest/meta-data', 'javascript:alert(1)'],
  ...['<script>alert(1)</script>', "' or '1'='1", "'; drop table sextant.runs; --"],
  ...['1; select pg_sleep(9)', '$$', '${7*7}', '{{7*7}}', '%s%n%x', '`id`', '$(id)'],
  ...['a\r\nset-cookie: x=1', 'data: x\n\nevent: error\ndata: {}\n\n', '\u2028', '\ufeff'],
  ...['\uffff', '\ud800', '\u202efdp.exe', '\u200b\u200d\u2060', '\u{e0001}\u{e0041}'],
  ...['e' + '\u0301'.repeat(500), '👩‍👩‍👧‍👦', 'İıſK', '١٢٣', 'null', 'NaN', '1e309'],
  ...['9'.repeat(400), '2026-02-30', '0000-00-00T00:00:00Z', '+275760-09-13T00:00:00.001Z'],
  ...['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-00000000000G'],
  ...['__proto__', 'constructor', '[object Object]', '{}', '{"a":1}', '(a+)+$', '[', '*'],
  ...[long('你'), long('a@'), long('-'), long('\t '), long('"'), long('('), long('{"a":')],
  ...[long('<div>'), long('*_'), long('§ 1 '), long('\u0301'), long('👩‍')],
];

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

/** What else JSON can hold where something is expected. */
export const values: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 2 ** 53, -(2 ** 63), [], {}, [{}], ['a', 1, null, {}]],
  ...[nested(20), { a: { b: { c: { d: {} } } } }, Array.from({ length: 5_000 }, () => 0)],
  Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at])),
  ...[{ toString: 1, valueOf: 1, then: 1 }, { length: 1e9 }, { $ref: '#' }, { '': '' }],
  { 'a.b': 1, 'a[0]': 2 },
];

/** Bodies that are no JSON object, or one that lies. */
export const bodies: readonly string[] = [
  ...['', '{', '{}', 'null', '"text"', 'NaN', '{"a":1,}', '{"a":1}{"b":2}', '{"a":1}\0'],
  ...['\ufeff{}', '{"a":"\u0000"}', '{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a":"\\x"}'],
  ...['{"a":1,"a":2}', '{"__proto__":{"admin":true}}'],
  ...['{"constructor":{"prototype":{"admin":true}}}', '{"a":1e99999}'],
  ...[`{"a":${'9'.repeat(2_000)}}`, '['.repeat(10_000), `${'['.repeat(31)}${']'.repeat(31)}`],
  ...[`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, `{"${'k'.repeat(50_000)}":1}`],
  `{${Array.from({ length: 190 }, (_, at) => `"k${at}":${at}`).join()}}`,
  `[${'0,'.repeat(9_000)}0]`,
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
];

/** Headers of one name with these values. */
const named = (name: string, all: readonly string[]) => all.map((value) => ({ [name]: value }));

/** Headers that a client may set, with what no client should say in them. */
export const headers: readonly Record<string, string>[] = [
  ...named('authorization', ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer \u00ff', 'Bearer a b']),
  ...named('authorization', ['Bearer a.b.c', `Bearer ${'x'.repeat(8_000)}`]),
  ...named('idempotency-key', ['', ' ', 'x'.repeat(5_000), '\u00ff', '"', '__proto__', 'a,b']),
  ...['-1', '1.5', 'x', '9'.repeat(30), '', '0x1', 'NaN'].map((id) => ({ 'last-event-id': id })),
  ...named('content-type', [
    ...['text/plain', 'application/json; charset=utf-16', 'application/json;;;', 'application/xml'],
    ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'],
    ...['application/x-www-form-urlencoded', '/', 'application/' + 'x'.repeat(1_000)],
  ]),
  ...['gzip', 'br', 'x', 'gzip, gzip'].map((encoding) => ({ 'content-encoding': encoding })),
  ...['*/*;q=x', 'text/event-stream', 'x', '', 'a/b,'.repeat(500)].map((accept) => ({ accept })),
  ...['x', 'bytes=0-', 'bytes=9-1', 'bytes=-0,0-,1-'].map((range) => ({ range })),
  ...['null', 'http://[', 'https://evil.example'].map((origin) => ({ origin })),
  ...named('traceparent', ['00-0-0-0', 'x', `00-${'f'.repeat(32)}-${'0'.repeat(16)}-ff`]),
  { cookie: 'a=b; '.repeat(500) },
  { 'accept-language': 'de;q=9,'.repeat(300) },
  { 'if-none-match': '"'.repeat(900) },
  { 'if-modified-since': 'yesterday' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-http-method-override': 'DELETE' },
  { upgrade: 'websocket', connection: 'upgrade' },
  { 'transfer-encoding': 'gzip' },
];
