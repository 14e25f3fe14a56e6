import { OWNER, SOURCE, useChanges } from '../../../test/support/changes.js';
import { deferred } from '../../../test/support/deferred.js';
import { projectsDocument, type Fault } from '../../../test/support/projects-backend.js';
import { MASK } from '../../agenttools/changes/http-request/mask-secrets.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import type { StoredPreview } from '../../store/previews.model.js';

const opened = useChanges({ timeoutMs: 300 });
const projects = () => opened.backend.stored.get('projects') ?? new Map<string, JsonObject>();
const project = () => ({ id: 7, name: 'Web shop', description: 'All of it' });
beforeEach(() => void projects().set('7', project()));

const stored = (): JsonObject | undefined => projects().get('7');
const accept = (id: string, edit?: JsonObject) => opened.harness.service.accept(OWNER, id, edit);
const applied = () => opened.backend.writes.filter((write) => write.applied);
const calls = {
  put: ['replaceProject', { id: '7', body: { name: 'Shop' } }],
  patch: ['updateProject', { id: '7', body: { name: 'Shop' } }],
  delete: ['deleteProject', { id: '7' }],
  create: ['createProject', { body: { name: 'New' } }],
  secret: ['createProject', { body: { name: 'New', webhook_token: 'TOKEN-1' } }],
  action: ['archiveProject', { id: '7' }],
  star: ['starProject', { id: '7' }],
} satisfies Record<string, [string, JsonObject]>;
const propose = async (name: keyof typeof calls) =>
  (await opened.harness.propose(newId(), ...(calls[name] as [string, JsonObject]))).id;
const errorOf = ({ outcome }: StoredPreview) =>
  outcome?.['error'] as { code: string; message: string } | undefined;

test('a strong ETag is sent as If-Match, and a newer state is stale', async () => {
  opened.backend.etags = true;
  const [one, two] = [await propose('put'), await propose('patch')];
  expect(await accept(one)).toMatchObject({ state: 'accepted' });
  expect(opened.backend.writes[0]?.headers['if-match']).toMatch(/^"[0-9a-f]{16}"$/);
  const late = await accept(two);
  expect(late).toMatchObject({ state: 'stale', outcome: { error: { code: 'preview_stale' } } });
  // Not even sent: many backends take no notice of the header.
  expect(opened.backend.writes).toHaveLength(1);
});

test('a change goes to the place that it was shown for, and to no other', async () => {
  const [here, there] = ['https://here.test/v1', 'https://there.test/v1'];
  opened.harness.use({ origin: here });
  const [moved, kept] = [await propose('patch'), await propose('create')];
  const found = await opened.harness.service.find(OWNER, moved);
  expect(found).toMatchObject({ details: { origin: here } });
  opened.harness.use({ origin: there });
  const message = expect.stringMatching(/shown for https:\/\/here.*sends to https:\/\/there/);
  expect(errorOf(await accept(moved))).toMatchObject({ code: 'preview_stale', message });
  expect(opened.backend.writes).toEqual([]);
  opened.harness.use({ origin: here });
  expect(await accept(kept)).toMatchObject({ state: 'accepted' });
  const own = await propose('patch');
  await opened.db.query(
    `update sextant.previews set facts = facts || '{"origin": "a word of its kind"}' where id = $1`,
    [own],
  );
  expect(await accept(own)).toMatchObject({ state: 'accepted' });
  const { changeSetId = '' } = await opened.harness.service.find(OWNER, kept);
  opened.harness.use({ origin: there });
  const undo = opened.harness.changeSets.undo(OWNER, changeSetId);
  await expect(undo).rejects.toThrow(/was sent to https:\/\/here/);
  expect(applied()).toHaveLength(2);
});

test('without one the state is read again, and a newer one is never written over', async () => {
  const id = await propose('put');
  projects().set('7', { ...project(), description: 'Theirs' });
  const outcome = { diff: [{ op: 'replace', path: '/description' }] };
  expect(await accept(id)).toMatchObject({ state: 'stale', outcome });
  expect(opened.backend.writes).toEqual([]);
});

test('a change of what the request does not concern is no obstacle', async () => {
  const id = await propose('patch');
  projects().set('7', { ...project(), description: 'Theirs' });
  expect(await accept(id)).toMatchObject({ state: 'accepted' });
  expect(stored()).toMatchObject({ name: 'Shop', description: 'Theirs' });
});

test('a state that differs at each read is never written over', async () => {
  let reads = 0;
  opened.backend.readFault = () => ({
    status: 200,
    type: 'application/json',
    text: JSON.stringify({ ...project(), description: `read ${(reads += 1)} times` }),
  });
  const [whole, named] = [await propose('put'), await propose('patch')];
  expect(await accept(whole)).toMatchObject({ state: 'stale' });
  expect(opened.backend.writes).toEqual([]);
  expect(await accept(named)).toMatchObject({ state: 'accepted' });
  expect(reads).toBe(4);
});

test('what came to be there in the meantime is not sent again', async () => {
  const id = await propose('star');
  projects().set('7', { ...project(), star: true });
  expect(await accept(id)).toMatchObject({ state: 'stale' });
  expect(opened.backend.writes).toEqual([]);
});

test('what cannot be read again is not sent, and the preview waits on', async () => {
  const id = await propose('put');
  opened.backend.readFault = () => ({ status: 403, type: 'application/json', text: '{}' });
  await expect(accept(id)).rejects.toThrow(/nothing was sent and the preview still waits/);
  opened.backend.readFault = () => undefined;
  expect(await accept(id)).toMatchObject({ state: 'accepted' });
});

test('the declared idempotency key is the id of the preview', async () => {
  opened.harness.use({ keys: true, timeoutMs: 300 });
  const id = await propose('create');
  opened.backend.fault = (_write, nth) => (nth === 1 ? { kind: 'hang', applies: true } : undefined);
  expect(await accept(id)).toMatchObject({ state: 'unknown' });
  const outcome = { result: { name: 'New' } };
  expect(await accept(id)).toMatchObject({ state: 'accepted', outcome });
  const keys = opened.backend.writes.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([id, id]);
  expect(applied()).toHaveLength(1);
});

test('a dry run tells at once what would come of it, and what cannot work is not proposed', async () => {
  const document = projectsDocument();
  const { post } = (document['paths'] as Record<string, { post: JsonObject }>)['/projects'] ?? {};
  const schema = { type: 'string', enum: ['All'] };
  Object.assign(post ?? {}, { parameters: [{ name: 'dryRun', in: 'query', schema }] });
  opened.harness.use({ document });
  const create = { body: { name: 'Shop' } };
  const answer = { name: 'Shop', webhook_token: 'TOKEN-1' };
  opened.backend.fault = () => ({ kind: 'status', status: 201, body: answer });
  const { extra } = await opened.harness.proposal('createProject', create);
  expect(extra).toMatchObject({ dry_run: '{"name":"Shop","webhook_token":"••••••"}' });
  opened.backend.fault = () => ({ kind: 'status', status: 409, body: { message: 'taken' } });
  const said = /A dry run of POST \/projects answered 409: taken/;
  await expect(opened.harness.proposal('createProject', create)).rejects.toThrow(said);
  opened.backend.fault = () => ({ kind: 'status', status: 503 });
  const unsure = await opened.harness.proposal('createProject', create);
  expect(unsure.extra?.['notes']).toContainEqual(expect.stringMatching(/answered with 503/));
  await opened.harness.proposal('createProject', { body: { name: 'x{{change_1.id}}' } });
  expect(opened.backend.writes.map(({ query }) => query)).toEqual(Array(3).fill('dryRun=All'));
  expect(applied()).toEqual([]);
});

test('a dry run is made only where it is declared, and its refusal ends it', async () => {
  opened.harness.use({ conventions: { dryRun: { parameter: 'dryRun', value: 'All' } } });
  const dry = (query: string) => query === 'dryRun=All';
  const id = await propose('create');
  opened.backend.fault = ({ query }) =>
    dry(query) ? { kind: 'status', status: 422, body: { message: 'no such owner' } } : undefined;
  const refused = await accept(id);
  expect(refused).toMatchObject({ state: 'failed' });
  expect(errorOf(refused)?.message).toMatch(/no such owner/);
  opened.backend.fault = ({ query }) => (dry(query) ? { kind: 'status', status: 200 } : undefined);
  expect(await accept(await propose('create'))).toMatchObject({ state: 'accepted' });
  expect(applied()).toHaveLength(1);
});

describe('an answer decides the end', () => {
  const status = (code: number, more: Partial<Fault> = {}): Fault =>
    ({ kind: 'status', status: code, ...more }) as Fault;
  const inside = { errors: [{ message: 'the name is taken' }] };
  const jsend = { status: 'error', message: 'the name is taken' };
  const html = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
  type Name = keyof typeof calls;
  test.each<[string, Name, Fault, string, number]>([
    ['202 continues later', 'action', status(202, { applies: true }), 'accepted', 1],
    ['204', 'action', status(204, { applies: true }), 'accepted', 1],
    ['303 that did it', 'patch', status(303, { applies: true }), 'accepted', 1],
    ['303 of which nothing can be told', 'create', status(303), 'unknown', 0],
    ['200 with an error inside, not done', 'put', status(200, { body: inside }), 'failed', 0],
    ['200 with an error inside, unseen', 'create', status(200, { body: inside }), 'unknown', 0],
    ['200 with an error of JSend', 'put', status(200, { body: jsend }), 'failed', 0],
    ['200 with a page, unseen', 'create', status(200, html), 'unknown', 0],
    ['200 with a page, done', 'put', status(200, { ...html, applies: true }), 'accepted', 1],
    ['409', 'put', status(409, { body: { message: 'locked' } }), 'failed', 0],
    ['412', 'put', status(412), 'stale', 0],
    ['500 after it was done', 'put', status(500, { applies: true }), 'accepted', 1],
    ['500 of a create', 'create', status(500), 'unknown', 0],
    ['502 while nothing is to be seen', 'put', status(502), 'unknown', 0],
    ['no answer, done', 'patch', { kind: 'drop', applies: true }, 'accepted', 1],
    ['no answer, nothing to be seen', 'patch', { kind: 'drop', applies: false }, 'unknown', 0],
    ['no answer, and now it is there', 'star', { kind: 'drop', applies: true }, 'accepted', 1],
    ['a time-out, done', 'delete', { kind: 'hang', applies: true }, 'accepted', 1],
    ['a time-out of a create', 'create', { kind: 'hang', applies: true }, 'unknown', 1],
  ])('%s', async (_name, call, fault, end, effects) => {
    const id = await propose(call);
    opened.backend.fault = () => fault;
    expect((await accept(id)).state).toBe(end);
    opened.backend.fault = () => undefined;
    // However often it is accepted: it was sent once.
    expect((await accept(id)).state).toBe(end);
    expect([opened.backend.writes.length, applied().length]).toEqual([1, effects]);
  });

  test.each<[Name, string]>([
    ['put', 'accepted'],
    ['create', 'unknown'],
    ['action', 'unknown'],
  ])('an answer after the time limit leads to no second %s, which ends %s', async (call, end) => {
    const id = await propose(call);
    const answers = deferred();
    opened.backend.fault = () => ({ kind: 'late', until: answers.promise });
    expect((await accept(id)).state).toBe('unknown');
    expect(applied()).toEqual([]);
    answers.resolve();
    await answers.promise;
    expect(applied()).toHaveLength(1);
    expect((await accept(id)).state).toBe(end);
    expect(opened.backend.writes).toHaveLength(1);
  });

  test.each([401, 403, 429, 500])('%d says nothing of the change: it waits again', async (code) => {
    const id = await propose('put');
    opened.backend.fault = () => status(code);
    await expect(accept(id)).rejects.toThrow(String(code));
    opened.backend.fault = () => undefined;
    expect(await accept(id)).toMatchObject({ state: 'accepted' });
    expect(applied()).toHaveLength(1);
  });
});

test('what the backend answered is shown without its secrets, and kept whole for references', async () => {
  const id = await propose('secret');
  const done = await accept(id);
  expect(done.outcome).toMatchObject({ result: { name: 'New', status: 201 } });
  expect(JSON.stringify(opened.harness.service.view(done))).not.toContain('TOKEN-1');
  expect(done.answer).toMatchObject({ webhook_token: 'TOKEN-1' });
  expect(JSON.stringify(applied())).toContain('TOKEN-1');
});

test('an edited request sends the edited body, with what is masked as it was', async () => {
  const id = await propose('secret');
  const view = opened.harness.service.view(await opened.harness.service.find(OWNER, id));
  const payload = view['payload'] as { body: JsonObject };
  await accept(id, { ...payload, body: { ...payload.body, name: 'Newer' } });
  expect(applied()[0]?.body).toEqual({ name: 'Newer', webhook_token: 'TOKEN-1' });
});

test('an edited request is shown as it was sent, without the secret that was typed into it', async () => {
  const body = { name: 'Newer', webhook_token: 'TYPED-1' };
  const id = await propose('create');
  const { payload } = opened.harness.service.view(await opened.harness.service.find(OWNER, id));
  const view = opened.harness.service.view(await accept(id, { ...(payload as JsonObject), body }));
  expect(applied()[0]?.body).toEqual(body);
  expect(view).toMatchObject({ sent_payload: { body: { ...body, webhook_token: MASK } } });
  expect(JSON.stringify(view)).not.toContain('TYPED-1');
});

test.each<[string, JsonObject]>([
  ['another path', { path: '/projects/8' }],
  ['another method', { method: 'DELETE' }],
  ['a header', { headers: { 'x-role': 'admin' } }],
  ['a body that breaks the schema', { body: { name: 7 } }],
  ['a body that is a list', { body: [] }],
  ['no body', { body: undefined }],
])('an edited request: %s is refused, and nothing is sent', async (_name, edit) => {
  const id = await propose('put');
  const { shown } = await opened.harness.service.find(OWNER, id);
  const edited = { ...(JSON.parse(shown.text) as JsonObject), ...edit };
  await expect(accept(id, edited)).rejects.toMatchObject({
    code: expect.stringMatching(/invalid_request|change_refused/),
  });
  expect(opened.backend.writes).toEqual([]);
  expect(await accept(id)).toMatchObject({ state: 'accepted' });
});

describe('a preview that waited while things changed is refused, and stays', () => {
  const without = (path: string): JsonObject => {
    const document = projectsDocument();
    delete ((document['paths'] as JsonObject)[path] as JsonObject)['put'];
    return document;
  };
  const demanding = (): JsonObject => {
    const text = JSON.stringify(projectsDocument());
    return JSON.parse(text.replaceAll('"required":["name"]', '"required":["name","owner"]'));
  };
  test.each<[string, () => void, RegExp]>([
    ['its source is gone', () => void opened.harness.catalog.remove(SOURCE), /was removed/],
    [
      'its operation is gone',
      () => opened.harness.use({ document: without('/projects/{id}') }),
      /PUT \/projects\/\{id\} is not offered by "shop" any more/,
    ],
    ['a field is needed', () => opened.harness.use({ document: demanding() }), /owner" is missing/],
  ])('%s', async (_name, happens, said) => {
    const id = await propose('put');
    happens();
    await expect(accept(id)).rejects.toThrow(said);
    expect(opened.backend.writes).toEqual([]);
    expect((await opened.harness.service.find(OWNER, id)).state).toBe('waiting');
  });
});
