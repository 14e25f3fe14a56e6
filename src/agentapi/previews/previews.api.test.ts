import { createHash } from 'node:crypto';
import type { ApiAnswer } from '../../../test/support/http-server.js';
import { refused } from '../../../test/support/refused.js';
import fc from 'fast-check';
import type { Rule } from '../../plugins/workflow/tools/wire.js';
import { readData } from '../../../samples/erp/shared/seeder.js';
import type { StoredConfig } from '../../platform/types.js';
import {
  noPolicyBook,
  withPluginPolicies,
  type PolicyDecision,
  type PolicyRule,
} from '../../agenttools/changes/policies/change-policy.js';
import { proposalsOf } from '../../../test/support/changes.js';
import { newId } from '../../foundation/ids.js';
import { newRule, usePreviewHarness } from '../../../test/support/previews.js';
import { defined } from '../../foundation/defined.js';
import { moves, type PreviewAction, type PreviewMove, type ShownState } from './preview-states.js';

const harness = usePreviewHarness();

const accept = (id: string, body: unknown = {}, token?: string) =>
  harness.call('POST', `/${id}/accept`, body, token);
const reject = (id: string, body: unknown = {}) => harness.call('POST', `/${id}/reject`, body);
const stateOf = async (id: string) => (await harness.store.find('local', id))?.state;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const refusal = ({ status, body }: ApiAnswer) => [status, body.error?.code];
const TABLE = 'table_config_preview';
type StoredTable = { id: string; name: string; config: Record<string, unknown>; version: number };

async function someTable(): Promise<StoredTable & { path: string }> {
  const { items } = await harness.platform<{ items: StoredTable[] }>('/v1/data/configs');
  const path = `/v1/data/configs/${items[0]?.id}`;
  return { ...(await harness.platform<StoredTable>(path)), path };
}

it('get200: shows the exact text and its hash', async () => {
  const id = await harness.save({ payload: { z: 1, a: 'ü', '2': 0, nested: { y: 1, b: 2 } } });
  const payload_text = '{"2":0,"z":1,"a":"ü","nested":{"y":1,"b":2}}';
  const text = { payload_text, payload_sha256: sha256(payload_text) };
  const body = { id, state: 'waiting', edited: false, is_update: false, ...text };
  expect(await harness.call('GET', `/${id}`)).toMatchObject({ status: 200, body });
});

it('get200: lists by state, without payloads', async () => {
  const id = await harness.save({});
  const listed = async (state: string) => {
    const { body } = await harness.call('GET', `?state=${state}`);
    return body.items.find((each: { id: string }) => each.id === id);
  };
  const item = await listed('waiting');
  expect(item).toMatchObject({ id, state: 'waiting' });
  expect(item.payload_text).toBeUndefined();
  expect(await listed('accepted')).toBeUndefined();
});

it('lists page by page, and says how many there are in all', async () => {
  const conversationId = newId();
  const ids = [];
  for (let nth = 0; nth < 3; nth += 1) ids.push(await harness.save({ conversationId }));
  const seen = [];
  for (let offset = 0; offset < 4; offset += 2) {
    const asked = `?conversation_id=${conversationId}&limit=2&offset=${offset}`;
    const { body } = await harness.call('GET', asked);
    expect(body.total).toBe(3);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
  for (const wrong of ['limit=0', 'limit=201', 'offset=-1', 'offset=x'])
    expect((await harness.call('GET', `?${wrong}`)).body.error.code).toBe('invalid_request');
});

it.each<[string, string, string, unknown]>([
  ['an unknown state', 'GET', '?state=maybe', undefined],
  ['a payload that is a list', 'POST', '/ID/accept', { payload: [] }],
  ['a payload that is a text', 'POST', '/ID/accept', { payload: '{}' }],
  ['a field it does not know', 'POST', '/ID/accept', { paylod: {} }],
  ['a list as body', 'POST', '/ID/accept', []],
  ['no body, as another site could send it', 'POST', '/ID/accept', undefined],
  ['a reason that is no text', 'POST', '/ID/reject', { reason: 7 }],
  ['a long reason', 'POST', '/ID/reject', { reason: 'x'.repeat(1001) }],
])('400: %s', async (_name, method, path, body) => {
  const id = await harness.save({});
  const answer = await harness.call(method, path.replace('ID', id), body);
  expect(refusal(answer)).toEqual([400, 'invalid_request']);
  expect(await stateOf(id)).toBe('waiting');
  expect(harness.writes()).toEqual([]);
});

it('accept200: sends exactly the bytes that were shown, with the token of who accepts', async () => {
  const name = `Größe “✓” 😀 ${newId()}`;
  const payload = { ...newRule(name), description: 'ü\u0007\u2028</script>"\\' };
  const shuffled = Object.fromEntries(Object.entries(payload).reverse());
  const userId = `token:${sha256('Bearer t1').slice(0, 32)}`;
  const id = await harness.save({ payload: shuffled, userId });
  const { status, body } = await accept(id, {}, 't1');
  expect([status, body.state, body.edited]).toEqual([200, 'accepted', false]);
  const text = JSON.stringify(shuffled);
  expect(harness.writes()).toEqual([
    { method: 'POST', path: '/v1/workflow/rules/full', authorization: 'Bearer t1', body: text },
  ]);
  expect(body.payload_text).toBe(text);
  const [rule] = await harness.rulesNamed(name);
  expect(body.result).toEqual({ id: rule?.id, name, version: rule?.version });
});

it('accept200: changes a rule and a table', async () => {
  const { id, baseVersion } = await harness.changed();
  expect((await accept(id)).body.result.version).toBe(baseVersion + 1);
  const { name, config, version, path, id: tableId } = await someTable();
  const change = { name, config: { ...config, title: 'Changed' }, if_version: version };
  const of = { targetId: tableId, baseVersion: version };
  const table = await harness.save({ kind: TABLE, payload: change, ...of });
  expect((await accept(table)).body.result.version).toBe(version + 1);
  expect(await harness.platform(path)).toMatchObject({ config: { title: 'Changed' } });
});

it('accept200: repeated, answers the first result to the byte and writes nothing', async () => {
  const id = await harness.save({});
  const first = await accept(id);
  harness.reachable = false;
  expect(await accept(id)).toEqual(first);
  expect(harness.writes()).toHaveLength(1);
});

it('accept200: property: however many at once, one write and one answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.boolean(), async (count, update) => {
      harness.seen.length = 0;
      const id = update ? (await harness.changed()).id : await harness.save({});
      const answers = await Promise.all(Array.from({ length: count }, () => accept(id)));
      expect(harness.writes()).toHaveLength(1);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
    }),
    { numRuns: 6 },
  );
});

it('accept200: parallel accepts and rejects: one of them decides, and there is a write only if it was accepted', async () => {
  for (let round = 0; round < 4; round += 1) {
    harness.seen.length = 0;
    const id = await harness.save({});
    const calls = [reject(id), accept(id), reject(id), accept(id)];
    await Promise.all(round % 2 === 0 ? calls : calls.reverse());
    expect(harness.writes()).toHaveLength((await stateOf(id)) === 'accepted' ? 1 : 0);
    expect(['accepted', 'rejected']).toContain(await stateOf(id));
  }
});

it.each([
  ['is what was accepted', {}, false],
  ['has been changed since', { title: 'Later' }, true],
])('accept200: a pending table that %s is forgotten or kept', async (_name, later, kept) => {
  const { config } = await someTable();
  const conversationId = newId();
  const copy = { config: { ...config, ...later }, changes: ['x'] };
  await harness.copies.put('local', conversationId, 'new', copy);
  const payload = { name: `Table ${newId()}`, config };
  const id = await harness.save({ kind: TABLE, payload, conversationId });
  expect((await accept(id)).status).toBe(200);
  expect((await harness.copies.get('local', conversationId, 'new')) !== undefined).toBe(kept);
});

it('accept200: with an edited payload applies that, and says so', async () => {
  const { id, payload, targetId, baseVersion } = await harness.changed();
  const { if_version: _dropped, ...rest } = payload;
  const edited = { ...rest, description: 'As I want it' };
  const { status, body } = await accept(id, { payload: edited });
  const text = JSON.stringify({ ...edited, if_version: baseVersion });
  const edits = { edited: true, edited_text: text, edited_sha256: sha256(text) };
  const sent_payload: unknown = JSON.parse(text);
  const told = { state: 'accepted', payload_text: JSON.stringify(payload), ...edits, sent_payload };
  expect([status, body]).toMatchObject([200, told]);
  expect(harness.writes().map((write) => write.body)).toEqual([text]);
  const stored = await harness.platform<Rule>(`/v1/workflow/rules/${targetId}`);
  expect(stored.description).toBe('As I want it');
});

it('accept200: with the payload as it was shown is no edit', async () => {
  const payload = newRule(`Rule ${newId()}`);
  const { body } = await accept(await harness.save({ payload }), { payload });
  expect(body).toMatchObject({ state: 'accepted', edited: false });
});

it('accept422: an edited payload that the platform would refuse changes nothing; the preview waits on', async () => {
  const payload = newRule(`Rule ${newId()}`);
  const id = await harness.save({ payload });
  for (const wrong of [{ trigger_type: 'on_full_moon' }, { actions: 7 }]) {
    const answer = await accept(id, { payload: { ...payload, ...wrong } });
    expect(refusal(answer)).toEqual([422, 'invalid_rule']);
    expect(answer.body.error.details.length).toBeGreaterThan(0);
  }
  expect([await stateOf(id), harness.writes()]).toEqual(['waiting', []]);
  expect((await accept(id)).body.edited).toBe(false);
});

it('accept422: an edited table too', async () => {
  const id = await harness.save({ kind: TABLE, payload: { name: 'x', config: {} } });
  const answer = await accept(id, { payload: { name: 'y', config: { title: 'y' } } });
  expect(refusal(answer)).toEqual([422, 'invalid_config']);
  expect(harness.writes()).toEqual([]);
});

it.each([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(256) }],
  ['description', { description: 7 }],
  ['title', { title: 'x' }],
])('accept422: an edited table whose config is right and whose %s is not', async (path, wrong) => {
  const config = readData<readonly StoredConfig[]>('platform/table_configs')[0]?.config;
  const payload = { name: `Table ${newId()}`, config };
  const id = await harness.save({ kind: TABLE, payload });
  const { status, body } = await accept(id, { payload: { ...payload, ...wrong } });
  expect([status, body.error.details]).toEqual([422, [expect.objectContaining({ path })]]);
  expect(await stateOf(id)).toBe('waiting');
});

it('accept400: an edited payload may not choose another version', async () => {
  const { id, payload } = await harness.changed();
  const { status, body } = await accept(id, { payload: { ...payload, if_version: 99 } });
  expect([status, body.error.details[0].path]).toEqual([400, 'payload.if_version']);
});

describe('accept409', () => {
  it('stale: answers the new difference, and cannot be accepted any more', async () => {
    const { id, payload, targetId, baseVersion } = await harness.changed();
    const renamed = JSON.stringify({ ...payload, name: `Renamed ${targetId}` });
    await harness.platform(`/v1/workflow/rules/${targetId}/full`, { method: 'PUT', body: renamed });
    const first = await accept(id);
    expect(refusal(first)).toEqual([409, 'preview_stale']);
    const fields = [{ path: 'name', before: `Renamed ${targetId}`, after: payload.name }];
    const preview = { state: 'stale', current_version: baseVersion + 1, diff: { fields } };
    expect(first.body).toMatchObject({ preview });
    expect(await accept(id)).toEqual(first);
    expect(harness.writes()).toHaveLength(1);
    const stored = await harness.platform<Rule>(`/v1/workflow/rules/${targetId}`);
    expect(stored.name).toBe(`Renamed ${targetId}`);
  });

  it('superseded: a newer one of the same draft is the one to decide on', async () => {
    const subject = 'draft:1';
    const payload = newRule(`Twice ${newId()}`);
    const older = await harness.save({ payload, subject });
    const newer = await harness.save({ payload, subject });
    const refused = await accept(older);
    const error = { code: 'preview_superseded', superseded_by: newer };
    const body = { error, preview: { state: 'superseded', superseded_by: newer } };
    expect(refused).toMatchObject({ status: 409, body });
    expect(harness.writes()).toHaveLength(0);
    expect((await accept(newer)).status).toBe(200);
    expect(harness.writes()).toHaveLength(1);
    expect(await accept(older)).toEqual(refused);
  });

  it('a name that was taken in the meantime: the platform says so, once', async () => {
    const id = await harness.save({ payload: newRule((await harness.change()).rule.name) });
    const first = await accept(id);
    const body = { error: { code: 'conflict' }, preview: { state: 'failed' } };
    expect(first).toMatchObject({ status: 409, body });
    expect(await accept(id)).toEqual(first);
    expect(harness.writes()).toHaveLength(1);
  });

  it.each([
    ['a new table', false],
    ['a change of a table', true],
  ])('an edited name that is taken (%s): the preview waits for another name', async (_, update) => {
    const { name: taken, config } = await someTable();
    const name = `Table ${newId()}`;
    const post = { method: 'POST', body: JSON.stringify({ name: `Old ${newId()}`, config }) };
    const stored = await harness.platform<StoredTable>('/v1/data/configs', post);
    const of = { targetId: stored.id, baseVersion: stored.version };
    const payload = { name, config, ...(update && { if_version: stored.version }) };
    const id = await harness.save({ kind: TABLE, payload, ...(update && of) });
    const refused = await accept(id, { payload: { name: taken.toUpperCase(), config } });
    const message = expect.stringMatching(/Choose another name.*the preview still waits/);
    const error = { code: 'conflict', message, details: [{ path: 'name' }] };
    expect(refused).toMatchObject({ status: 409, body: { error } });
    const waiting = { state: 'waiting', edited: false };
    expect(await harness.call('GET', `/${id}`)).toMatchObject({ body: waiting });
    const other = `Other ${newId()}`;
    const accepted = await accept(id, { payload: { name: other, config } });
    expect(accepted.body).toMatchObject({ state: 'accepted', result: { name: other } });
  });

  it('another edited payload after the decision', async () => {
    const payload = newRule(`Rule ${newId()}`);
    const id = await harness.save({ payload });
    await accept(id);
    const again = await accept(id, { payload: { ...payload, description: 'x' } });
    expect(refusal(again)).toEqual([409, 'preview_decided']);
    expect(harness.writes()).toHaveLength(1);
  });
});

describe('a platform that', () => {
  it('redirects is refused: the token follows to nowhere', async () => {
    harness.door = 'redirect';
    const name = `Rule ${newId()}`;
    const body = { error: { code: 'platform_error' }, preview: { state: 'failed' } };
    const answer = await accept(await harness.save({ payload: newRule(name) }));
    expect(answer).toMatchObject({ status: 502, body });
    expect(harness.writes()).toHaveLength(1);
    expect(await harness.rulesNamed(name)).toEqual([]);
  });

  it.each<[string, number, () => void]>([
    ['is down', 503, () => (harness.reachable = false)],
    ['does not let this caller', 502, () => (harness.door = 'forbidden')],
  ])('%s changes nothing: the preview waits on', async (_name, status, breaks) => {
    const name = `Rule ${newId()}`;
    const id = await harness.save({ payload: newRule(name) });
    breaks();
    expect((await accept(id)).status).toBe(status);
    expect(await stateOf(id)).toBe('waiting');
    [harness.door, harness.reachable] = ['pass', true];
    expect((await accept(id)).status).toBe(200);
    expect(await harness.rulesNamed(name)).toHaveLength(1);
  });

  const AFTER = ['drop after', 'fail after'] as const;
  const FOUND = { status: 200, body: { state: 'accepted', recovered: true } };
  it.each(AFTER)('applies and then breaks (%s) is found to have applied', async (door) => {
    harness.door = door;
    const name = `Rule ${newId()}`;
    const made = await harness.save({ payload: newRule(name) });
    for (const id of [made, (await harness.changed()).id]) {
      expect(await accept(id)).toMatchObject(FOUND);
      await accept(id);
    }
    expect(harness.writes()).toHaveLength(2);
    expect(await harness.rulesNamed(name)).toHaveLength(1);
  });

  it('applies a table, changed or new, and then breaks is found to have applied', async () => {
    harness.door = 'drop after';
    const { config, path, ...stored } = await someTable();
    const change = { name: stored.name, config: { ...config, title: `T ${newId()}` } };
    const kind = TABLE;
    const made = await harness.save({ kind, payload: { name: `Table ${newId()}`, config } });
    const payload = { ...change, if_version: stored.version };
    const of = { targetId: stored.id, baseVersion: stored.version };
    for (const id of [made, await harness.save({ kind, payload, ...of })])
      expect(await accept(id)).toMatchObject(FOUND);
    expect(harness.writes()).toHaveLength(2);
    expect(await harness.platform(path)).toMatchObject({ config: { title: change.config.title } });
  });

  it('breaks before it applies: a change waits on, of a new one it is said that nobody knows', async () => {
    harness.door = 'drop before';
    const { id: change } = await harness.changed();
    expect((await accept(change)).status).toBe(503);
    const made = await harness.save({});
    const first = await accept(made);
    expect(refusal(first)).toEqual([409, 'preview_unknown']);
    harness.door = 'pass';
    expect(await accept(made)).toEqual(first);
    expect((await accept(change)).status).toBe(200);
    expect(harness.writes()).toHaveLength(3);
  });
});

describe('reject200', () => {
  it('keeps the reason; repeated, answers the same; accepting is over', async () => {
    const id = await harness.save({});
    const first = await reject(id, { reason: 'Too noisy' });
    expect(first.body).toMatchObject({ state: 'rejected', reason: 'Too noisy' });
    expect(await reject(id, { reason: 'Other' })).toEqual(first);
    expect((await accept(id)).body.error.code).toBe('preview_decided');
    expect(harness.writes()).toEqual([]);
  });

  it.each([undefined, 'target-1'])('clears pending changes of a table (%s)', async (targetId) => {
    const conversationId = newId();
    const copy = { config: { title: 'x' }, changes: ['y'] };
    await harness.copies.put('local', conversationId, targetId ?? 'new', copy);
    await harness.copies.put('local', conversationId, 'another', copy);
    await reject(await harness.save({ kind: TABLE, conversationId, ...defined({ targetId }) }));
    expect(await harness.copies.get('local', conversationId, targetId ?? 'new')).toBeUndefined();
    expect(await harness.copies.get('local', conversationId, 'another')).toBeDefined();
  });
});

/** What each move answers when the stored state came from nowhere: status, and whether it may write. */
const answers: Readonly<Record<PreviewMove, { status: number; code?: string; writes: boolean }>> = {
  apply: { status: 200, writes: true },
  reject: { status: 200, writes: false },
  resolve: { status: 409, code: 'preview_unknown', writes: false },
  repeat: { status: 200, writes: false },
  decided: { status: 409, code: 'preview_decided', writes: false },
  expired: { status: 410, code: 'preview_expired', writes: false },
};
const table = (Object.keys(moves) as ShownState[]).flatMap((state) =>
  (['accept', 'reject'] as const).map((action): [ShownState, PreviewAction] => [state, action]),
);

const under = (decision: PolicyDecision, parts: Partial<PolicyRule> = {}, limits = {}) => {
  const rules = [{ patterns: ['workflow_*'], when: {}, decision, ...parts }];
  harness.deps.policies = withPluginPolicies(noPolicyBook, { rules, limits });
};
const allOf = { runId: newId(), conversationId: newId() };
const origin = { ...allOf, caller: { userId: 'local' }, source: 'workflow' };
const propose = (name: string, runId = allOf.runId) =>
  proposalsOf(harness.deps, harness.store).save(
    { ...origin, runId, toolUseId: newId() },
    { kind: 'workflow_preview', description: 'A rule.', payload: { ...newRule(name) } },
  );

it('policies of plugins refuse what is proposed, and what waits', async () => {
  const waiting = await harness.save({ payload: { ...newRule('Free gifts') } });
  under({ policy: 'refuse', reason: 'Ask the desk.' }, { when: { 'payload.name': ['Free*'] } });
  await refused(propose('Free beer'), 'change_refused', /Ask the desk/);
  expect((await propose('Paid beer')).approverRole).toBeUndefined();
  expect(refusal(await accept(waiting))).toEqual([409, 'change_refused']);
  expect(await stateOf(waiting)).toBe('waiting');
  under({ policy: 'refuse' }, { patterns: ['table_*'] });
  expect((await accept(waiting)).status).toBe(200);
});

it('policies of plugins want another user first, and let at most so many through', async () => {
  under({ policy: 'approver', role: 'lead' }, { patterns: ['workflow'] });
  const { id, approverRole } = await propose('Big orders', newId());
  expect(approverRole).toBe('lead');
  expect((await accept(id)).body.error.code).toBe('approval_needed');
  under({ policy: 'preview' }, {}, { changes: 1 });
  const runId = newId();
  await propose('One', runId);
  await expect(propose('Two', runId)).rejects.toMatchObject({ code: 'call_limit' });
  expect(harness.writes()).toEqual([]);
});

it.each(table)('state × action: %s, %s', async (state, action) => {
  const id = await harness.save({});
  const long = "applying_since = '2020-01-01', attempt = 'dead'";
  const error = { error: { code: 'preview_unknown', message: 'm', details: [] } };
  const outcome = JSON.stringify(state === 'unknown' ? error : {});
  const set = state === 'waiting' ? '' : `, ${long}`;
  const expire = "update sextant.previews set expires_at = '2020-01-01' where id = $1";
  const update = `update sextant.previews set state = $2, outcome = $3 ${set} where id = $1`;
  await (state === 'expired'
    ? harness.db.query(expire, [id])
    : harness.db.query(update, [id, state, outcome]));
  const expected = answers[moves[state][action]];
  const answer = await harness.call('POST', `/${id}/${action}`, {});
  expect(refusal(answer)).toEqual([expected.status, expected.code]);
  expect(harness.writes()).toHaveLength(expected.writes ? 1 : 0);
});
