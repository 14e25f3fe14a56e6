import { expect, test } from '@jest/globals';
import { pageOfCall } from './page-of-call.js';

const AT = 'https://shop.example.com/orders';

test.each<[string, string | undefined, object, unknown, string | undefined]>([
  ['an argument', `${AT}/{id}`, { id: 7 }, { id: 9 }, `${AT}/7`],
  ['else a field of the answer', `${AT}/{id}`, {}, { id: 'a/b' }, `${AT}/a%2Fb`],
  ['the field of each row of a list', `${AT}/{id}`, {}, [{ id: 1 }, { id: 2 }], `${AT}/{id}`],
  ['a page without a place', AT, {}, undefined, AT],
  ['nothing where it is not told', `${AT}/{id}`, {}, { name: 'x' }, undefined],
  ['nothing where it is no id', `${AT}/{id}`, { id: { a: 1 } }, undefined, undefined],
  ['nothing where the operator names none', undefined, { id: 7 }, { url: AT }, undefined],
])('links to %s', (_, address, input, answer, page) => {
  expect(pageOfCall(address, { ...input }, answer)).toBe(page);
});
