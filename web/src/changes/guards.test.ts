import { expect, test } from '@jest/globals';
import { splitGuards } from './guards.js';

test('what guards a payload is not shown, and nothing else is lost', () => {
  const payload = { name: 'a', if_version: 3, config: { if_version: 1 } };
  expect(splitGuards(payload, ['if_version', 'etag'])).toEqual({
    shown: { name: 'a', config: { if_version: 1 } },
    guards: { if_version: 3 },
  });
  expect(splitGuards(payload)).toEqual({ shown: payload, guards: {} });
});
