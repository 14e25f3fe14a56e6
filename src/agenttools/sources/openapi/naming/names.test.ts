import fc from 'fast-check';
import { holds } from '../../../../../test/support/property.js';
import type { ParameterPlace } from '../operation.js';
import {
  isArgumentName,
  PropertyAliases,
  toArgumentName,
} from '../../../../foundation/argument-names.js';
import { nameArguments, idOfPlace, toolNames } from './tool-names.js';

const named = (...ids: string[]) => ids.map((id, at) => ({ id, place: `GET /p${at}` }));

describe('the names of tools', () => {
  test.each([
    ['createFlag', 'flags_createFlag'],
    ['repos/get-branch', 'flags_repos_get_branch'],
    ['Größe.ändern', 'flags_Gro_e_a_ndern'],
    ['/leading/', 'flags_leading'],
    ['…', 'flags_operation'],
  ])('%s is %s', (id, name) => expect(toolNames('flags', named(id))).toEqual([name]));

  test('two ids that would be one name end in hashes; the id that is the name keeps it', () => {
    const [exact, slash, dash] = toolNames('f', named('a_b', 'a/b', 'a-b'));
    expect([exact, slash]).toEqual(['f_a_b', expect.stringMatching(/^f_a_b_[0-9a-f]{8}$/)]);
    expect(dash).toMatch(/^f_a_b_[0-9a-f]{8}$/);
    expect(slash).not.toBe(dash);
  });

  test('an id that stands twice is told apart by method and path', () => {
    const names = toolNames('f', named('same', 'same'));
    expect(new Set(names).size).toBe(2);
    expect(toolNames('f', named('same', 'same').reverse())).toEqual(names.toReversed());
  });

  test('an operation without an id is named by method and path', () =>
    expect(idOfPlace('get', '/repos/{owner}/issues/')).toBe('get_repos_owner_issues'));

  test('property: valid for every model API, unique, and the same whatever stands around', async () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 90 }),
      fc.stringMatching(/^[a-c]{1,3}[/_-][a-c]{1,2}$/),
      fc.stringMatching(/^very_long_name_that_goes_on_and_on_for_more_than_sixty_letters_[a-d]$/),
    );
    await holds([fc.uniqueArray(id, { minLength: 1, maxLength: 30 })], (ids) => {
      const operations = named(...ids);
      const names = toolNames('source', operations);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
      expect(toolNames('source', operations.toReversed()).toReversed()).toEqual(names);
    });
  });
});

const args = (list: [string, ParameterPlace][]) =>
  nameArguments(list.map(([name, place]) => ({ name, place })));

test.each<[string, string]>([
  ['query filter[status], header X-Tenant', 'filter_status, X_Tenant'],
  ['query id, path id', 'id_in_query, id'],
  ['query body', 'body_in_query'],
  ['query 2fa, query $top', '_2fa, top'],
])('the names of arguments: %s are %s', (list, names) => {
  const parameters = list.split(', ').map((one) => one.split(' ') as [ParameterPlace, string]);
  expect(args(parameters.map(([place, name]) => [name, place])).join(', ')).toBe(names);
});

test('property: the names of arguments: valid, unique, never the body', async () => {
  const place = fc.constantFrom<ParameterPlace>('path', 'query', 'header');
  const some = fc.constantFrom('id', 'i-d', 'i_d', 'body');
  const name = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), some);
  const list = fc.uniqueArray(fc.tuple(name, place), {
    selector: ([n, p]) => `${p} ${n}`,
    maxLength: 20,
  });
  await holds([list], (parameters) => {
    const names = args(parameters);
    expect(new Set([...names, 'body']).size).toBe(names.length + 1);
    for (const one of names) expect(isArgumentName(one)).toBe(true);
  });
});

test('property: aliases inside a body are undone, whatever else is in it', async () => {
  const names = fc.constantFrom('$ref', 'content-type', 'plain');
  const key = fc.oneof(fc.string({ unit: 'binary' }), names);
  await holds([fc.uniqueArray(key, { maxLength: 8 }), fc.jsonValue()], (keys, value) => {
    const aliases = new PropertyAliases();
    const written = keys.map((name) => [aliases.aliasOf(name), value] as const);
    for (const [alias] of written) expect(isArgumentName(alias)).toBe(true);
    expect(aliases.undo([Object.fromEntries(written)])).toEqual([
      Object.fromEntries(keys.map((name) => [name, value])),
    ]);
  });
  expect(toArgumentName('a'.repeat(200))).toHaveLength(64);
});
