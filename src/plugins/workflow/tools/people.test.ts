import { findPerson, resolvePeople, withNames, type Directory, type Person } from './people.js';

const user = (id: string, name: string, title: string): Person => ({
  id,
  kind: 'user',
  name,
  aliases: [name, name.toLowerCase().replace(' ', '.'), `${name.split(' ')[0]}@x.org`, title],
});
const role = (id: string, name: string): Person => ({ id, kind: 'role', name, aliases: [name] });

const ANNA = '00000000-0000-4000-8000-00000000000a';
const roles = [role('r1', 'warehouse_manager'), role('r2', 'purchasing_agent')];
const ben = user('u2', 'Ben Berger', 'Warehouse Manager');
const users = [user(ANNA, 'Anna Berg', 'Buyer'), ben, user('u3', 'Cleo Vance', 'Buyer')];
const directory: Directory = { users: [], roles: [], people: [...users, ...roles] };

describe('findPerson', () => {
  it.each([
    ['anna berg', ANNA],
    ['ben.berger', 'u2'],
    ['CLEO@X.ORG', 'u3'],
    ['Cleo', 'u3'],
    ['Warehouse Manager', 'r1'],
    ['the warehouse managers', 'r1'],
    ['purchasing team', 'r2'],
    [ANNA, ANNA],
  ])('%s', (text, id) => expect(findPerson(text, directory, 'recipients').id).toBe(id));

  it.each([
    ['Zoe', /recipients: "Zoe" is no user or role. Close names: /],
    ['Buyer', /fits more than one user or role. Close names: Anna Berg, Cleo Vance/],
    ['er', /fits more than one/],
  ])('refuses %s and lists who could be meant', (text, message) =>
    expect(() => findPerson(text, directory, 'recipients')).toThrow(message),
  );
});

describe('resolvePeople', () => {
  const grouped = { properties: { recipients: { type: 'object' } } };
  const listed = { properties: { recipients: { type: 'array' } } };

  const of = (users: string[], roles: string[]) => ({ users, roles });
  const asIs = ['{{created_by}}', 'a@b.org', ANNA];
  it.each([
    ['one name into groups', grouped, 'Cleo Vance', of(['u3'], [])],
    ['names in groups', grouped, of(['Cleo Vance'], ['purchasing_agent']), of(['u3'], ['r2'])],
    ['groups into a list', listed, of(['Anna Berg'], ['warehouse_manager']), [ANNA, 'r1']],
    ['one name into a list', listed, 'Anna Berg', [ANNA]],
    ['what stands as it is', listed, asIs, asIs],
  ])('%s', (_, schema, recipients, expected) => {
    const found = resolvePeople({ recipients, title: 'Anna Berg' }, schema, directory);
    expect(found).toEqual({ recipients: expected, title: 'Anna Berg' });
  });

  it('wants a user for an escalation', () => {
    const to = (name: string) => resolvePeople({ escalation_user_id: name }, {}, directory);
    expect(() => to('purchasing_agent')).toThrow(/is no user/);
    expect(to('Cleo Vance')).toEqual({ escalation_user_id: 'u3' });
  });
});

it('puts names in the place of ids, however deep', () => {
  const config = { a: [{ b: ANNA }], c: 'text', d: '00000000-0000-4000-8000-0000000000ff' };
  expect(withNames(config, directory)).toEqual({ ...config, a: [{ b: 'Anna Berg' }] });
});
