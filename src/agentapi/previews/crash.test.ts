import { deferred } from '../../../test/support/deferred.js';
import { refused } from '../../../test/support/refused.js';
import { createChangeKinds } from '../../agenttools/changes/change-kind.js';
import { databaseError } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { readData } from '../../../samples/erp/shared/seeder.js';
import type { StoredConfig } from '../../platform/types.js';
import { newRule, usePreviewHarness } from '../../../test/support/previews.js';
import { ATTEMPT_MS, PreviewsService, type PreviewsDeps } from './previews.service.js';

const harness = usePreviewHarness();
const caller = { userId: 'local' };

/** A server whose database is gone at the moment when the platform has answered. */
function dying(): PreviewsService {
  const store = Object.create(harness.store, {
    settle: { value: () => Promise.reject(databaseError('the connection was lost')) },
  }) as PreviewsDeps['store'];
  return new PreviewsService({ ...harness.deps, store });
}

/** A server that took the preview and died before it sent anything. */
async function takenByTheDead(id: string): Promise<void> {
  await harness.store.begin('local', id, `dead/${newId()}`);
}

const [any] = newRule('any')['actions'] as JsonObject[];
const action = (name: string) => ({ ...any, name });
const later = () => (harness.now = new Date(harness.now.getTime() + ATTEMPT_MS + 1));
/** Accepts on a server that dies, and again on another after it counts as dead. */
async function acceptedAfterDeath(id: string) {
  await refused(dying().accept(caller, id), 'database_error', /was sent.*never applied twice/);
  later();
  return new PreviewsService(harness.deps).accept(caller, id);
}

const KINDS = ['workflow_preview', 'table_config_preview'] as const;
test.each(KINDS)('a server that dies when it has sent a new %s: it is found', async (kind) => {
  const name = `New ${newId()}`;
  const shown = { ...newRule(` ${name}\t`), actions: [action(' Tell finance ')] };
  const table = {
    name: ` ${name}\t`,
    config: readData<readonly StoredConfig[]>('platform/table_configs')[0]?.config,
  };
  const id = await harness.save({ kind, payload: kind === 'workflow_preview' ? shown : table });
  const preview = await acceptedAfterDeath(id);
  const outcome = { recovered: true, result: { name } };
  expect(preview).toMatchObject({ state: 'accepted', outcome });
  expect(harness.writes()).toHaveLength(1);
});

test('a server that dies when it has sent, on a change: likewise, and the rule has one new version', async () => {
  const { id, targetId, baseVersion } = await harness.changed();
  const preview = await acceptedAfterDeath(id);
  const result = { id: targetId, version: baseVersion + 1 };
  expect(preview.outcome).toMatchObject({ recovered: true, result });
  expect(harness.writes()).toHaveLength(1);
});

test('a server that dies when it has sent, and lives on: it knows that nothing of its own is under way', async () => {
  const service = dying();
  const id = await harness.save({});
  await expect(service.accept(caller, id)).rejects.toMatchObject({ code: 'database_error' });
  await expect(service.accept(caller, id)).rejects.toThrow('the connection was lost');
  expect(harness.writes()).toHaveLength(1);
});

test('a server that dies when it has sent, and somebody changed the rule since: nobody can tell, and nothing is sent', async () => {
  const { id, payload, targetId } = await harness.changed();
  await expect(dying().accept(caller, id)).rejects.toMatchObject({ code: 'database_error' });
  const body = JSON.stringify({ ...payload, if_version: undefined, description: 'Mine' });
  await harness.platform(`/v1/workflow/rules/${targetId}/full`, { method: 'PUT', body });
  later();
  const service = new PreviewsService(harness.deps);
  const message = expect.stringContaining('sent to "workflow"');
  const unknown = { state: 'unknown', outcome: { error: { code: 'preview_unknown', message } } };
  for (let time = 1; time <= 2; time += 1)
    expect(await service.accept(caller, id)).toMatchObject(unknown);
  expect(harness.writes()).toHaveLength(1);
});

test('a server that dies before it sends: a change is applied at the next accept, once: its version proves that it was not', async () => {
  const { id } = await harness.changed();
  await takenByTheDead(id);
  later();
  const services = [new PreviewsService(harness.deps), new PreviewsService(harness.deps)];
  const ends = await Promise.allSettled(services.map((service) => service.accept(caller, id)));
  expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await harness.store.find('local', id)).toMatchObject({ state: 'accepted' });
  expect(harness.writes()).toHaveLength(1);
});

test('a server that dies before it sends: of a new rule nobody can tell', async () => {
  const id = await harness.save({});
  await takenByTheDead(id);
  later();
  const service = new PreviewsService(harness.deps);
  expect(await service.accept(caller, id)).toMatchObject({ state: 'unknown' });
  expect(harness.writes()).toEqual([]);
});

test('a server that dies before it sends: it counts as alive as long as a call to the platform may take', async () => {
  const id = await harness.save({});
  await takenByTheDead(id);
  const service = new PreviewsService(harness.deps);
  const code = 'preview_decided';
  await expect(service.accept(caller, id)).rejects.toMatchObject({ code });
  await expect(service.reject(caller, id)).rejects.toMatchObject({ code });
  expect(harness.seen).toEqual([]);
});

test('an attempt that takes long counts as alive on another server', async () => {
  const [begun, answer] = [deferred(), deferred<undefined>()];
  const apply = () => (begun.resolve(), answer.promise);
  const kinds = createChangeKinds([{ ...harness.deps.kinds.require('workflow_preview'), apply }]);
  let renewed: Promise<void> | undefined;
  const renew = (...of: Parameters<typeof harness.store.renew>) =>
    (renewed = harness.store.renew(...of));
  const store = Object.create(harness.store, { renew: { value: renew } }) as PreviewsDeps['store'];
  const id = await harness.save({});
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const slow = new PreviewsService({ ...harness.deps, store, kinds }).accept(caller, id);
  await begun.promise;
  for (let third = 1; third <= 4; third += 1) {
    harness.now = new Date(harness.now.getTime() + ATTEMPT_MS / 3);
    await jest.advanceTimersByTimeAsync(ATTEMPT_MS / 3);
    await renewed;
  }
  const other = new PreviewsService(harness.deps).accept(caller, id);
  await expect(other).rejects.toMatchObject({ code: 'preview_decided' });
  answer.resolve(undefined);
  expect(await slow).toMatchObject({ state: 'accepted' });
  jest.useRealTimers();
});

test('two servers at once: one write', async () => {
  for (let round = 0; round < 2; round += 1) {
    harness.seen.length = 0;
    const id = await harness.save({});
    const services = [new PreviewsService(harness.deps), new PreviewsService(harness.deps)];
    const calls = [...services, ...services].map((service) => service.accept(caller, id));
    const ends = await Promise.allSettled(calls);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(new Set(refused).size).toBeLessThan(2);
    expect(refused[0] ?? 'preview_decided').toBe('preview_decided');
    expect(harness.writes()).toHaveLength(1);
    expect(await harness.store.find('local', id)).toMatchObject({ state: 'accepted' });
  }
});
