import { expect, test } from '@jest/globals';
import { requireOperator } from './operator.js';

const rule = { role: 'operator' };
const identity = { userId: 'jwt:i|ada', username: 'ada' };

test('whoever has the role is an operator, and everybody where no tokens are checked', () => {
  const operator = { headers: {}, identity: { ...identity, roles: ['clerk', 'operator'] } };
  expect(requireOperator(operator, rule, 'This')).toBe('jwt:i|ada');
  expect(requireOperator({ headers: {} }, rule, 'This')).toBe('local');
});

test.each([undefined, [], ['clerk'], ['Operator']])('roles %j are refused', (roles) => {
  const request = { headers: {}, identity: { ...identity, ...(roles && { roles }) } };
  expect(() => requireOperator(request, rule, 'This')).toThrow(
    expect.objectContaining({ code: 'role_needed' }),
  );
});
