import { OWNER, useChanges } from '../../../test/support/changes.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { AuditLog } from '../../store/audit-log.store.js';

const opened = useChanges();
const told = async (previewId: string) =>
  (await new AuditLog(opened.db).list({ previewId })).map(
    ({ entry }) => JSON.parse(entry) as JsonObject,
  );

test('what was edited, resolved, refused and could not be sent is told as it was', async () => {
  const runId = newId();
  const first = await opened.harness.propose(runId, 'createProject', { body: { name: 'Shop' } });
  const second = await opened.harness.propose(runId, 'createFlag', {
    body: { name: 'one', project_id: '{{change_1.id}}' },
  });
  const { shown } = await opened.harness.service.find(OWNER, first.id);
  const edit = { ...(JSON.parse(shown.text) as JsonObject), body: { name: 'Edited' } };
  await opened.harness.changeSets.accept(OWNER, first.changeSetId, { edits: { [first.id]: edit } });
  expect(await told(first.id)).toMatchObject([
    { payload: { body: { name: 'Shop' } } },
    { action: 'sent', edited: true, sent: { body: { name: 'Edited' } } },
    { action: 'answered' },
  ]);
  const [, sent] = await told(second.id);
  expect(sent).toMatchObject({ sent: { body: { project_id: expect.any(Number) } } });
  expect(sent?.['sent_sha256']).not.toBe(sent?.['payload_sha256']);

  const busy = await opened.harness.propose(newId(), 'createProject', { body: { name: 'Busy' } });
  opened.backend.fault = () => ({ kind: 'status', status: 429, body: { message: 'slow down' } });
  await opened.harness.service.accept(OWNER, busy.id).catch(() => undefined);
  opened.backend.fault = () => ({ kind: 'status', status: 422, body: { message: 'taken' } });
  await opened.harness.service.accept(OWNER, busy.id);
  expect((await told(busy.id)).map(({ action, state }) => [action, state])).toEqual([
    ['proposed', undefined],
    ['sent', undefined],
    ['released', undefined],
    ['sent', undefined],
    ['answered', 'failed'],
  ]);
  expect(await new AuditLog(opened.db).verify()).toMatchObject({ ok: true });
});
