import fc from 'fast-check';
import { holds, property } from '../../../test/support/property.js';
import { ProviderError } from '../provider-error.js';
import { ArgumentValues, twoSets } from './argument-values.js';
import { readArguments } from './tool-calls.js';

const fault = () => twoSets('The server', 'get');

/** What is read of a text that comes in pieces cut at these places. */
function read(text: string, cuts: readonly number[]): unknown[] | string {
  const values = new ArgumentValues();
  const places = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length];
  const sorted = places.toSorted((a, b) => a - b);
  for (const [at, place] of sorted.entries())
    values.add(text.slice(place, sorted[at + 1] ?? place));
  try {
    return values.read(fault).map((value) => readArguments(value));
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
}

const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const cuts = fc.array(fc.nat(), { maxLength: 8 });

property(
  'arguments that come twice, behind {} and with white space between are read once, cut anywhere',
  [object, cuts, fc.constantFrom('', ' ', '\n', '\t '), fc.boolean(), fc.boolean()],
  (value, at, space, hasEmpty, isTwice) => {
    const text = JSON.stringify(value);
    const sent = [hasEmpty ? '{}' : '', text, isTwice ? text : ''].join(space);
    expect(read(sent, at)).toEqual([readArguments(text)]);
  },
);

test('two different values of one call are the fault of the server', () =>
  holds([object, object, cuts], (one, other, at) => {
    const [left, right] = [one, other].map((value) => JSON.stringify(value));
    fc.pre(left !== right && left !== '{}' && right !== '{}');
    const sorted = (of: object) => JSON.stringify(Object.entries(of).toSorted());
    fc.pre(sorted(one) !== sorted(other));
    expect(read(`${left}${right}`, at)).toMatch(/two different sets of arguments/);
  }));

test('what is not JSON is told to the model as it came', () => {
  for (const text of ['{city: Rome}', '{"a":1}}', '{"a":1}{"b', '{"a":1}and more', '5', '"x'])
    expect(read(text, [])).toMatchObject([{ arguments: { unreadable_arguments: text } }]);
});
