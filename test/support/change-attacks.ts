import fc from 'fast-check';
import type { JsonObject } from '../../src/foundation/json.js';
import { newId } from '../../src/foundation/ids.js';
import { type ChangesHarness, OWNER, type TestChanges } from './changes.js';

let ids: { preview: string; set: string; payload: JsonObject }[];
async function proposeTargets(opened: TestChanges): Promise<void> {
  opened.backend.stored.get('projects')?.set('7', { id: 7, name: 'Shop' });
  ids = [];
  for (const [tool, input] of [
    ['replaceProject', { id: '7', body: { name: 'Mine', webhook_token: 'TOKEN-1' } }],
    ['createFlag', { body: { name: 'one', project_id: 7 } }],
  ] as const) {
    const saved = await opened.harness.propose(newId(), tool, input);
    const { shown } = await opened.harness.service.find(OWNER, saved.id);
    const payload = JSON.parse(shown.text) as JsonObject;
    ids.push({ preview: saved.id, set: saved.changeSetId, payload });
  }
}

const strangers = fc.record({ userId: fc.constantFrom('mallory', '', 'LOCAL', 'local ', '*') });
const target = fc.nat(1);
const PATHS = ['/projects/8', '/projects/7/../8', '//evil.example/', 'https://evil.example/'];
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...PATHS),
  fc.constantFrom<unknown>('DELETE', 'POST', 'GET', null, 7, [], {}, { 'x-role': 'admin' }),
  fc.string({ maxLength: 20 }),
);
const FIELDS = 'path method path_template headers content_type files host url';
const placed = fc.constantFrom(...FIELDS.split(' '));

type Attempt = { who: { userId: string }; at: number; field: string; value: unknown };
type Attack = (harness: ChangesHarness, attempt: Attempt) => Promise<unknown>;

const reader = ({ catalog }: ChangesHarness) => catalog.backendOf('shop').readFor(OWNER);
const thing = (at: number) => ids[at] as (typeof ids)[number];
function edited({ at, field, value }: Attempt): JsonObject {
  const { payload } = thing(at);
  // What stays as it was shown would be an accept like any other.
  const same = JSON.stringify(payload[field]) === JSON.stringify(value);
  return { ...payload, [field]: same ? 'else' : value };
}

const attacks: Record<string, Attack> = {
  'accepts what is not its own': (harness, { who, at }) =>
    harness.service.accept(who, thing(at).preview),
  'accepts a set that is not its own': (harness, { who, at }) =>
    harness.changeSets.accept(who, thing(at).set),
  'undoes a set that is not its own': (harness, { who, at }) =>
    harness.changeSets.undo(who, thing(at).set),
  'accepts an id that it made up': (harness, { value }) =>
    harness.service.accept(OWNER, String(value)),
  'sends something else than was shown': (harness, attempt) =>
    harness.service.accept(OWNER, thing(attempt.at).preview, edited(attempt)),
  'sends it as an edit of a set': (harness, attempt) => {
    const { preview, set } = thing(attempt.at);
    return harness.changeSets.accept(OWNER, set, { edits: { [preview]: edited(attempt) } });
  },
  'names a preview of another set': (harness, { at }) =>
    harness.changeSets.accept(OWNER, thing(at).set, { only: [thing(1 - at).preview] }),
  'calls a tool that is not there': (harness, { value }) => harness.call(String(value), {}),
  'writes through the client of a tool': (harness, { value, field }) =>
    reader(harness).exchange({
      method: field === 'method' ? 'PUT' : 'DELETE',
      path: `/projects/${String(value)}`,
    }),
  'approves what it asked for itself': (harness, { at }) =>
    harness.approvals.approve({ ...OWNER, roles: ['lead'] }, thing(at).preview),
  'approves without the role': (harness, { who, at }) =>
    harness.approvals.approve({ ...who, roles: ['Lead', '', '*'] }, thing(at).preview),
  'sends without a person': (harness, { at }) =>
    harness.service.applyDirectly(OWNER, thing(at).preview),
  'calls its accepting a dry run': (harness, { at, field }) =>
    reader(harness).exchange({
      method: 'POST',
      path: '/projects',
      query: `dryRun=All&${field}=${at}`,
    }),
};

/** Tries so many ways around a decision; each must leave the backend without a write, and what waits waiting. */
export async function tryAttacks(opened: TestChanges, numRuns: number): Promise<number> {
  opened.backend.writes.length = 0;
  await proposeTargets(opened);
  const attempts = fc.record({
    name: fc.constantFrom(...Object.keys(attacks)),
    who: strangers,
    at: target,
    field: placed,
    value: hostile,
  });
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(attempts, async ({ name, ...attempt }) => {
      tried += 1;
      await (attacks[name] as Attack)(opened.harness, attempt).catch(() => undefined);
      expect(opened.backend.writes).toEqual([]);
    }),
    { numRuns, seed: 20_261 },
  );
  // They still wait, as they were: the attempts did not even decide on them.
  for (const { preview } of ids)
    expect((await opened.harness.service.find(OWNER, preview)).state).toBe('waiting');
  return tried;
}

const hostileId = fc.oneof(
  fc.constantFrom<unknown>(
    ...['8', '..', '.', '', '8/../9', '../rules', '8?x=1', '8#x', '8%2f9', '%2e%2e'],
    ...['//evil.example', 'a\r\nx: y', '{{change_1.name}}', '{{change_9.id}}'],
    ...[null, 7, true, {}, ['8']],
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
);

/** A value as an answer's is kept: the database holds no zero character. */
function kept(value: unknown): string {
  return String(value).replaceAll('\0', '\ufffd');
}

/**
 * Lets a backend answer an accepted change with values that would lead elsewhere, while the next one refers to
 * them: what is sent then goes to the place that was shown, with the value as one part of it.
 */
export async function tryHostileAnswers(opened: TestChanges, numRuns: number): Promise<number> {
  let tried = 0;
  const answers = fc.record({ id: hostileId, name: hostileId });
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      tried += 1;
      const { harness, backend } = opened;
      const { setId } = await harness.proposeAll(
        ['createProject', { body: { name: 'Shop' } }],
        ['replaceProject', { id: '{{change_1.id}}', body: { name: 'x{{change_1.name}}' } }],
      );
      backend.writes.length = 0;
      backend.fault = ({ method }) =>
        method === 'POST' ? { kind: 'status', status: 201, body: answer } : undefined;
      await harness.changeSets.accept(OWNER, setId);
      const [first, second, ...others] = backend.writes;
      expect([first?.path, first?.body, others]).toEqual(['/projects', { name: 'Shop' }, []]);
      if (second === undefined) return;
      const place = `/projects/${encodeURIComponent(kept(answer.id))}`;
      expect([second.method, second.path, second.query]).toEqual(['PUT', place, '']);
      expect(second.body).toEqual({ name: `x${kept(answer.name)}` });
    }),
    { numRuns, seed: 20_262 },
  );
  opened.backend.fault = () => undefined;
  return tried;
}
