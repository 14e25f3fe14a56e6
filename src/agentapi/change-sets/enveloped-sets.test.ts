import { refused } from '../../../test/support/refused.js';
import { OWNER, useChanges } from '../../../test/support/changes.js';
import { projectsDocument } from '../../../test/support/projects-backend.js';
import { tryAttacks, tryHostileAnswers } from '../../../test/support/change-attacks.js';
import type { JsonObject } from '../../foundation/json.js';

const opened = useChanges();

type Envelope = { wrap: (made: unknown) => unknown; answers: (of: JsonObject) => JsonObject };
const object = (properties: JsonObject) => ({ type: 'object', properties });
const text = { type: 'string' };
const ENVELOPES: Readonly<Record<string, Envelope>> = {
  data: { wrap: (data) => ({ data }), answers: (data) => object({ data }) },
  'JSON:API': {
    wrap: (made) => {
      if (Array.isArray(made)) return { data: made };
      const { id, ...attributes } = made as JsonObject;
      return { data: { type: 'things', id: String(id), attributes } };
    },
    answers: (attributes) => object({ data: object({ type: text, id: text, attributes }) }),
  },
};
const project: [string, JsonObject] = ['createProject', { body: { name: 'Shop' } }];
const renamed: [string, JsonObject] = ['updateProject', { id: '7', body: { name: 'New' } }];
const propose = (...calls: [string, JsonObject][]) => opened.harness.proposeAll(...calls);
const projects = () => opened.backend.stored.get('projects') as Map<string, JsonObject>;
const accept = async (setId: string) =>
  (await opened.harness.changeSets.accept(OWNER, setId)).set.steps.map(({ state }) => state);

describe.each(
  Object.entries(ENVELOPES).flatMap(([name, envelope]) =>
    [true, false].map((isDeclared) => ({ name, ...envelope, isDeclared })),
  ),
)('answers in $name, declared: $isDeclared', ({ wrap, answers, isDeclared }) => {
  beforeEach(() => {
    projects().set('7', { id: 7, name: 'Old', description: 'kept', tags: ['a'] });
    opened.backend.wrap = wrap;
    opened.harness.use({ document: projectsDocument(isDeclared ? { answers } : {}) });
  });

  test('a set of two: the second gets the id of what the first made, and undo takes both back', async () => {
    const body = { name: 'for {{change_1.id}}', flag_ids: [3] };
    const { setId, ids } = await propose(project, ['createRule', { body }]);
    expect(await accept(setId)).toEqual(['accepted', 'accepted']);
    const made = [...projects().values()].find(({ name }) => name === 'Shop');
    const [rule] = [...(opened.backend.stored.get('rules')?.values() ?? [])];
    expect(rule?.['name']).toBe(`for ${String(made?.['id'])}`);
    const first = await opened.harness.service.find(OWNER, ids[0] ?? '');
    expect(first.outcome?.['result']).toMatchObject({ id: String(made?.['id']), name: 'Shop' });
    const undo = await opened.harness.changeSets.undo(OWNER, setId);
    expect(await accept(undo.id)).toEqual(['accepted', 'accepted']);
    expect([...projects().keys()]).toEqual(['7']);
    expect(opened.backend.stored.get('rules')?.size).toBe(0);
  });

  test('an edit made meanwhile makes it stale, and nothing is overwritten', async () => {
    const { setId } = await propose(renamed);
    projects().set('7', { ...projects().get('7'), name: 'Theirs' });
    expect(await accept(setId)).toEqual(['stale']);
    expect(projects().get('7')).toMatchObject({ name: 'Theirs' });
  });

  test.each<[string, JsonObject]>([
    ['updateProject', { name: 'New', tags: [] }],
    ['replaceProject', { name: 'New' }],
  ])('undo of %s writes back exactly what was there', async (tool, body) => {
    const before = projects().get('7');
    const { setId } = await propose([tool, { id: '7', body }]);
    expect(await accept(setId)).toEqual(['accepted']);
    expect(projects().get('7')).not.toEqual(before);
    const undo = await opened.harness.changeSets.undo(OWNER, setId);
    expect(await accept(undo.id)).toEqual(['accepted']);
    expect(projects().get('7')).toEqual(before);
  });
});

test.each<[string, RegExp]>([
  ['data.id', /has no data\.id\. Write \{\{change_1\.id\}\}\. Nothing was proposed/],
  ['attributes.name', /Write \{\{change_1\.name\}\} or \{\{change_1\.owner\.name\}\}/],
  ['key', /Write \{\{change_1\.id\}\} or \{\{change_1\.name\}\}/],
])('a reference that the declared answer cannot give is refused: %s', async (path, said) => {
  const { answers } = ENVELOPES['data'] as Envelope;
  opened.harness.use({ document: projectsDocument({ answers }) });
  const use = (steps: string): [string, JsonObject] => [
    'createRule',
    { body: { name: 'r', flag_ids: [1], environment_id: `{{change_1.${steps}}}` } },
  ];
  await refused(propose(project, use(path)), 'invalid_arguments', said);
  for (const known of ['id', 'limits.flags'])
    expect(await propose(project, use(known))).toBeDefined();
});

test('no forged accept, edited address, foreign set or unoffered tool reaches the backend', async () => {
  expect(await tryAttacks(opened, 150)).toBe(150);
}, 60_000);

test('what a backend answers leads no later change to another place', async () => {
  expect(await tryHostileAnswers(opened, 25)).toBe(25);
}, 60_000);
