import { OWNER, useChanges } from '../../../test/support/changes.js';
import { projectsDocument, type Fault } from '../../../test/support/projects-backend.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { decisionNotes } from './decision-notes.js';
import { secretsOf } from './previews.model.js';

const document = projectsDocument({ answers: (object) => object });
const opened = useChanges({ document });
const projects = () => opened.backend.stored.get('projects') ?? new Map<string, JsonObject>();

beforeEach(() => {
  projects().set('7', { id: 7, name: 'Web shop', about: 'All', tags: [], limits: { flags: 1 } });
});

/** Accepts a change that the backend stores with these in place of what was sent, and answers so or by `fault`. */
const accepted = async (
  tool: string,
  body: JsonObject | undefined,
  kept: JsonObject,
  fault?: JsonObject,
) => {
  opened.backend.fault = (write) => {
    Object.assign((write.body as JsonObject | undefined) ?? {}, kept);
    return fault && ({ kind: 'status', applies: true, ...fault } as Fault);
  };
  const input = { ...(tool !== 'createProject' && { id: '7' }), ...(body && { body }) };
  const { id } = await opened.harness.propose(newId(), tool, input);
  opened.backend.reads.length = 0;
  const preview = await opened.harness.service.accept(OWNER, id);
  const result = preview.outcome?.['result'] as JsonObject;
  const otherwise = (preview.outcome?.['stored_otherwise'] ?? []) as JsonObject[];
  const told = otherwise.map(({ path, ...one }) => [path, one['accepted'], one['stored']]);
  return { preview, result, told, reads: opened.backend.reads.length };
};

const [read, gone] = [{ status: 204 }, undefined];
const formerly = { id: 7, name: 'Web shop' };
const [sent, stored, isNamed] = [{ name: ' Shop ' }, { name: 'Shop' }, ['/name', ' Shop ', 'Shop']];

test.each<[string, string, JsonObject | undefined, number]>([
  ['a read, as its answer differs', 'updateProject', gone, 2],
  ['a read, as it answers what was there', 'updateProject', { status: 200, body: formerly }, 2],
  ['a read', 'updateProject', read, 2],
  ['a read, as its answer has a part', 'updateProject', { status: 200, body: { id: 7 } }, 2],
  ['a read of what a POST made', 'createProject', gone, 1],
])('what is stored otherwise is told by %s', async (_name, tool, fault, reads) => {
  expect(await accepted(tool, sent, stored, fault)).toMatchObject({ told: [isNamed], reads });
});

const [time, same] = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00.0+01:00'];
const [secret, masked] = [{ webhook_token: 'x', owner: { pin: '1' } }, { webhook_token: '**x' }];

test.each<[string, JsonObject, JsonObject, unknown[][]]>([
  ['a field that is ignored', { tags: ['a'] }, { tags: gone }, [['/tags', ['a'], gone]]],
  ['what was shown to stay', { name: 'Shop' }, { limits: gone }, [['/limits', { flags: 1 }, gone]]],
  ['one inside', { limits: { flags: 5 } }, { limits: { flags: 4 } }, [['/limits/flags', 5, 4]]],
  ['no other form of a time', { description: time }, { description: same }, []],
  ['no other form of a number', { limits: { flags: 5 } }, { limits: { flags: '5.0', of: 9 } }, []],
  ['nothing as empty', { description: '', tags: [] }, { description: null, tags: gone }, []],
  ['no secret', { ...secret, name: 'Shop' }, masked, []],
])('of what is stored otherwise %s is told', async (_name, body, otherwise, told) => {
  expect(await accepted('updateProject', body, otherwise, read)).toMatchObject({ told });
});

test('what a PUT or a DELETE leaves there is told', async () => {
  const limits = { flags: 1 };
  const put = await accepted('replaceProject', { name: 'Shop', tags: [] }, { limits }, read);
  expect(put.told).toEqual([['/limits', gone, limits]]);
  const deleted = await accepted('deleteProject', gone, {}, { ...read, applies: false });
  expect(deleted.told).toEqual([['/exists', false, true]]);
});

test('what cannot be read after it is said', async () => {
  const fault = { status: 403, type: 'application/json', text: '{}' };
  const breaks = {
    get name() {
      opened.backend.readFault = () => fault;
      return 'Shop';
    },
  };
  const { preview } = await accepted('updateProject', sent, breaks, read);
  expect(preview.outcome?.['stored_unread']).toMatch(/may not read it \(403\)/);
  opened.backend.readFault = () => undefined;
});

test.each([
  ['/jobs/7?of=me', '/jobs/7?of=me'],
  ['jobs/7', '/projects/jobs/7'],
  ['http://elsewhere.example/jobs/7', gone],
  [gone, gone],
])('of what is still at work nothing is told but where to look: %s', async (location, place) => {
  const { url: backend } = opened.backend;
  opened.harness.use({ document, origin: backend });
  const headers = location === undefined ? {} : { location };
  const pending = await accepted('updateProject', sent, stored, { status: 202, headers });
  const url = place && `${new URL(backend).origin}${place}`;
  expect(pending.result).toEqual({ status: 202, pending: true, ...(url && { status_url: url }) });
});

test('the model is told', async () => {
  const { preview } = await accepted('createProject', sent, stored);
  expect(decisionNotes([preview], [])[0]).toContain('"stored":"Shop","accepted":" Shop "');
});

test.each<[string, string | undefined, string]>([
  ['its Location', '/projects/101', 'undo'],
  ['an address', 'http://inside:8080/v1/projects/101/', 'undo'],
  ['none, as it is of something else', '/jobs/101', 'manual'],
  ['none', undefined, 'manual'],
])('what a POST made is known by %s', async (_name, location, reversible) => {
  projects().set('101', { id: 101, name: 'Shop' });
  const headers = location === undefined ? {} : { location };
  const fault = { status: 201, headers, applies: false };
  const { preview, told } = await accepted('createProject', sent, {}, fault);
  expect(opened.harness.service.view(preview)['reversible']).toBe(reversible);
  const undo = opened.harness.changeSets.undo(OWNER, preview.changeSetId ?? '');
  if (reversible === 'manual') return expect(undo).rejects.toThrow(/by hand/);
  expect([told, (await undo).steps[0]?.shown.text]).toEqual([
    [isNamed],
    expect.stringContaining('"/projects/101"'),
  ]);
});

test('what a POST shows once is there for who accepts it, and for nobody else', async () => {
  const body = { id: 9, name: 'Shop', keys: [{ api_key: 'KEY-1' }] };
  const { preview } = await accepted('createProject', stored, {}, { status: 201, body });
  expect(preview.outcome).toMatchObject({ result_masked: ['/keys/0/api_key'] });
  expect(secretsOf(preview)).toEqual({ '/keys/0/api_key': 'KEY-1' });
  const log = await opened.db.query('select entry from sextant.audit_log');
  const told = [opened.harness.service.view(preview), decisionNotes([preview], []), log];
  expect(JSON.stringify(told)).not.toContain('KEY-1');
});
