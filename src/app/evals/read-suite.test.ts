import { useFolders } from '../../../test/support/embedded-template.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSuites } from './read-suite.js';

const folder = useFolders();

const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);

test('the suites of a folder are its YAML files, by name', () => {
  write('b.yml', 'scenarios:\n  - name: b\n    turns: [{ say: hi }]\n');
  write('a.yaml', 'scenarios:\n  - name: a\n    user: { goal: a rule }\n');
  write('notes.txt', 'no suite');
  const [one, other, ...more] = readSuites(folder.path, {});
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    name: 'a',
    folder: folder.path,
    scenarios: [{ name: 'a', turns: [], user: { goal: 'a rule', max_turns: 6, context: {} } }],
  });
  expect(other).toMatchObject({
    name: 'b',
    scenarios: [{ turns: [{ say: 'hi', context: {}, expect: {} }], expect: {}, state: [] }],
  });
});

test('variables are those of the environment; one that is not set is named', () => {
  write('a.yaml', 'authorization: Bearer ${TOKEN}\nscenarios: [{ name: a, turns: [{ say: a }] }]');
  const [{ authorization } = {}] = readSuites(join(folder.path, 'a.yaml'), { TOKEN: 'x' });
  expect(authorization).toBe('Bearer x');
  expect(() => readSuites(folder.path, {})).toThrow('the environment variable TOKEN is not set');
});

test.each<[string, string, string]>([
  [
    'a wrong key',
    'scenarios:\n  - name: a\n    turns:\n      - says: hi\n',
    'a.yaml:4: scenarios.0.turns.0.says is no key here; valid are say, context, expect, then',
  ],
  ['no YAML', 'scenarios: [', 'a.yaml:1: '],
  ['nothing', '', 'a.yaml:1:  must be of type object'],
  ['no turns', 'scenarios:\n  - name: a\n', 'a.yaml:2: scenarios.0 needs either turns or user'],
  [
    'two of one name',
    'scenarios:\n  - { name: a, turns: [{ say: a }] }\n  - { name: a, turns: [{ say: b }] }\n',
    'a.yaml:3: scenarios.1.name is the name of an earlier one',
  ],
  [
    'an address elsewhere',
    'scenarios: [{ name: a, turns: [{ say: a }], state: [{ get: "https://a.example", expect: 1 }] }]',
    'a.yaml:1: scenarios.0.state.0.get is not made of the letters that are allowed',
  ],
])('%s is told with its place', (_name, text, message) => {
  write('a.yaml', text);
  expect(() => readSuites(folder.path, {})).toThrow(message);
});

test('a folder without suites, and one that is not there', () => {
  expect(() => readSuites(folder.path, {})).toThrow('has no YAML file with scenarios');
  expect(() => readSuites(join(folder.path, 'none'), {})).toThrow('eval init" writes some');
});
