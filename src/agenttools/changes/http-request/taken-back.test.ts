import { OWNER, useChanges } from '../../../../test/support/changes.js';
import { projectsDocument } from '../../../../test/support/projects-backend.js';
import { newId } from '../../../foundation/ids.js';
import { type JsonObject, valueAt } from '../../../foundation/json.js';

const document = projectsDocument({ answers: (object) => object });
const opened = useChanges({ document });
const projects = () => opened.backend.stored.get('projects') ?? new Map<string, JsonObject>();
const rest = { name: 'Web shop', description: 'All', tags: ['a'], limits: { flags: 1, of: 2 } };
const shop = { id: 7, ...rest };
beforeEach(() => void projects().set('7', shop));

/** Proposes and accepts a change, perhaps with another body; answers its set and how it ended. */
const accepted = async (tool: string, input: JsonObject, edited?: JsonObject) => {
  const { service } = opened.harness;
  const { id, changeSetId = '' } = await opened.harness.propose(newId(), tool, input);
  const { shown } = await service.find(OWNER, id);
  const payload = { ...(JSON.parse(shown.text) as JsonObject), body: edited };
  const view = service.view(await service.accept(OWNER, id, edited && payload));
  return { setId: changeSetId, reversible: view['reversible'] };
};

/** What takes a set back: the body it sends, and what is shown with it. */
const takenBack = async (setId: string) => {
  const [step] = (await opened.harness.changeSets.undo(OWNER, setId)).steps;
  const payload = JSON.parse(step?.shown.text ?? '{}') as JsonObject;
  const { notes = [] } = step?.details ?? {};
  return { body: payload['body'], notes: (notes as string[]).join(' ') };
};

const update = (body: JsonObject): [string, JsonObject] => ['updateProject', { id: '7', body }];

describe('an edited change is taken back to what stood there', () => {
  const edit = { description: 'Mine', tags: ['mine'], limits: { flags: 5 } };
  test.each<['merge' | 'fields', JsonObject]>([
    ['merge', { description: 'All', tags: ['a'], limits: { flags: 1 } }],
    ['fields', { description: 'All', tags: ['a'], limits: { flags: 1, of: 2 } }],
  ])('by a PATCH (%s)', async (patch, body) => {
    opened.harness.use({ document, conventions: { patch } });
    const { setId } = await accepted(...update({ name: 'Shop' }), edit);
    expect((await takenBack(setId)).body).toEqual(body);
  });

  test('and by hand where it is too large to be kept', async () => {
    projects().set('7', { ...shop, readme: 'x'.repeat(300_000) });
    const { setId, reversible } = await accepted(...update({ name: 'Shop' }), edit);
    expect(reversible).toBe('manual');
    const why = /What stood in description, tags, limits before is not known/;
    await expect(takenBack(setId)).rejects.toThrow(why);
  });

  test('what it adds is compared again before it is sent, and where no answer came', async () => {
    const { service } = opened.harness;
    const { id } = await opened.harness.propose(newId(), ...update({ name: 'Shop' }));
    const { shown } = await service.find(OWNER, id);
    const payload = { ...(JSON.parse(shown.text) as JsonObject), body: { description: 'Mine' } };
    opened.backend.fault = () => ({ kind: 'drop', applies: true });
    const lost = await service.accept(OWNER, id, payload);
    expect([lost.state, lost.outcome?.['recovered']]).toEqual(['accepted', true]);
    const next = await opened.harness.propose(newId(), ...update({ name: 'Shop' }));
    projects().set('7', { ...shop, description: 'Theirs' });
    expect((await service.accept(OWNER, next.id, payload)).state).toBe('stale');
  });
});

test.each<['merge' | 'fields', string, JsonObject | RegExp]>([
  ['merge', 'undo', { description: null }],
  ['fields', 'manual', /description were not there before/],
])('a field that is not there yet is added (%s)', async (patch, reversible, back) => {
  opened.harness.use({ document, conventions: { patch } });
  projects().set('7', { id: 7 });
  const call = update({ description: 'First' });
  const { extra = {} } = await opened.harness.proposal(...call);
  const diff = [{ op: 'add', path: '/description', value: 'First' }];
  expect(extra).toMatchObject({ diff, reversible, protection: 'recheck' });
  expect(String(extra['notes'])).not.toMatch(/could not be compared/);
  const { setId } = await accepted(...call);
  if (back instanceof RegExp) return expect(takenBack(setId)).rejects.toThrow(back);
  expect((await takenBack(setId)).body).toEqual(back);
});

describe('what others have changed since is said where undoing would lose it', () => {
  const since = /^Changed since, probably by others, and lost with this: ([^.]*)\./;
  const lostBy = async (call: [string, JsonObject], theirs: JsonObject, id = '7') => {
    const { setId } = await accepted(...call);
    projects().set(id, { ...projects().get(id), ...theirs });
    const { body, notes } = await takenBack(setId);
    return { body, lost: since.exec(notes)?.[1] };
  };
  const replace = (body: JsonObject): [string, JsonObject] => ['replaceProject', { id: '7', body }];
  const [name, theirs, none] = ['Shop', { description: 'Theirs' }, undefined];
  const kept = { ...rest, ...theirs };
  const [by, old] = [{ limits: { flags: 2, of: 9 } }, { limits: { flags: 1, of: 9 } }];

  test.each<[string, [string, JsonObject], JsonObject, JsonObject, string | undefined]>([
    ['a field that a PUT dropped', replace({ name }), theirs, rest, 'description'],
    ['one that it left alone', replace({ ...rest, name }), theirs, kept, none],
    ['the field of a PATCH', update({ name }), { name: 'Theirs' }, { name: shop.name }, 'name'],
    ['another field', update({ name }), theirs, { name: shop.name }, none],
    ['a field beside, inside', update({ limits: { flags: 2 } }), by, old, none],
  ])('%s', async (_name, call, others, body, lost) => {
    opened.backend.fault = () => ({ kind: 'status', status: 204, applies: true });
    expect(await lostBy(call, others)).toEqual({ body, lost });
  });

  test('what was made and edited since', async () => {
    opened.backend.fault = () => ({ kind: 'status', status: 201, body: { id: 9 } });
    projects().set('9', { id: 9, name: 'Shop', made_at: 'today' });
    const call: [string, JsonObject] = ['createProject', { body: { name: 'Shop' } }];
    const { lost } = await lostBy(call, { tags: ['b'], made_at: 'now' }, '9');
    expect(lost).toBe('tags');
  });

  test('but not what a later change of the same set did, which is undone first', async () => {
    const calls = [replace({ ...rest, name }), update({ description: 'Mine', name: 'Ours' })];
    const { setId } = await opened.harness.proposeAll(...calls);
    await opened.harness.changeSets.accept(OWNER, setId);
    const undo = await opened.harness.changeSets.undo(OWNER, setId);
    const notes = undo.steps.flatMap(({ details }) => details?.['notes'] ?? []).map(String);
    expect(notes.filter((note) => since.test(note))).toEqual([]);
    await opened.harness.changeSets.accept(OWNER, undo.id);
    expect(projects().get('7')).toEqual(shop);
  });
});

test.each<[string, JsonObject]>([
  ['an empty PATCH', {}],
  ['another form of a time', { description: '2026-12-01T09:00:00+01:00' }],
])('what changes nothing says so, and has no undo: %s', async (_name, body) => {
  projects().set('7', { ...shop, description: '2026-12-01T08:00:00.000Z' });
  const { extra = {} } = await opened.harness.proposal(...update(body));
  expect(extra).toMatchObject({ diff: [], reversible: 'no' });
  expect(String(extra['notes'])).toMatch(/It is so already/);
  const { setId } = await accepted(...update(body));
  await expect(takenBack(setId)).rejects.toThrow(/It changed nothing/);
});

test('a PATCH of what is not there shows no change, and says so', async () => {
  projects().clear();
  const { extra = {} } = await opened.harness.proposal(...update({ name: 'Shop' }));
  expect(extra['diff']).toBeUndefined();
  expect(String(extra['notes'])).toMatch(/there is nothing to change/);
});

test('what a PUT makes too is made again by it, under its id', async () => {
  const upsert = structuredClone(document);
  const put = valueAt(upsert, '/paths/~1projects~1{id}/put') as JsonObject;
  const properties = { name: {}, description: {}, tags: {}, limits: {} };
  const schema = { type: 'object', required: ['name'], properties };
  put['requestBody'] = { content: { 'application/json': { schema } } };
  put['responses'] = { 201: { description: 'made' } };
  opened.harness.use({ document: upsert });
  const { setId } = await accepted('deleteProject', { id: '7' });
  expect((await takenBack(setId)).body).toEqual(rest);
});
