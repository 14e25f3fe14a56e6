import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { parseJson, parseWhole, withDoubles, writeJson } from './exact-json.js';
import { compareNumbers, ExactNumber, isWhole, keepsDigits, sameNumber } from './exact-number.js';

const digits = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength: 30 });
const whole = digits(0).map((text) => text.replace(/^0+/, '') || '0');
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    whole,
    fc.option(digits(1)),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(5000))),
  )
  .map(([sign, first, fraction, power]) =>
    [sign, first, fraction === null ? '' : `.${fraction}`, power?.join('') ?? ''].join(''),
  );

/** JSON texts of everything that JSON has, the numbers as they are. */
const { texts } = fc.letrec<{ texts: string }>((tie) => ({
  texts: fc.oneof(
    { maxDepth: 4 },
    numbers,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null', '"\\"1.10"', '"\\\\"', '"9007199254740993"'),
    fc.array(tie('texts'), { maxLength: 5 }).map((items) => `[${items.join(', ')}]`),
    fc
      .uniqueArray(
        fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), tie('texts')),
        { selector: ([key]) => key, maxLength: 5 },
      )
      .map(
        (fields) => `{${fields.map(([key, text]) => `${JSON.stringify(key)} : ${text}`).join()}}`,
      ),
  ),
}));

/** The numbers of a text in their order, without those inside strings. */
const numbersIn = (text: string): string[] =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\d.eE+-]*/g) ?? [];

/** Another notation of the same digits is the same: `1e2` and `100`. */
const written = (number: string): string => (keepsDigits(number) ? String(Number(number)) : number);

test('every number comes out with the digits that went in', () =>
  holds([texts], { numRuns: 500 }, (text) => {
    const out = writeJson(parseJson(text));
    // Keys that look like indexes come first in any object of JavaScript.
    expect(numbersIn(out).sort()).toEqual(numbersIn(text).map(written).sort());
    expect(JSON.parse(out)).toEqual(JSON.parse(text));
    expect(writeJson(parseJson(out))).toBe(out);
  }));

test('what a double carries is a plain number, and nothing else changes', () =>
  holds([fc.json()], (text) => {
    const value: unknown = JSON.parse(text);
    expect(parseJson(JSON.stringify(value))).toEqual(value);
    expect(writeJson(value)).toBe(JSON.stringify(value));
  }));

const ODD = ['{1.10:2}', '{1.10 : 2}', '[01.10]', '[1.10.20]', '[-]', '[1.]', '[+1.10]', '1.10"x"'];
test('refuses exactly the texts that are no JSON, in their own words', async () => {
  const near = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789.eE+-{}[],:"\\ ') }),
    texts.map((text) => text.slice(0, -1)),
    fc.constantFrom(...ODD),
  );
  const outcome = (parse: () => unknown): unknown => {
    try {
      return withDoubles(parse(), (one) => Number(one));
    } catch (error) {
      return String(error);
    }
  };
  await holds([near], { numRuns: 1000 }, (text) => {
    expect(outcome(() => parseJson(text))).toEqual(outcome(() => JSON.parse(text)));
  });
});

test.each([
  ['9007199254740993', true],
  ['9007199254740992', false],
  ['1.10', true],
  ['-0', true],
  ['1e400', true],
  ['0.1000000000000000055', true],
  ['0.30000000000000004', false],
  ['1E5', false],
  ['100000000000000000000', false],
])('%s is exact: %s', (text, isExact) => {
  expect(parseJson(text) instanceof ExactNumber).toBe(isExact);
  const number = isExact ? new ExactNumber(text) : Number(text);
  expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [number] });
});

const FAR = 10n ** 25n;
test('numbers compare by value, however long and however they are written', async () => {
  const near = fc.tuple(fc.bigInt({ min: -FAR, max: FAR }), fc.bigInt({ min: -2n, max: 2n }));
  await holds([near], ([one, by]) => {
    const other = one + by;
    const exact = [new ExactNumber(`${one}.0`), new ExactNumber(`${other}e0`)] as const;
    expect(Math.sign(compareNumbers(...exact))).toBe(one < other ? -1 : one > other ? 1 : 0);
    expect(sameNumber(...exact)).toBe(one === other);
  });
  expect(isWhole(new ExactNumber('1e999999999'))).toBe(true);
  expect(isWhole(new ExactNumber('1.0000000000000000001'))).toBe(false);
  expect(compareNumbers(1e21, new ExactNumber('1e400'))).toBeLessThan(0);
});

test('where nobody writes digits, a number is never rounded: it is one, or its text', () => {
  const value = parseJson('{"a":1.10,"b":9007199254740993,"c":1e400}');
  expect(JSON.stringify(value)).toBe('{"a":1.1,"b":"9007199254740993","c":"1e400"}');
});

test('no list of 4 MB costs more than a bounded number of close looks', () => {
  for (const item of ['1.0', '9007199254740993', '0.12345678901234567', '[],1e5', '"\\\\"']) {
    const items = Array<string>(Math.floor(2 ** 22 / (item.length + 1))).fill(item);
    const text = `[${items.join()}]`;
    const before = process.cpuUsage();
    parseWhole(text);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  }
});

test('a deep text exhausts no stack', () => {
  const text = `${'['.repeat(12_000)}1.10${']'.repeat(12_000)}`;
  expect(() => parseWhole(text)).not.toThrow();
});
