import { expect, test } from '@jest/globals';
import { thrownBy } from '../../../test/support/refused.js';
import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { AppError } from '../../foundation/errors.js';
import { bearerToken } from './require-identity.js';

test.each<[string, string[], RegExp]>([
  ['no header', ['Host', 'authorization'], /known users only/],
  ['an empty one', ['Authorization', ' '], /known users only/],
  ['another scheme', ['Authorization', 'Basic bWFyYTpodW50ZXIy'], /cannot be read/],
  ['no scheme', ['Authorization', 'hunter2'], /cannot be read/],
  ['no token', ['Authorization', 'Bearer'], /cannot be read/],
  ['two tokens', ['Authorization', 'Bearer hunter2 hunter3'], /cannot be read/],
  ['a list', ['Authorization', 'Bearer hunter2, Bearer hunter3'], /cannot be read/],
  [
    'two headers',
    ['Authorization', 'Bearer hunter2', 'authorization', 'Bearer b'],
    /more than one/,
  ],
  ['the same twice', ['Authorization', 'Bearer hunter2', 'AUTHORIZATION', 'Bearer hunter2'], /one/],
])('%s is refused, without its text', (_name, headers, message) => {
  const error = thrownBy(() => bearerToken(headers));
  expect(error.code).toBe('unauthorized');
  expect(error.message).toMatch(message);
  expect(error.message).not.toMatch(/hunter|bWFy/);
});

test('anything is a token or refused, and never more than the characters of a token', () =>
  holds([fc.string()], (text) => {
    try {
      expect(bearerToken(['Authorization', text])).toMatch(/^[A-Za-z0-9\-._~+/]+=*$/);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  }));
