import { useServer } from '../../../test/support/server.js';

const server = useServer();
const ask = (request: string, body?: object) => server.call(request as 'GET /', body);

async function idOf(list: 'rules' | 'tables', name: string): Promise<string> {
  const search = encodeURIComponent(name);
  const { body } = await ask(`GET /v1/agent/library/${list}?search=${search}&limit=100`);
  return body.items.find((item: { name: string }) => item.name === name)?.id;
}

const one = async (list: string, id: string) =>
  (await ask(`GET /v1/agent/library/${list}/${id}`)).body;

const propose = async (kind: string, action: string, id: string, input?: object) =>
  ask('POST /v1/agent/proposals', { kind, action, target_id: id, input });

async function done(kind: string, action: string, id: string, input?: object) {
  const { status, body } = await propose(kind, action, id, input);
  expect([status, body.state]).toEqual([201, 'waiting']);
  const accepted = await ask(`POST /v1/agent/previews/${body.id}/accept`, {});
  expect([accepted.status, accepted.body.state]).toEqual([200, 'accepted']);
  return accepted.body;
}

/** Takes the set of a change back, and answers the changes of that. */
async function undone({ change_set_id: set }: { change_set_id: string }) {
  const { status, body } = await ask(`POST /v1/agent/change-sets/${set}/undo`, {});
  expect(status).toBe(200);
  const accepted = await ask(`POST /v1/agent/change-sets/${body.id}/accept`, {});
  expect(accepted.body.steps.map(({ state }: { state: string }) => state)).toEqual(['accepted']);
}

const KINDS = [
  { list: 'rules', kind: 'workflow_preview', sample: 'Low Stock Alert' },
  { list: 'tables', kind: 'table_config_preview', sample: 'Products' },
] as const;

let copies = 0;

describe.each(KINDS)('of $list', ({ list, kind, sample }) => {
  async function own(): Promise<{ id: string; name: string }> {
    const name = `${sample} ${(copies += 1)}`;
    const { result } = await done(kind, 'duplicate', await idOf(list, sample), { name });
    return { id: result.id, name };
  }

  test('a new name is a preview that changes nothing else, and can be taken back', async () => {
    const { id, name } = await own();
    const before = await one(list, id);
    const renamed = await done(kind, 'rename', id, { name: `${name} b` });
    expect(renamed.description).toMatch(/^Rename the (rule|table) /);
    expect(await one(list, id)).toEqual({
      ...before,
      name: `${name} b`,
      version: before.version + 1,
      updated_at: expect.any(String),
      // The platform makes them anew with each change.
      ...(list === 'rules' && { edges: expect.any(Array) }),
    });
    await undone(renamed);
    expect((await one(list, id)).name).toBe(name);
  });

  test('what was deleted is gone, and comes back under a new id', async () => {
    const { id, name } = await own();
    const whole = await one(list, id);
    const deleted = await done(kind, 'delete', id);
    expect((await ask(`GET /v1/agent/library/${list}/${id}`)).status).toBe(404);
    await undone(deleted);
    const again = await one(list, await idOf(list, name));
    const same = list === 'rules' ? 'trigger_conditions' : 'config';
    expect(again[same]).toEqual(whole[same]);
  });

  test.each([
    ['the same name', 'rename', { name: sample }, 'another one than now'],
    ['no name', 'duplicate', {}, 'must be a text'],
    ['an unknown action', 'sing', {}, 'Known are'],
  ])('%s is refused with what is valid', async (_, action, input, words) => {
    const { status, body } = await propose(kind, action, await idOf(list, sample), input);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(words);
  });
});

test('what is not there, and kinds without actions, are refused', async () => {
  const nobody = '11111111-1111-4111-8111-111111111111';
  expect((await propose('workflow_preview', 'delete', nobody)).status).toBe(404);
  const message =
    'Changes of the kind "http_request" have no action "delete". No action is known for it.';
  const refused = await propose('http_request', 'delete', nobody);
  expect(refused).toMatchObject({ status: 400, body: { error: { message } } });
});
