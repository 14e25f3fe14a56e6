import { useChanges, OWNER } from '../../../test/support/changes.js';
import { defined } from '../../foundation/defined.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';

const opened = useChanges();
type Call = [tool: string, input: JsonObject];
const propose = ([tool, input]: Call, runId: string, conversationId: string, replaces?: string) =>
  opened.harness.propose(runId, tool, input, OWNER, { conversationId, ...defined({ replaces }) });
const stateOf = async (id: string) => (await opened.harness.service.find(OWNER, id)).state;
const patch = (id: number, body: JsonObject): Call => ['updateProject', { id, body }];
const rule = (name: string, on: number[]): Call => ['createRule', { body: { name, flag_ids: on } }];
const [about8000, about7500] = [{ description: '8000' }, { description: '7500' }];
test.each<[string, Call, Call, 'ended' | 'marked' | 'apart']>([
  ['a field set again', patch(1, about8000), patch(1, about7500), 'ended'],
  ['one inside', patch(1, { limits: { flags: 8 } }), patch(1, { limits: { flags: 7 } }), 'ended'],
  ['deleted again', ['deleteProject', { id: 1 }], ['deleteProject', { id: 1 }], 'ended'],
  ['starred again', ['starProject', { id: 1 }], ['starProject', { id: 1 }], 'ended'],
  ['one field more', patch(1, about8000), patch(1, { ...about7500, name: 'Shop' }), 'marked'],
  ['done again', ['archiveProject', { id: 1 }], ['archiveProject', { id: 1 }], 'marked'],
  ['a second create', rule('Over 8000 euro', [1, 2]), rule('Over 7500 euro', [1, 2]), 'marked'],
  ['another field', patch(1, { description: 'x' }), patch(1, { name: 'Shop' }), 'apart'],
  ['another target', patch(1, { description: 'x' }), patch(2, { description: 'x' }), 'apart'],
  ['another operation', patch(1, { description: 'x' }), ['deleteProject', { id: 1 }], 'apart'],
  ['another create', rule('Over 8000 euro', [1, 2]), rule('Night shift', [7, 8, 9]), 'apart'],
  ['an action', ['archiveProject', { id: 1 }], ['archiveProject', { id: 2 }], 'apart'],
])('%s of a later message', async (_name, first, second, expected) => {
  const conversation = newId();
  const older = await propose(first, newId(), conversation);
  const newer = await propose(second, newId(), conversation);
  expect(await stateOf(older.id)).toBe(expected === 'ended' ? 'superseded' : 'waiting');
  expect(newer.replaced).toEqual(expected === 'ended' ? [older.id] : undefined);
  expect(newer.resembles?.preview_id).toBe(expected === 'marked' ? older.id : undefined);
  expect(
    opened.harness.service.view(await opened.harness.service.find(OWNER, newer.id))['resembles'],
  ).toEqual(newer.resembles);
});

test('within one message, or in another conversation, both wait and none is marked', async () => {
  const [run, conversation] = [newId(), newId()];
  const call = patch(1, { description: 'x' });
  const all = [
    await propose(call, run, conversation),
    await propose(call, run, conversation),
    await propose(call, newId(), newId()),
  ];
  expect(await Promise.all(all.map(({ id }) => stateOf(id)))).toEqual(Array(3).fill('waiting'));
  expect(all.some(({ replaced, resembles }) => replaced ?? resembles)).toBe(false);
});

test('what the model says it replaces has ended, and accepting it names the newer one', async () => {
  const older = await propose(rule('Over 8000', [1]), newId(), newId());
  const call = rule('Anything else', [2]);
  const newer = await propose(call, newId(), newId(), older.id.slice(0, 8));
  expect(newer.replaced).toEqual([older.id]);
  expect(await opened.harness.service.accept(OWNER, older.id)).toMatchObject({
    state: 'superseded',
    outcome: { error: { code: 'preview_superseded', superseded_by: newer.id } },
  });
  // It waits no more, and nothing is proposed in its name.
  for (const id of [older.id, newer.id.slice(0, 7)]) {
    const again = propose(call, newId(), newId(), id);
    await expect(again).rejects.toMatchObject({ code: 'invalid_arguments' });
  }
});

test('a payload longer than what is read again is not marked', async () => {
  const conversation = newId();
  const long = rule('x'.repeat(70_000), [1]);
  await propose(long, newId(), conversation);
  expect((await propose(long, newId(), conversation)).resembles).toBeUndefined();
});
