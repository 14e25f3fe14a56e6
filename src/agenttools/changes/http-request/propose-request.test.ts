import { projectsDocument, type ReadFault } from '../../../../test/support/projects-backend.js';
import { useChanges } from '../../../../test/support/changes.js';
import { type JsonObject, valueAt } from '../../../foundation/json.js';
import { MAX_LEAVES } from '../alike.js';
import { MASK } from './mask-secrets.js';
import { withValueAt } from './envelope.js';
import { expectedChange } from './expected-change.js';
import type { RequestRules } from './request-rules.js';
import { fieldsSet } from './request-payload.js';

const opened = useChanges();

const shop = { name: 'Web shop', description: 'All of it', tags: ['a'] };
const project = { id: 7, ...shop, webhook_token: 'old-token', updated_at: 'today' };
beforeEach(() => {
  opened.backend.stored.get('projects')?.set('7', { ...project });
  opened.backend.etags = false;
  opened.backend.readFault = () => undefined;
  opened.backend.writes.length = 0;
});

const extraOf = async (tool: string, input: JsonObject) =>
  (await opened.harness.proposal(tool, input)).extra ?? {};

test('a PUT shows what it changes and which fields it would lose, with the place and its name', async () => {
  const extra = await extraOf('replaceProject', { id: '7', body: { name: 'Shop', tags: ['a'] } });
  expect(extra).toMatchObject({
    title: 'Replace a project',
    request: { method: 'PUT', path_template: '/projects/{id}', path: '/projects/7' },
    target: { label: 'Web shop', id: '7' },
    before: { ...shop, webhook_token: MASK },
    dropped: ['description', 'webhook_token'],
    protection: 'recheck',
    // The token that is read may be a mask of it.
    reversible: 'manual',
  });
  expect(extra['diff']).toEqual([
    { op: 'replace', path: '/name', before: 'Web shop', value: 'Shop' },
    { op: 'remove', path: '/description', before: 'All of it' },
    { op: 'remove', path: '/webhook_token', before: MASK },
  ]);
  expect(opened.backend.writes).toEqual([]);
});

test('a change says the name of what it is for beside the id', async () => {
  const { description } = await opened.harness.proposal('deleteProject', { id: '7' });
  expect(description).toBe('Delete a project (7: Web shop)');
});

test('a PATCH shows the fields that it names, and leaves the others out', async () => {
  opened.backend.etags = true;
  const extra = await extraOf('updateProject', { id: '7', body: { description: 'New' } });
  const diff = [{ op: 'replace', path: '/description', before: 'All of it', value: 'New' }];
  const notes = [expect.stringMatching(/up to the backend/)];
  expect(extra).toMatchObject({ diff, notes, protection: 'etag', reversible: 'undo' });
  expect(extra['dropped']).toBeUndefined();
});

test('secrets are masked in all that is shown, and sent as they are', async () => {
  const body = { name: 'Shop', webhook_token: 'TOKEN-1', owner: { name: 'Ann', pin: 'PIN-2' } };
  const { extra, payload } = await opened.harness.proposal('createProject', { body });
  expect(JSON.stringify(extra)).not.toMatch(/TOKEN-1|PIN-2/);
  expect(extra).toMatchObject({
    request: { body: { name: 'Shop', webhook_token: MASK, owner: { name: 'Ann', pin: MASK } } },
    masked: ['/body/webhook_token', '/body/owner/pin'],
  });
  expect(payload['body']).toEqual(body);
});

test.each<[string, string, JsonObject, JsonObject]>([
  ['a POST that creates', 'createProject', { body: { name: 'Shop' } }, { reversible: 'undo' }],
  ['a POST that acts', 'archiveProject', { id: '7' }, { reversible: 'unknown' }],
  ['a PUT that acts', 'lockProject', { id: '7' }, { reversible: 'unknown' }],
])('%s has nothing to compare with', async (_name, tool, input, more) => {
  const extra = await extraOf(tool, input);
  expect(extra).toMatchObject({ protection: 'none', ...more });
  expect([extra['before'], extra['diff']]).toEqual([undefined, undefined]);
});

test('an action shows what it belongs to, and says that its effect cannot be shown', async () => {
  const [target, parent] = [{ label: 'Web shop' }, { name: 'Web shop' }];
  const notes = [expect.stringMatching(/effect cannot be shown/)];
  expect(await extraOf('archiveProject', { id: '7' })).toMatchObject({ target, parent, notes });
});

test('an action is done to the thing in its path', async () => {
  opened.backend.readFault = () => ({ status: 404, text: '{}' });
  const target = { label: '7', id: '7' };
  expect(await extraOf('archiveProject', { id: '7' })).toMatchObject({ target });
});

describe('a PUT without a body says that something is to be there', () => {
  const already = { reversible: 'unknown', notes: [expect.stringMatching(/already/)] };
  const stored = (starred: boolean) =>
    opened.backend.stored.get('projects')?.set('7', { ...project, star: starred });
  const differs = (before: boolean, after: boolean) => ({
    before: { exists: before },
    after: { exists: after },
    diff: before === after ? [] : [{ op: 'replace', path: '/exists', before, value: after }],
    protection: 'recheck',
  });

  test.each<[string, string, boolean, JsonObject]>([
    ['what is not there', 'starProject', false, { ...differs(false, true), reversible: 'undo' }],
    ['what is there', 'starProject', true, { ...differs(true, true), ...already }],
    ['its DELETE', 'unstarProject', true, { ...differs(true, false), reversible: 'undo' }],
  ])('%s', async (_name, tool, starred, shown) => {
    stored(starred);
    const extra = await extraOf(tool, { id: '7' });
    expect(extra).toMatchObject(shown);
    expect(extra['notes']).toEqual(shown['notes']);
  });

  test('an answer with content is shown, and not taken for a yes', async () => {
    opened.backend.readFault = () => ({ text: '{"enabled":false}' });
    const extra = await extraOf('starProject', { id: '7' });
    const notes = [expect.stringMatching(/cannot be told/)];
    expect(extra).toMatchObject({ before: { enabled: false }, reversible: 'unknown', notes });
    expect([extra['after'], extra['diff']]).toEqual([undefined, undefined]);
  });
});

test('a PATCH without a body shows what is there, and no difference', async () => {
  const document = projectsDocument();
  const patch = { operationId: 'touchProject', responses: { 200: { description: 'ok' } } };
  Object.assign(valueAt(document, '/paths/~1projects~1{id}') as JsonObject, { patch });
  opened.harness.use({ document });
  const extra = await extraOf('touchProject', { id: '7' });
  opened.harness.use({});
  const notes = [expect.stringMatching(/effect cannot be shown/)];
  expect(extra).toMatchObject({ before: { name: 'Web shop' }, protection: 'recheck', notes });
  expect([extra['after'], extra['diff']]).toEqual([undefined, undefined]);
});

test('what cannot be sent is no part of what a PUT changes, however deep it stands', async () => {
  const document = projectsDocument();
  const named = { type: 'object', properties: { name: { type: 'string' } } };
  const fixed = { type: 'object', properties: { id: { type: 'integer', readOnly: true } } };
  const record = { allOf: [{ $ref: '#/components/schemas/fixed' }, named] };
  Object.assign(document, { components: { schemas: { fixed, record } } });
  const link = { $ref: '#/components/schemas/record' };
  const lines = { type: 'array', items: link };
  const schema = { type: 'object', properties: { name: { type: 'string' }, owner: link, lines } };
  const put = valueAt(document, '/paths/~1projects~1{id}/put') as JsonObject;
  put['requestBody'] = { content: { 'application/json': { schema } } };
  opened.harness.use({ document });
  const record1 = { id: 1, name: 'Ann' };
  const stored = { id: 7, name: 'Shop', owner: record1, lines: [record1, { id: 2, name: 'Bo' }] };
  opened.backend.stored.get('projects')?.set('7', stored);
  const sent = { name: 'Shop', owner: { name: 'Ann' }, lines: [{ name: 'Bo' }] };
  const extra = await extraOf('replaceProject', { id: '7', body: sent });
  opened.harness.use({});
  const before = [{ name: 'Ann' }, { name: 'Bo' }];
  expect(extra['diff']).toEqual([{ op: 'replace', path: '/lines', before, value: sent.lines }]);
  expect(extra).toMatchObject({ before: { owner: { name: 'Ann' } }, reversible: 'undo' });
});

test('a DELETE shows what would be gone, and that it has to be made again by hand', async () =>
  expect(await extraOf('deleteProject', { id: '7' })).toMatchObject({
    before: { name: 'Web shop' },
    diff: [{ op: 'remove', path: '' }],
    reversible: 'manual',
  }));

describe('a state that cannot be shown is said in a sentence, and the change is proposed', () => {
  const input = { id: '7', body: { name: 'Shop' } };
  const nested = '['.repeat(5000) + ']'.repeat(5000);
  test.each<[string, ReadFault, RegExp]>([
    ['403', { status: 403, text: '{}' }, /may not read it \(403\)/],
    ['HTML', { type: 'text/html', text: '<html>Sign in</html>' }, /a web page/],
    ['not JSON', { text: '{"a":' }, /is not JSON/],
    ['nothing', { text: '' }, /answered with nothing/],
    ['null', { text: 'null' }, /answered with nothing/],
    ['an error', { text: '{"success":false,"message":"gone"}' }, /with an error: gone/],
    ['500', { status: 500, text: '{}' }, /answered 500/],
    ['5 MB', { text: `{"name":"${'x'.repeat(5e6)}"}` }, /more than 4 MB/],
    ['nesting', { text: nested }, /too large to compare: .* is nested deeper than 64 levels/],
  ])('%s', async (_name, answer, said) => {
    opened.backend.readFault = () => answer;
    const notes = [expect.stringMatching(said)];
    const shown = { protection: 'none', reversible: 'unknown', notes };
    expect(await extraOf('replaceProject', input)).toMatchObject(shown);
  });

  test('nothing there', async () => {
    const extra = await extraOf('replaceProject', { ...input, id: '8' });
    expect(extra).toMatchObject({ notes: ['Nothing is stored there now.'], reversible: 'undo' });
  });

  test('a state of 200 kB is compared, and shown as differences only', async () => {
    const wide = { ...project, description: 'x'.repeat(200_000) };
    opened.backend.stored.get('projects')?.set('7', wide);
    const extra = await extraOf('replaceProject', input);
    expect(extra['before']).toBeUndefined();
    expect(extra['dropped']).toEqual(['description', 'tags', 'webhook_token']);
    expect(JSON.stringify(extra).length).toBeLessThan(20_000);
  });
});

test('a reference to an earlier change fits any scalar, also inside alternatives and in a path', async () => {
  const rule = { name: 'r', flag_ids: ['{{change_1.id}}', 3], environment_id: '{{change_2.id}}' };
  const { payload } = await opened.harness.proposal('createRule', { body: rule });
  expect(payload['body']).toEqual(rule);
  const named = { id: '{{change_1.id}}', body: { name: '{{change_1.name}} 2' } };
  const moved = await opened.harness.proposal('updateProject', named);
  expect(moved.payload['path']).toBe('/projects/%7B%7Bchange_1.id%7D%7D');
  expect(moved.extra?.['notes']).toEqual([expect.stringMatching(/once an earlier change/)]);
  const wrong = { name: '{{change_1.id}}', flag_ids: '{{change_1.ids}}' };
  await expect(opened.harness.proposal('createRule', { body: wrong })).rejects.toMatchObject({
    code: 'invalid_arguments',
    details: [{ path: 'body.flag_ids', message: '"body.flag_ids" must be of type array' }],
  });
});

const one = (name: string, value: unknown): JsonObject => Object.fromEntries([[name, value]]);

// Names that every object of JavaScript has something under.
const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'];
const actions = ['replace', 'merge', 'patch'] as const;

test.each(names.flatMap((name) => actions.map((action) => [name, action] as const)))(
  'a field named %s is compared as any other: %s',
  (name, action) => {
    const rules: RequestRules = { action, secrets: [], fields: ['a', name] };
    const sent = { a: 1, ...one(name, { to: 2 }) };
    const added = expectedChange(rules, sent, { kind: 'value', value: { a: 1 } });
    expect(added?.diff).toEqual([{ op: 'add', path: `/${name}`, value: { to: 2 } }]);
    expect(added?.after).toEqual(sent);
    const stored = { a: 1, ...one(name, { to: 1 }) };
    const changed = expectedChange(rules, sent, { kind: 'value', value: stored });
    expect(changed?.diff).toEqual([{ op: 'replace', path: `/${name}/to`, before: 1, value: 2 }]);
    expect(withValueAt({}, `/${name}/to`, 1)).toEqual(one(name, { to: 1 }));
  },
);

const set = (body: JsonObject) =>
  fieldsSet(
    { method: 'PATCH', path: '/projects/1', path_template: '/projects/{id}', body },
    { action: 'merge', secrets: [] },
  );

const many = Array.from({ length: MAX_LEAVES }, (_, at) => `f${at}`);
const wide = (last: string) => Object.fromEntries([...many, last].map((name) => [name, 1]));
const deep = (last: string) => {
  let body: JsonObject = { [last]: 1 };
  for (let depth = 0; depth < 40; depth += 1) body = { inner: body };
  return body;
};

test.each<[string, (last: string) => JsonObject]>([
  ['wider', wide],
  ['deeper', deep],
])('a body %s than what is compared is the same as no other', (_, bodyWith) => {
  expect([set(bodyWith('a')), set(bodyWith('b'))]).toEqual([undefined, undefined]);
});

test('the same fields are the same whatever their order and values, and others are not', () => {
  expect(set({ a: 1, b: { c: 2 } })).toBe(set({ b: { c: 3 }, a: 4 }));
  expect(set({ a: 1, b: {} })).not.toBe(set({ a: 1, b: { c: 2 } }));
});
