import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { callerOf, LOCAL_USER, requireOperator } from './caller.js';

test.each([{}, { authorization: undefined }, { authorization: '' }, { authorization: '  ' }])(
  'without a token (%j) the caller is the local user and nothing is forwarded',
  (headers) => expect(callerOf({ headers })).toEqual({ userId: LOCAL_USER }),
);

test('the token is forwarded as it came, and the id does not hold it', () => {
  const caller = callerOf({ headers: { authorization: ' Bearer secret-token ' } });
  expect(caller.authorization).toBe('Bearer secret-token');
  expect(caller.userId).toMatch(/^token:[0-9a-f]{32}$/);
});

test('one token is one user, two tokens are two', async () => {
  const token = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);
  await holds([token, token], (one, two) => {
    const [a, b] = [one, two].map((authorization) => callerOf({ headers: { authorization } }));
    expect(a?.userId === b?.userId).toBe(one === two);
    expect(a?.userId).not.toBe(LOCAL_USER);
  });
});

test('a verified user has the id of the identity, and the token goes to the platform as it came', () => {
  const caller = callerOf({
    headers: { authorization: 'bearer abc' },
    identity: { userId: 'static:mara', username: 'mara' },
  });
  expect(caller).toEqual({ userId: 'static:mara', authorization: 'bearer abc' });
});

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
