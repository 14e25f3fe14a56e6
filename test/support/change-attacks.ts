import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { JsonObject } from '../../src/foundation/json.js';
import { newId } from '../../src/foundation/ids.js';
import { OWNER, type TestChanges } from './changes.js';

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
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '/projects/8',
    '/projects/7/../8',
    '//evil.example/',
    'https://evil.example/',
  ),
  fc.constantFrom<unknown>('DELETE', 'POST', 'GET', null, 7, [], {}, { 'x-role': 'admin' }),
  fc.string({ maxLength: 20 }),
);
const placed = fc.constantFrom(
  'path',
  'method',
  'path_template',
  'headers',
  'content_type',
  'files',
  'host',
  'url',
);

type Attack = (
  opened: TestChanges,
  attempt: {
    who: { userId: string };
    at: number;
    field: string;
    value: unknown;
  },
) => Promise<unknown>;

const thing = (at: number) => ids[at] as (typeof ids)[number];
const attacks: Record<string, Attack> = {
  'accepts what is not its own': (opened, { who, at }) =>
    opened.harness.service.accept(who, thing(at).preview),
  'accepts a set that is not its own': (opened, { who, at }) =>
    opened.harness.changeSets.accept(who, thing(at).set),
  'undoes a set that is not its own': (opened, { who, at }) =>
    opened.harness.changeSets.undo(who, thing(at).set),
  'accepts an id that it made up': (opened, { value }) =>
    opened.harness.service.accept(OWNER, String(value)),
  'sends something else than was shown': (opened, { at, field, value }) => {
    const { payload, preview } = thing(at);
    // What stays as it was shown would be an accept like any other.
    const other = JSON.stringify(payload[field]) === JSON.stringify(value) ? 'else' : value;
    return opened.harness.service.accept(OWNER, preview, { ...payload, [field]: other });
  },
  'sends it as an edit of a set': (opened, { at, field, value }) => {
    const { payload, preview, set } = thing(at);
    const other = JSON.stringify(payload[field]) === JSON.stringify(value) ? 'else' : value;
    return opened.harness.changeSets.accept(OWNER, set, {
      edits: { [preview]: { ...payload, [field]: other } },
    });
  },
  'names a preview of another set': (opened, { at }) =>
    opened.harness.changeSets.accept(OWNER, thing(at).set, { only: [thing(1 - at).preview] }),
  'calls a tool that is not there': (opened, { value }) => opened.harness.call(String(value), {}),
  'writes through the client of a tool': (opened, { value, field }) =>
    opened.harness.catalog
      .backendOf('shop')
      .readFor(OWNER)
      .exchange({
        method: field === 'method' ? 'PUT' : 'DELETE',
        path: `/projects/${String(value)}`,
      }),
  'approves what it asked for itself': (opened, { at }) =>
    opened.harness.approvals.approve({ ...OWNER, roles: ['lead'] }, thing(at).preview),
  'approves without the role': (opened, { who, at }) =>
    opened.harness.approvals.approve({ ...who, roles: ['Lead', '', '*'] }, thing(at).preview),
  'sends without a person': (opened, { at }) =>
    opened.harness.service.applyDirectly(OWNER, thing(at).preview),
  'calls its accepting a dry run': (opened, { at, field }) =>
    opened.harness.catalog
      .backendOf('shop')
      .readFor(OWNER)
      .exchange({ method: 'POST', path: '/projects', query: `dryRun=All&${field}=${at}` }),
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
      await (attacks[name] as Attack)(opened, attempt).catch(() => undefined);
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
    '8',
    '..',
    '.',
    '',
    '8/../9',
    '../rules',
    '8?x=1',
    '8#x',
    '8%2f9',
    '%2e%2e',
    '//evil.example',
    'a\r\nx: y',
    '{{change_1.name}}',
    '{{change_9.id}}',
    null,
    7,
    true,
    {},
    ['8'],
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
      const runId = newId();
      const { changeSetId } = await harness.propose(runId, 'createProject', {
        body: { name: 'Shop' },
      });
      await harness.propose(runId, 'replaceProject', {
        id: '{{change_1.id}}',
        body: { name: 'x{{change_1.name}}' },
      });
      backend.writes.length = 0;
      backend.fault = ({ method }) =>
        method === 'POST' ? { kind: 'status', status: 201, body: answer } : undefined;
      await harness.changeSets.accept(OWNER, changeSetId);
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
