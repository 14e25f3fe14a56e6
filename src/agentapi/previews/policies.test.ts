import { PageQuery } from '../page-query.js';
import { refused } from '../../../test/support/refused.js';
import { OWNER, useChanges } from '../../../test/support/changes.js';
import type {
  ChangePolicies,
  PolicyDecision,
  PolicyRule,
} from '../../agenttools/changes/policies/change-policy.js';
import { deferred } from '../../../test/support/deferred.js';
import { type AppError, databaseError } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { PreviewsService } from './previews.service.js';

const opened = useChanges();
const lead = { userId: 'lena', roles: ['lead'] };
const project: [string, JsonObject] = ['createProject', { body: { name: 'Shop' } }];
const fails = (it: Promise<unknown>, code: string) => expect(it).rejects.toMatchObject({ code });
const rule = (decision: PolicyDecision, parts: Partial<PolicyRule> = {}): PolicyRule => {
  return { when: {}, decision, ...parts };
};
const approver = rule({ policy: 'approver', role: 'lead' });
const renamed = async (id: string, name: string): Promise<JsonObject> => {
  const { shown } = await opened.harness.service.find(OWNER, id);
  return { ...(JSON.parse(shown.text) as JsonObject), body: { name } };
};
const under = (rules: PolicyRule[], limits: ChangePolicies['limits'] = {}) =>
  opened.harness.use({ policies: { rules, limits } });
const propose = (call = project, runId = newId(), caller = OWNER) =>
  opened.harness.propose(runId, call[0], call[1], caller);
const accept = (id: string, edit?: JsonObject) => opened.harness.service.accept(OWNER, id, edit);
const stateOf = async (id: string) => (await opened.harness.service.find(OWNER, id)).state;

beforeEach(() => {
  opened.backend.stored.get('projects')?.set('7', { id: 7, name: 'Old' });
});

const refuse = rule({ policy: 'refuse', reason: 'Ask the desk.' });

test('refuse: nothing is proposed, and the model is told the reason', async () => {
  under([refuse]);
  await refused(propose(), 'change_refused', /not allow this change: Ask the desk\. Nothing/);
});

test('refuse: it looks at who asks and at what is asked', async () => {
  under([rule({ policy: 'refuse' }, { roles: ['intern'], when: { 'body.name': ['Prod*'] } })]);
  const intern = { ...OWNER, roles: ['intern'] };
  const prod: [string, JsonObject] = ['createProject', { body: { name: 'Production' } }];
  await fails(propose(prod, newId(), intern), 'change_refused');
  await propose(project, newId(), intern);
  await propose(prod);
});

test('refuse: a policy that came after the proposal, or that an edit or a reference runs into, holds', async () => {
  under([]);
  const { id } = await propose();
  under([refuse]);
  await expect(accept(id)).rejects.toMatchObject({ code: 'change_refused' });
  under([rule({ policy: 'refuse' }, { when: { 'body.name': ['Prod*'] } })]);
  await fails(accept(id, await renamed(id, 'Production')), 'change_refused');
  const runId = newId();
  under([rule({ policy: 'refuse' }, { when: { 'body.description': ['Prod*'] } })]);
  const first = await propose(['createProject', { body: { name: 'Prod' } }], runId);
  const named = { body: { name: 'Other', description: '{{change_1.name}}' } };
  const second = await propose(['createProject', named], runId);
  await accept(first.id);
  await fails(accept(second.id), 'change_refused');
  expect(opened.backend.writes).toHaveLength(1);
});

test('refuse: undo leaves out what it refuses', async () => {
  under([]);
  const { id, changeSetId } = await propose();
  await accept(id);
  under([rule({ policy: 'refuse', reason: 'never' }, { patterns: ['DELETE **'] })]);
  await refused(opened.harness.changeSets.undo(OWNER, changeSetId), 'conflict', /never/);
});

test.each([
  ['read', 'lead'],
  ['user', undefined],
] as const)('approver: of what comes from: %s', async (origin, role) => {
  under([rule({ policy: 'approver', role: 'lead' }, { when: { origin: ['read'] } })]);
  const origins = [{ path: '/body/name', origin, found: [{ origin }] }];
  const runId = newId();
  const more = { conversationId: runId, trace: () => origins };
  const saved = await opened.harness.propose(runId, project[0], project[1], OWNER, more);
  expect(saved).toMatchObject({ origins });
  expect(saved.approverRole).toBe(role);
  expect((await opened.harness.service.find(OWNER, saved.id)).details).toMatchObject({ origins });
  const [logged] = await opened.db.query<{ entry: string }>(
    'select entry from sextant.audit_log where entry like $1 order by seq limit 1',
    [`%${saved.id}%`],
  );
  expect(JSON.parse(logged?.entry ?? '{}')).toMatchObject({ action: 'proposed', origins });
  const accepted = accept(saved.id);
  if (role === undefined) await accepted;
  else await fails(accepted, 'approval_needed');
});

test('approver: another user with the role approves, then its owner can accept', async () => {
  under([approver]);
  const { id, changeSetId, approverRole } = await propose();
  expect(approverRole).toBe('lead');
  await refused(accept(id), 'approval_needed', /"lead".*GET \/v1\/agent\/approvals/);
  await fails(opened.harness.changeSets.accept(OWNER, changeSetId), 'approval_needed');
  const { items, total } = await opened.harness.approvals.list(lead, new PageQuery());
  expect(total).toBe(items.length);
  expect(items).toContainEqual(expect.objectContaining({ id, requested_by: OWNER.userId }));
  expect(await opened.harness.approvals.find(lead, id)).toMatchObject({
    payload: { method: 'POST', body: { name: 'Shop' } },
    approval: { role: 'lead', state: 'needed' },
  });
  const given = { approval: { state: 'given', by: 'lena' } };
  expect(await opened.harness.approvals.approve(lead, id)).toMatchObject(given);
  expect(opened.backend.writes).toEqual([]);
  const { set } = await opened.harness.changeSets.accept(OWNER, changeSetId);
  expect(set.steps).toMatchObject([{ state: 'accepted' }]);
  expect(opened.backend.writes).toHaveLength(1);
});

test('approver: who approves sees the set: all that is to be done, and the payloads of what is referred to', async () => {
  under([rule({ policy: 'approver', role: 'lead' }, { patterns: ['createFlag'] })]);
  const runId = newId();
  const { harness } = opened;
  const shop = { body: { name: 'Shop', webhook_token: 'TOKEN-1' } };
  const other = await harness.propose(runId, 'createProject', { body: { name: 'Other' } });
  await harness.propose(runId, 'createProject', shop);
  const flag = { body: { name: 'one', project_id: '{{change_2.id}}' } };
  const { id, changeSetId } = await harness.propose(runId, 'createFlag', flag);
  await accept(other.id);
  const { change_set: set } = await harness.approvals.find(lead, id);
  expect(set).toMatchObject({
    id: changeSetId,
    steps: [
      { position: 1, state: 'accepted', title: 'Create a project' },
      { position: 2, payload: { method: 'POST', body: { name: 'Shop' } } },
      { position: 3, needs: ['change_2'], approval: { role: 'lead', state: 'needed' } },
    ],
  });
  const { steps } = set as { steps: JsonObject[] };
  expect(steps.map(({ payload }) => payload === undefined)).toEqual([true, false, true]);
  expect(steps.map(({ result }) => result)).toEqual([undefined, undefined, undefined]);
  expect(JSON.stringify(set)).not.toContain('TOKEN-1');
  // The set itself stays its owner's.
  await fails(harness.changeSets.find(lead, changeSetId), 'not_found');
  await fails(harness.approvals.find(lead, other.id), 'not_found');
});

test.each<[string, { userId: string; roles?: string[] }, string]>([
  ['who asked, with the role', { ...OWNER, roles: ['lead'] }, 'approval_needed'],
  ['another role', { userId: 'lena', roles: ['Lead', 'admin'] }, 'not_found'],
  ['no role', { userId: 'lena' }, 'not_found'],
])('approver: %s cannot approve', async (_name, who, code) => {
  under([approver]);
  const { id } = await propose();
  await expect(opened.harness.approvals.approve(who, id)).rejects.toMatchObject({ code });
  await expect(opened.harness.approvals.reject(who, id, {})).rejects.toMatchObject({ code });
  const { items } = await opened.harness.approvals.list(who, new PageQuery());
  expect(items.map((item) => item['id'])).not.toContain(id);
  await expect(accept(id)).rejects.toMatchObject({ code: 'approval_needed' });
  expect(opened.backend.writes).toEqual([]);
});

test.each(['nonsense', '', "' or true --", '\0'])('approver: there is no change %j', async (id) => {
  for (const call of ['find', 'approve', 'reject'] as const)
    await fails(opened.harness.approvals[call](lead, id, {}), 'not_found');
});

test('approver: what an approver rejects is over, with who and why', async () => {
  under([approver]);
  const { id } = await propose();
  await opened.harness.approvals.reject(lead, id, { reason: 'too risky' });
  const outcome = { rejected_by: 'lena', reason: 'too risky' };
  const found = await opened.harness.service.find(OWNER, id);
  expect(found).toMatchObject({ state: 'rejected', outcome });
  await expect(accept(id)).rejects.toMatchObject({ code: 'preview_decided' });
  await fails(opened.harness.approvals.approve(lead, id), 'preview_decided');
});

test('approver: what is approved is the shown text: it cannot be edited', async () => {
  under([approver]);
  const { id } = await propose();
  await opened.harness.approvals.approve(lead, id);
  await fails(accept(id, await renamed(id, 'Else')), 'approval_needed');
  expect(await stateOf(id)).toBe('waiting');
  expect((await accept(id)).state).toBe('accepted');
});

test('approver: a policy that came after the proposal, or asks for another role, counts', async () => {
  under([]);
  const { id } = await propose();
  under([approver]);
  await expect(accept(id)).rejects.toMatchObject({ code: 'approval_needed' });
  await opened.harness.approvals.approve(lead, id);
  under([rule({ policy: 'approver', role: 'board' })]);
  await expect(accept(id)).rejects.toMatchObject({ message: expect.stringMatching(/"board"/) });
  await fails(opened.harness.approvals.approve(lead, id), 'not_found');
  await opened.harness.approvals.approve({ userId: 'bo', roles: ['board'] }, id);
  expect((await accept(id)).state).toBe('accepted');
});

test('approver: undo of a change needs the approval that its own request needs', async () => {
  under([rule({ policy: 'approver', role: 'lead' }, { patterns: ['DELETE **'] })]);
  const { id, changeSetId } = await propose();
  await accept(id);
  const undo = await opened.harness.changeSets.undo(OWNER, changeSetId);
  expect(undo.steps).toMatchObject([{ approval: { role: 'lead' } }]);
  await fails(opened.harness.changeSets.accept(OWNER, undo.id), 'approval_needed');
});

const direct = rule({ policy: 'direct' }, { patterns: ['createProject'] });

test('direct: it is applied at once, and once', async () => {
  under([direct]);
  const { id, decided } = await propose();
  expect(decided).toMatchObject({ state: 'accepted', result: { name: 'Shop' } });
  const { service } = opened.harness;
  const view = service.view(await service.find(OWNER, id));
  expect(view).toMatchObject({ state: 'accepted', by_policy: true });
  await accept(id);
  expect(opened.backend.writes).toHaveLength(1);
});

test('direct: a refusal of the backend is told', async () => {
  under([direct]);
  opened.backend.fault = () => ({ kind: 'status', status: 422, body: { message: 'taken' } });
  const { decided } = await propose();
  expect(decided).toMatchObject({ state: 'failed', error: { code: 'platform_error' } });
});

test('direct: what was sent and could not be stored is not told as waiting', async () => {
  under([direct]);
  const settle = jest.spyOn(opened.harness.store, 'settle');
  settle.mockRejectedValueOnce(databaseError('The database does not answer.'));
  const { decided } = await propose();
  const error = { message: expect.stringMatching(/was sent.*could not be stored/) };
  expect(decided).toMatchObject({ state: 'unknown', error });
  expect(opened.backend.writes).toHaveLength(1);
});

test('direct: everything else waits, also what needs one that waits', async () => {
  under([direct]);
  const runId = newId();
  const replaced = await propose(['replaceProject', { id: '7', body: { name: 'New' } }], runId);
  expect(replaced.decided).toBeUndefined();
  const named = { body: { name: '{{change_1.name}}' } };
  const { id, decided } = await propose(['createProject', named], runId);
  expect(decided).toBeUndefined();
  expect(await stateOf(id)).toBe('waiting');
  expect(opened.backend.writes).toEqual([]);
});

test('limits: at most so many changes and deletions in one set', async () => {
  under([], { changes: 3, deletes: 1 });
  const runId = newId();
  await propose(['deleteProject', { id: '7' }], runId);
  const second = propose(['deleteProject', { id: '7' }], runId);
  await refused(second, 'call_limit', /at most 1 deletions/);
  await propose(project, runId);
  await propose(project, runId);
  await fails(propose(project, runId), 'call_limit');
  await propose(project, newId());
});

test('limits: a limit that was set later stops the set, and undoing is not counted', async () => {
  under([]);
  const runId = newId();
  const { changeSetId } = await propose(project, runId);
  await propose(project, runId);
  await propose(project, runId);
  under([], { changes: 2 });
  const { set, stopped } = await opened.harness.changeSets.accept(OWNER, changeSetId);
  expect(set.steps.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'waiting']);
  expect(stopped).toMatchObject({ position: 3, error: { code: 'change_refused' } });
  under([], { changes: 2, deletes: 1 });
  const undo = await opened.harness.changeSets.undo(OWNER, changeSetId);
  const { set: undone } = await opened.harness.changeSets.accept(OWNER, undo.id);
  expect(undone.steps.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
});

test('limits: accepted at once, also on two servers, no more are sent than one set may have', async () => {
  under([]);
  const runId = newId();
  const ids: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) ids.push((await propose(project, runId)).id);
  under([], { changes: 2 });
  const { deps, store } = opened.harness;
  const all = deferred();
  let asked = 0;
  const begin: typeof store.begin = async (...given) => {
    if ((asked += 1) === ids.length) all.resolve();
    await all.promise;
    return store.begin(...given);
  };
  const together = {
    ...deps,
    store: Object.assign(Object.create(store) as typeof store, { begin }),
  };
  const [one, other] = [new PreviewsService(together), new PreviewsService(together)];
  const ends = await Promise.allSettled(
    ids.map((id, nth) => (nth % 2 ? one : other).accept(OWNER, id)),
  );
  const codes = ends.map((end) => end.status === 'rejected' && (end.reason as AppError).code);
  expect(codes.sort()).toEqual([...Array<string>(4).fill('change_refused'), false, false]);
  expect(opened.backend.writes).toHaveLength(2);
});

test('limits: a change is not beyond one by itself: asked for twice it is sent once', async () => {
  under([], { changes: 1 });
  const { id } = await propose();
  const other = new PreviewsService(opened.harness.deps);
  const ends = await Promise.allSettled([accept(id), other.accept(OWNER, id)]);
  const codes = ends.map((end) =>
    end.status === 'rejected' ? (end.reason as AppError).code : end.value.state,
  );
  expect(['accepted', 'preview_decided']).toEqual(expect.arrayContaining(codes));
  expect(opened.backend.writes).toHaveLength(1);
});
