import { expect, test } from '@jest/globals';
import { parseObject } from './parse-object.js';

test('takes one JSON object and says why anything else is none', () => {
  expect(parseObject('{"a": [1]}')).toEqual({ value: { a: [1] } });
  expect(parseObject('[1]').problem).toContain('one JSON object');
  expect(parseObject('{"a": }').problem).toContain('such as {"name"');
});
