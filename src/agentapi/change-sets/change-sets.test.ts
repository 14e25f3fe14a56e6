import { refused } from '../../../test/support/refused.js';
import { runFault } from '../../../test/support/change-set-faults.js';
import { changeSetsOf, OWNER, useChanges } from '../../../test/support/changes.js';
import { projectsDocument } from '../../../test/support/projects-backend.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { setState } from './set-state.js';

const opened = useChanges({ timeoutMs: 3000 });
const propose = (...calls: [string, JsonObject][]) => opened.harness.proposeAll(...calls);
const project: [string, JsonObject] = ['createProject', { body: { name: 'Shop' } }];
const flag = (name: string, project_id: unknown = '{{change_1.id}}'): [string, JsonObject] => [
  'createFlag',
  { body: { name, project_id } },
];
const FLAGS = ['{{change_2.id}}', '{{change_3.id}}'];
const rule: [string, JsonObject] = ['createRule', { body: { name: 'both', flag_ids: FLAGS } }];
const sets = () => opened.harness.changeSets;
const projects = () => opened.backend.stored.get('projects') ?? new Map<string, JsonObject>();
const statesOf = async (id: string) => (await sets().find(OWNER, id)).steps.map((one) => one.state);
const stored = (collection: string) => [...(opened.backend.stored.get(collection)?.values() ?? [])];

test('the changes of a run are one set; accepted, each gets what the ones before it made', async () => {
  const { setId, ids } = await propose(project, flag('one'), flag('two'), rule);
  expect(sets().view(await sets().find(OWNER, setId))).toMatchObject({
    id: setId,
    state: 'waiting',
    steps: [
      { preview_id: ids[0], position: 1, ref: 'change_1', title: 'Create a project' },
      { position: 2, needs: ['change_1'], description: 'Create a flag (one)' },
      { position: 3, needs: ['change_1'], description: 'Create a flag (two)' },
      { position: 4, needs: ['change_2', 'change_3'] },
    ],
  });
  expect(setState((await sets().accept(OWNER, setId)).set, opened.harness.now)).toBe('accepted');
  const [shop] = stored('projects');
  const flags = stored('flags');
  expect(flags.map((one) => one['project_id'])).toEqual([shop?.['id'], shop?.['id']]);
  expect(stored('rules')).toMatchObject([{ flag_ids: flags.map((one) => one['id']) }]);
  await sets().accept(OWNER, setId);
  expect(opened.backend.writes).toHaveLength(4);
});

test('of two servers that accept different changes of a set at once, one is refused', async () => {
  const { setId, ids } = await propose(project, project);
  const choose = (at: number) =>
    opened.harness.sets.choose(OWNER.userId, setId, { ids: ids.slice(at), edits: {} });
  await choose(0);
  await expect(choose(1)).rejects.toMatchObject({ code: 'conflict' });
  expect((await sets().find(OWNER, setId)).chosen?.ids).toEqual(ids);
  await choose(0);
});

const UNDONE = 'Undo: Create a project (Shop)';
test('undo is a set of its own, the last change first; what cannot be taken back is named', async () => {
  const { setId } = await propose(project, flag('one'), flag('two'), rule);
  projects().set('9', { id: 9, name: 'Old', description: 'kept' });
  await sets().accept(OWNER, setId);
  const undone = await sets().undo(OWNER, setId);
  expect(sets().view(undone)).toMatchObject({
    undo_of: setId,
    state: 'waiting',
    steps: [{ description: 'Undo: Create a rule (both)' }, {}, {}, { description: UNDONE }],
  });
  expect((await sets().undo(OWNER, setId)).id).toBe(undone.id);
  expect(stored('rules')).toHaveLength(1);
  await sets().accept(OWNER, undone.id);
  expect([stored('rules'), stored('flags')]).toEqual([[], []]);
  expect(stored('projects')).toMatchObject([{ id: 9 }]);

  const edits = await propose(
    ['replaceProject', { id: '9', body: { name: 'New' } }],
    ['archiveProject', { id: '9' }],
  );
  await sets().accept(OWNER, edits.setId);
  const back = await sets().undo(OWNER, edits.setId);
  expect(back.leftOut).toMatchObject([{ position: 2, why: expect.stringMatching(/by hand/) }]);
  await sets().accept(OWNER, back.id);
  expect(stored('projects')).toEqual([{ id: 9, name: 'Old', description: 'kept' }]);
});

test('undone again, only what is left is taken back; what was put back since can be', async () => {
  const { setId } = await propose(project, flag('one'));
  await sets().accept(OWNER, setId);
  const first = await sets().undo(OWNER, setId);
  const [flagBack = { id: '' }, projectBack = { id: '' }] = first.steps;
  await sets().accept(OWNER, first.id, { only: [flagBack.id] });
  await opened.harness.service.reject(OWNER, projectBack.id);
  const second = await sets().undo(OWNER, setId);
  expect(second.steps).toMatchObject([{ description: UNDONE }]);
  await sets().accept(OWNER, second.id);
  await expect(sets().undo(OWNER, setId)).rejects.toThrow(/was taken back already/);

  const star = await propose(['starProject', { id: '7' }]);
  projects().set('7', { id: 7, name: 'Shop' });
  await sets().accept(OWNER, star.setId);
  const unstar = await sets().undo(OWNER, star.setId);
  await sets().accept(OWNER, unstar.id);
  const restar = await sets().undo(OWNER, unstar.id);
  await sets().accept(OWNER, restar.id);
  expect(stored('projects')).toMatchObject([{ star: true }]);
  expect((await sets().undo(OWNER, star.setId)).steps).toHaveLength(1);
});

describe('an undo is one set', () => {
  const otherServer = (store = opened.harness.store) =>
    changeSetsOf(opened.harness.deps, opened.harness.sets, store);
  const undosOf = (id: string) =>
    opened.db.query('select id from sextant.change_sets where undo_of = $1', [id]);

  test('asked for twice at once, also on two servers', async () => {
    const { setId } = await propose(project, flag('one'));
    await sets().accept(OWNER, setId);
    const all = [sets(), sets(), otherServer(), otherServer()];
    const undos = await Promise.all(all.map((service) => service.undo(OWNER, setId)));
    expect(new Set(undos.map(({ id }) => id)).size).toBe(1);
    expect(undos.map(({ steps }) => steps.length)).toEqual([2, 2, 2, 2]);
    expect(await undosOf(setId)).toHaveLength(1);
  });

  test('or none: one that fails half-way leaves nothing', async () => {
    const { setId } = await propose(project, flag('one'));
    await sets().accept(OWNER, setId);
    const only = `check (tool_use_id not like 'undo%' or description not like '%project%')`;
    await opened.db.query(
      `alter table sextant.previews add constraint full_disk ${only} not valid`,
    );
    await expect(sets().undo(OWNER, setId)).rejects.toThrow(/full_disk/);
    expect(await undosOf(setId)).toEqual([]);
    await opened.db.query('alter table sextant.previews drop constraint full_disk');
    expect((await sets().undo(OWNER, setId)).steps).toHaveLength(2);
  });

  test('and is none where the changes were taken back while it was made', async () => {
    const { setId } = await propose(project);
    await sets().accept(OWNER, setId);
    const { store } = opened.harness;
    const saveUndo: typeof store.saveUndo = async (...given) => {
      await sets().accept(OWNER, (await sets().undo(OWNER, setId)).id);
      return store.saveUndo(...given);
    };
    const slow = otherServer(Object.assign(Object.create(store) as typeof store, { saveUndo }));
    await refused(slow.undo(OWNER, setId), 'conflict', /taken back at this moment/);
    expect(await undosOf(setId)).toHaveLength(1);
  });
});

const document = (change: (paths: Record<string, JsonObject>) => void): JsonObject => {
  const made = structuredClone(projectsDocument());
  change(made['paths'] as Record<string, JsonObject>);
  return made;
};
const schemaOf = (paths: Record<string, JsonObject>, path: string, method: string) =>
  ((paths[path]?.[method] as JsonObject)['requestBody'] as JsonObject)['content'] as Record<
    string,
    { schema: JsonObject }
  >;
const flagsNamed = (name: string) =>
  document((paths) => {
    const text = JSON.stringify(paths['/flags/{id}']);
    const own = text.replaceAll('"name":"id"', `"name":"${name}"`);
    paths[`/flags/{${name}}`] = JSON.parse(own) as JsonObject;
    delete paths['/flags/{id}'];
  });
const undone = async (tool: string, input: JsonObject) => {
  const { setId, ids } = await propose([tool, input]);
  const { service } = opened.harness;
  const view = service.view(await service.find(OWNER, ids[0] ?? ''));
  await sets().accept(OWNER, setId);
  const undo = await sets().undo(OWNER, setId);
  await sets().accept(OWNER, undo.id);
  return view['reversible'];
};

test('undo: what only is there or not is taken back by the opposite request', async () => {
  const requests = () => opened.backend.writes.map(({ method, path }) => `${method} ${path}`);
  projects().set('7', { id: 7, name: 'Shop' });
  expect(await undone('starProject', { id: '7' })).toBe('undo');
  expect(stored('projects')).toMatchObject([{ star: false }]);
  projects().set('7', { id: 7, name: 'Shop', star: true });
  expect(await undone('unstarProject', { id: '7' })).toBe('undo');
  expect(stored('projects')).toMatchObject([{ star: true }]);
  const [put, del] = ['PUT /projects/7/star', 'DELETE /projects/7/star'];
  expect(requests()).toEqual([put, del, del, put]);
});

test('undo: what a PUT made is deleted, and what was there before stays', async () => {
  opened.backend.fault = ({ method, path }) => {
    if (method === 'PUT') projects().set('8', { id: 8, name: 'Shop' });
    const isMade = method === 'PUT' && path === '/projects/8';
    return isMade ? { kind: 'status', status: 201 } : undefined;
  };
  expect(await undone('replaceProject', { id: '8', body: { name: 'Shop' } })).toBe('undo');
  expect(stored('projects')).toEqual([]);
  opened.backend.fault = () => undefined;
  projects().set('7', { id: 7, name: 'Shop', star: true });
  const { setId } = await propose(['starProject', { id: '7' }]);
  await sets().accept(OWNER, setId);
  await expect(sets().undo(OWNER, setId)).rejects.toThrow(/nothing to take back/);
});

test('undo: a deleted thing is made again where it gets the id that it had', async () => {
  const keyed = document((paths) => {
    const { schema } = schemaOf(paths, '/environments', 'post')['application/json'] ?? {};
    const properties = { id: { type: 'string' }, name: { type: 'string' } };
    Object.assign(schema ?? {}, { required: ['id', 'name'], properties });
  });
  opened.harness.use({ document: keyed });
  const live = { id: 'live', name: 'Live', used_at: 'today' };
  opened.backend.stored.get('environments')?.set('live', live);
  expect(await undone('deleteEnvironment', { id: 'live' })).toBe('undo');
  expect(stored('environments')).toEqual([{ id: 'live', name: 'Live' }]);
});

const [one, gone] = [{ name: 'one' }, 'DELETE /flags/one'];
test.each<[string, string, JsonObject, JsonObject, string | undefined]>([
  ['by the field that its path is named after', 'flagName', { id: 7, ...one }, one, gone],
  ['by its name where that is read there, under another field', 'flagField', one, one, gone],
  ['not where something else is read there', 'flagField', one, { name: 'other' }, undefined],
  ['not where it was there before', 'name', one, one, undefined],
])('undo: what was made is found %s', async (_name, field, made, there, request) => {
  opened.harness.use({ document: flagsNamed(field) });
  if (field === 'name') opened.backend.stored.get('flags')?.set('one', there);
  projects().set('9', { id: 9, name: 'Old' });
  const update: [string, JsonObject] = ['updateProject', { id: '9', body: { name: 'New' } }];
  const { setId } = await propose(flag('one', 1), update);
  opened.backend.stored.get('flags')?.set('one', there);
  opened.backend.fault = ({ path }) =>
    path === '/flags' ? { kind: 'status', status: 201, body: made } : undefined;
  await sets().accept(OWNER, setId);
  const deleted = (await sets().undo(OWNER, setId)).steps
    .map(({ shown }) => JSON.parse(shown.text) as JsonObject)
    .find(({ method }) => method === 'DELETE');
  expect(deleted && `DELETE ${String(deleted['path'])}`).toBe(request);
});

const text = { type: 'string' };
test.each<[string, JsonObject]>([
  ['the id is the backend’s own', { name: text }],
  ['something that is needed is not told', { id: text, name: text, owner: text }],
  ['it has a secret', { id: text, name: text, pin: { ...text, writeOnly: true } }],
])('undo: and by hand where %s', async (_name, properties) => {
  const changed = document((paths) => {
    const { schema } = schemaOf(paths, '/environments', 'post')['application/json'] ?? {};
    const required = Object.keys(properties).filter((name) => name !== 'pin');
    Object.assign(schema ?? {}, { required, properties });
  });
  opened.harness.use({ document: changed });
  opened.backend.stored.get('environments')?.set('5', { id: '5', name: 'five' });
  await refused(undone('deleteEnvironment', { id: '5' }), 'conflict', /made again by hand/);
});

test('undo: a JSON Patch is undone by the opposite patch', async () => {
  const patches = document((paths) => {
    const content = schemaOf(paths, '/projects/{id}', 'patch');
    const items = { type: 'object', properties: { op: {}, path: {}, value: {} } };
    delete content['application/json'];
    content['application/json-patch+json'] = { schema: { type: 'array', items } };
  });
  opened.harness.use({ document: patches });
  const before = { id: 9, name: 'Old', description: 'kept', tags: ['a'] };
  projects().set('9', before);
  const body = [
    { op: 'replace', path: '/name', value: 'New' },
    { op: 'remove', path: '/description' },
    { op: 'add', path: '/limits', value: { flags: 3 } },
  ];
  expect(await undone('updateProject', { id: '9', body })).toBe('undo');
  expect(stored('projects')).toEqual([before]);
  expect(opened.backend.writes).toHaveLength(2);
  const { setId } = await propose(['updateProject', { id: '9', body }]);
  projects().set('9', { ...before, tags: ['theirs'] });
  await sets().accept(OWNER, setId);
  expect(await statesOf(setId)).toEqual(['accepted']);
});

describe('changes of one set that touch the same thing', () => {
  const old = { id: 9, name: 'Old', description: 'kept' };
  const calls: [string, JsonObject][] = [
    ['updateProject', { id: '9', body: { name: 'New' } }],
    ['replaceProject', { id: '9', body: { name: 'Newer' } }],
    ['deleteProject', { id: '9' }],
  ];

  test.each([false, true])('follow each other (etags: %s)', async (etags) => {
    opened.backend.etags = etags;
    projects().set('9', old);
    const { setId } = await propose(...calls);
    await sets().accept(OWNER, setId);
    expect(await statesOf(setId)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(stored('projects')).toEqual([]);
  });

  test.each([1, 2, 3])('but what others do before change %d makes it stale', async (nth) => {
    projects().set('9', old);
    const { setId, ids } = await propose(...calls);
    await sets()
      .accept(OWNER, setId, { only: ids.slice(0, nth - 1) })
      .catch(() => undefined);
    const now = projects().get('9');
    projects().set('9', { ...now, name: 'Theirs' });
    await sets().accept(OWNER, setId, { only: ids });
    expect((await statesOf(setId))[nth - 1]).toBe('stale');
    expect(stored('projects')).toMatchObject([{ name: 'Theirs' }]);
  });

  test('while a set is undone, what its parts did to each other is no obstacle', async () => {
    const { setId } = await propose(project, flag('one'));
    await sets().accept(OWNER, setId);
    const undo = await sets().undo(OWNER, setId);
    const [shop] = stored('projects');
    // The flag takes a trace of itself along.
    opened.backend.fault = ({ path }) => {
      if (path.startsWith('/flags/')) projects().set(String(shop?.['id']), { ...shop, tags: [] });
      return undefined;
    };
    await sets().accept(OWNER, undo.id);
    expect(await statesOf(undo.id)).toEqual(['accepted', 'accepted']);
    expect([stored('flags'), stored('projects')]).toEqual([[], []]);
  });

  test('undoing gives back what was there before the first', async () => {
    projects().set('9', old);
    const { setId } = await propose(...calls.slice(0, 2));
    await sets().accept(OWNER, setId);
    const undo = await sets().undo(OWNER, setId);
    await sets().accept(OWNER, undo.id);
    expect(await statesOf(undo.id)).toEqual(['accepted', 'accepted']);
    expect(stored('projects')).toEqual([old]);
  });
});

test('some can be accepted; what needs one that is left out cannot', async () => {
  const { setId, ids } = await propose(project, flag('one'), flag('two'), rule);
  const alone = sets().accept(OWNER, setId, { only: [ids[1] ?? ''] });
  await refused(alone, 'conflict', /change_2 needs the result of change_1/);
  expect(opened.backend.writes).toEqual([]);
  await sets().accept(OWNER, setId, { only: [ids[0] ?? '', ids[1] ?? ''] });
  expect(await statesOf(setId)).toEqual(['accepted', 'accepted', 'waiting', 'waiting']);
  await opened.harness.service.reject(OWNER, ids[2] ?? '', 'not this one');
  const { set } = await sets().accept(OWNER, setId);
  expect(sets().view(set)).toMatchObject({
    state: 'partly',
    steps: [{}, {}, { state: 'rejected', reason: 'not this one' }, { blocked_by: ['change_3'] }],
  });
});

async function withProject3(id: string): Promise<JsonObject> {
  const { shown } = await opened.harness.service.find(OWNER, id);
  const payload = JSON.parse(shown.text) as { body: JsonObject };
  return { ...payload, body: { ...payload.body, project_id: 3 } };
}

test('each can be edited before it is accepted, and an edit can take the place of a reference', async () => {
  const { setId, ids } = await propose(project, flag('one'));
  await opened.harness.service.reject(OWNER, ids[0] ?? '');
  const edit = await withProject3(ids[1] ?? '');
  const { set } = await sets().accept(OWNER, setId, { edits: { [ids[1] ?? '']: edit } });
  expect(set.steps[1]).toMatchObject({ state: 'accepted' });
  expect(stored('flags')).toMatchObject([{ name: 'one', project_id: 3 }]);
});

test('a wrong edit, id or answer stops it with a sentence, and nothing of that change is sent', async () => {
  const { setId, ids } = await propose(project, flag('one'), flag('two'));
  const only = [newId()];
  const unknown = sets().accept(OWNER, setId, { only });
  await expect(unknown).rejects.toMatchObject({ code: 'invalid_request' });
  const broken = { method: 'POST', path_template: '/flags', path: '/flags', body: { name: 7 } };
  const stopped = await sets().accept(OWNER, setId, { edits: { [ids[1] ?? '']: broken } });
  expect(stopped.stopped).toMatchObject({ position: 2 });
  expect(await statesOf(setId)).toEqual(['accepted', 'waiting', 'waiting']);
  expect(opened.backend.writes).toHaveLength(1);
  const other = await propose(project, flag('one', '{{change_1.nothing.there}}'));
  const { stopped: why } = await sets().accept(OWNER, other.setId);
  const message = expect.stringMatching(/has no such value \(it has id, name\)/);
  expect(why).toMatchObject({ position: 2, error: { message } });
});

test('a result of the wrong type for its place stops it, says so, and can be edited', async () => {
  const { setId, ids } = await propose(project, flag('one', '{{change_1.name}}'));
  const { stopped } = await sets().accept(OWNER, setId);
  const message = expect.stringMatching(/project_id" must be of type integer/);
  expect(stopped).toMatchObject({ position: 2, error: { message } });
  expect(await statesOf(setId)).toEqual(['accepted', 'waiting']);
  expect(stored('flags')).toEqual([]);
  const edit = await withProject3(ids[1] ?? '');
  await sets().accept(OWNER, setId, { edits: { [ids[1] ?? '']: edit } });
  expect(stored('flags')).toMatchObject([{ name: 'one', project_id: 3 }]);
});

test.each([
  ['itself', '{{change_1.id}}'],
  ['a later one', '{{change_9.id}}'],
  ['none', '{{change_0.id}}'],
])('a reference to %s is refused when it is proposed', async (_name, reference) => {
  await expect(propose(flag('a', reference))).rejects.toMatchObject({ code: 'invalid_arguments' });
});

test('accepted twice at once, also on two servers, each change is sent once', async () => {
  const { setId } = await propose(project, flag('one'), flag('two'), rule);
  const other = changeSetsOf(opened.harness.deps, opened.harness.sets, opened.harness.store);
  await Promise.all([sets(), sets(), other, other].map((service) => service.accept(OWNER, setId)));
  await sets().accept(OWNER, setId);
  expect(await statesOf(setId)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
  expect(opened.backend.writes).toHaveLength(4);
});

test('three decisions at once are applied one after the other', async () => {
  const { setId, ids } = await propose(project, project, project);
  await Promise.all(ids.map((id) => sets().accept(OWNER, setId, { only: [id] })));
  const told = await opened.db.query<{ action: string }>(
    `select entry::jsonb ->> 'action' as action from sextant.audit_log
     where entry::jsonb ->> 'change_set_id' = $1 order by seq offset 3`,
    [setId],
  );
  const one = ['set_accepted', 'sent', 'answered'];
  expect(told.map(({ action }) => action)).toEqual([...one, ...one, ...one]);
});

test('rejecting a set rejects what waits', async () => {
  const { setId, ids } = await propose(project, flag('one'));
  await sets().accept(OWNER, setId, { only: [ids[0] ?? ''] });
  const set = await sets().reject(OWNER, setId, 'enough');
  expect(set.steps.map(({ state }) => state)).toEqual(['accepted', 'rejected']);
});

test('a set that a kill has stopped tells what was done, what was not and what is unknown', async () => {
  const run = { kind: 'creates', at: 3, fault: { kill: 'after the send' } as const } as const;
  const blind = await runFault(opened.db, opened.backend, { ...run, guarded: false });
  expect(blind.states).toEqual(['accepted', 'accepted', 'unknown', 'accepted', 'waiting']);
  const keyed = await runFault(opened.db, opened.backend, { ...run, guarded: true });
  expect(keyed).toMatchObject({ accepts: 2, states: Array<string>(5).fill('accepted') });
});
