import fc from 'fast-check';
import { holds, property } from '../../test/support/property.js';
import { invisibleCharacters, namedText, visibleJson, visibleText } from './invisible.js';
import { cpuMs } from '../../test/support/cpu-growth.js';

/** Every character that can show nothing, wherever it stands. */
const CANDIDATE = /[\p{DI}\p{Cc}\ufff9-\ufffb]/gu;

/** What shows nothing, what it joins in emoji and in scripts that need it, and plain letters, signs and lines. */
const RISKY =
  '\u200b\u200c\u200d\u202e\u2066\ufe0f\u00ad\ufeff\u17b4\u180e\u{e0067}\u{e0062}\u{e007f}' +
  '👩❤🏽🏴1#\u20e3میخक्षab\r\n\t\0';

/** Texts that are mostly what the function is about, with neighbours that matter to it. */
const risky = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom(...RISKY)), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

test.each<[string, string, string]>([
  ['an override that turns text around', 'pay \u202eevil\u202c', 'pay evil'],
  ['isolates', '\u2066a\u2069\u2067b\u2068', 'ab'],
  ['direction marks', 'a\u200e\u200f\u061cb', 'ab'],
  ['zero width characters', 'dro\u200bp\u2060 \u2063ta\ufeffble', 'drop table'],
  ['joiners where they join nothing', 'a\u200db\u200cc', 'abc'],
  ['a run of joiners, which can carry bits', 'خ\u200c\u200d\u200cخ', 'خخ'],
  ['text in tags', 'hi\u{e0001}\u{e0068}\u{e0069}\u{e007f}', 'hi'],
  ['text in tags after a black flag', '🏴\u{e0068}\u{e0069}\u{e007f}', '🏴'],
  ['bytes in variation selectors', '😀\u{e0101}\u{e0110}\ufe01\u{e01ef}', '😀'],
  ['a selector after a letter', 'a\ufe0f\ufe0e', 'a'],
  ['soft hyphens', 'ig\u00adnore', 'ignore'],
  ['fillers that look like nothing', '\u115f\u1160\u3164\uffa0x', 'x'],
  ['annotation marks', '\ufff9a\ufffab\ufffb', 'ab'],
  ['control characters', 'a\u0000\u0007\u001b[31m\u007f\u0085\u009bb', 'a[31mb'],
  ['a lone carriage return, which hides a line', 'good\rbad', 'goodbad'],
])('visibleText takes away: %s', (_name, text, visible) => expect(visibleText(text)).toBe(visible));

test.each([
  'plain text,\twith tabs\nand lines\r\nof both kinds',
  'Grüße, 你好, مرحبا, שלום, नमस्ते, ไทย, 日本語',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d❤\ufe0f\u200d👨 👨🏽\u200d💻 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 ☎\ufe0e',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'e\u0301 \u00a0 \u3000 \u2028',
])('visibleText leaves: %j as it is', (text) => {
  expect(visibleText(text)).toBe(text);
  expect(invisibleCharacters(text)).toEqual([]);
});

property('property: once is enough', [risky], { numRuns: 2000 }, (text) => {
  const once = visibleText(text);
  expect(visibleText(once)).toBe(once);
  expect(invisibleCharacters(once)).toEqual([]);
});

property('property: what people see stays, in its order', [risky], { numRuns: 1000 }, (text) => {
  expect(visibleText(text).replace(CANDIDATE, '')).toBe(text.replace(CANDIDATE, ''));
});

test('property: JSON stays the same JSON, with visible texts', () =>
  holds([fc.jsonValue({ stringUnit: 'binary' })], (value) => {
    const json = visibleJson(value);
    expect(invisibleCharacters(json)).toEqual([]);
    const [before, after] = [value, JSON.parse(json) as unknown].map((one) =>
      visibleJson(one).replace(CANDIDATE, ''),
    );
    // Shorter where two keys have become one.
    expect(after?.length).toBeLessThanOrEqual(before?.length ?? 0);
  }));

test('a long text takes a time in step with its length', async () => {
  const text = '👩\u200d'.repeat(100_000) + '\u200b'.repeat(100_000);
  expect(await cpuMs(() => visibleText(text))).toBeLessThan(2_000);
});

test('namedText shows what turns text around, and leaves what is meant', () => {
  expect(namedText('pay \u202Egnp.exe, 👩\u200D🚀')).toBe('pay [U+202E]gnp.exe, 👩\u200D🚀');
});

test('invisibleCharacters names each place and each character once', () => {
  const payload = {
    name: 'Low\u202estock\u202c\u202e',
    actions: [{ config: { to: 'a@b.c' } }, { config: { 'su\u200bbject': 'x\u{e0041}' } }],
    'k\u0000': { deep: ['ok', '\u00ad'] },
  };
  expect(invisibleCharacters(payload)).toEqual([
    { path: 'name', codepoints: ['U+202E', 'U+202C'] },
    { path: 'actions[1].config.subject', codepoints: ['U+200B', 'U+E0041'] },
    { path: 'k', codepoints: ['U+0000'] },
    { path: 'k.deep[1]', codepoints: ['U+00AD'] },
  ]);
});

test('invisibleCharacters finds nothing in what has nothing', () => {
  expect(invisibleCharacters({ a: ['x', 1, null, true], b: '👩\u200d💻' })).toEqual([]);
  expect(invisibleCharacters(undefined)).toEqual([]);
});

test('invisibleCharacters stops at 100 places, and at any depth', () => {
  expect(invisibleCharacters(Array.from({ length: 500 }, () => '\u200b'))).toHaveLength(100);
  expect(invisibleCharacters(Array.from({ length: 300_000 }, () => 1))).toEqual([]);
  let deep: unknown = '\u200b';
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  expect(invisibleCharacters(deep)).toHaveLength(1);
});

test('invisibleCharacters property: names exactly the texts that would lose something', () =>
  holds([fc.array(risky, { maxLength: 20 })], (texts) => {
    const paths = invisibleCharacters(texts).map(({ path }) => path);
    const losing = texts.flatMap((text, at) => (visibleText(text) === text ? [] : [`[${at}]`]));
    expect(paths).toEqual(losing);
  }));
