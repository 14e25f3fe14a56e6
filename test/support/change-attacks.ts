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
const PATHS = ['/projects/8', '/projects/7/../8', '//evil.example/', 'https://evil.example/'];
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...PATHS),
  fc.constantFrom<unknown>('DELETE', 'POST', 'GET', null, 7, [], {}, { 'x-role': 'admin' }),
  fc.string({ maxLength: 20 }),
);
const FIELDS = 'path method path_template headers content_type files host url';
const placed = fc.constantFrom(...FIELDS.split(' '));

type Target = (typeof ids)[number];
interface Attempt extends ChangesHarness, Target {
  who: { userId: string };
  /** The other target. */
  other: Target;
  field: string;
  value: unknown;
}

const reader = ({ catalog }: Attempt) => catalog.backendOf('shop').readFor(OWNER);
function edited({ payload, field, value }: Attempt): JsonObject {
  // What stays as it was shown would be an accept like any other.
  const same = JSON.stringify(payload[field]) === JSON.stringify(value);
  return { ...payload, [field]: same ? 'else' : value };
}

const attacks: Record<string, (tried: Attempt) => Promise<unknown>> = {
  'accepts what is not its own': ({ service, who, preview }) => service.accept(who, preview),
  'accepts a set that is not its own': ({ changeSets, who, set }) => changeSets.accept(who, set),
  'undoes a set that is not its own': ({ changeSets, who, set }) => changeSets.undo(who, set),
  'accepts an id that it made up': ({ service, value }) => service.accept(OWNER, String(value)),
  'sends something else than was shown': (tried) =>
    tried.service.accept(OWNER, tried.preview, edited(tried)),
  'sends it as an edit of a set': (tried) =>
    tried.changeSets.accept(OWNER, tried.set, { edits: { [tried.preview]: edited(tried) } }),
  'names a preview of another set': ({ changeSets, set, other }) =>
    changeSets.accept(OWNER, set, { only: [other.preview] }),
  'calls a tool that is not there': ({ call, value }) => call(String(value), {}),
  'writes through the client of a tool': (tried) => {
    const method = tried.field === 'method' ? 'PUT' : 'DELETE';
    return reader(tried).exchange({ method, path: `/projects/${String(tried.value)}` });
  },
  'approves what it asked for itself': ({ approvals, preview }) =>
    approvals.approve({ ...OWNER, roles: ['lead'] }, preview),
  'approves without the role': ({ approvals, who, preview }) =>
    approvals.approve({ ...who, roles: ['Lead', '', '*'] }, preview),
  'sends without a person': ({ service, preview }) => service.applyDirectly(OWNER, preview),
  'calls its accepting a dry run': (tried) => {
    const query = `dryRun=All&${tried.field}=1`;
    return reader(tried).exchange({ method: 'POST', path: '/projects', query });
  },
};

/** Tries so many ways around a decision; each must leave the backend without a write, and what waits waiting. */
export async function tryAttacks(opened: TestChanges, numRuns: number): Promise<number> {
  opened.backend.writes.length = 0;
  await proposeTargets(opened);
  const attempts = fc.record({
    name: fc.constantFrom(...Object.keys(attacks)),
    who: strangers,
    at: fc.nat(1),
    field: placed,
    value: hostile,
  });
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(attempts, async ({ name, at, ...attempt }) => {
      tried += 1;
      const [target, other] = [ids[at], ids[1 - at]] as [Target, Target];
      await attacks[name]?.({ ...opened.harness, ...target, other, ...attempt }).catch(() => {});
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

/** Answers a change with values that would lead the next elsewhere: it goes where it was shown. */
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
