import { namesOf, withNames } from './people.js';

test('ids of users and roles become their names, wherever they stand', () => {
  const people = namesOf([
    { id: 'u1', kind: 'user', name: 'Anna Berg' },
    { id: 'r1', kind: 'role', name: 'finance_controller' },
  ]);
  const recipients = { users: ['u1'], roles: ['r1'] };
  const rule = { id: 'x', config: { recipients, to: ['u1', 'a@b.c'] } };
  const named = { users: ['Anna Berg'], roles: ['finance controller (role)'] };
  const config = { recipients: named, to: ['Anna Berg', 'a@b.c'] };
  expect(withNames(rule, people)).toEqual({ id: 'x', config });
});
