import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useChanges, OWNER } from '../../../test/support/changes.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';

const opened = useChanges();
let ids: { preview: string; set: string; payload: JsonObject }[];
beforeAll(async () => {
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
});

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

type Attack = (attempt: {
  who: { userId: string };
  at: number;
  field: string;
  value: unknown;
}) => Promise<unknown>;

const thing = (at: number) => ids[at] as (typeof ids)[number];
const attacks: Record<string, Attack> = {
  'accepts what is not its own': ({ who, at }) =>
    opened.harness.service.accept(who, thing(at).preview),
  'accepts a set that is not its own': ({ who, at }) =>
    opened.harness.changeSets.accept(who, thing(at).set),
  'undoes a set that is not its own': ({ who, at }) =>
    opened.harness.changeSets.undo(who, thing(at).set),
  'accepts an id that it made up': ({ value }) =>
    opened.harness.service.accept(OWNER, String(value)),
  'sends something else than was shown': ({ at, field, value }) => {
    const { payload, preview } = thing(at);
    // What stays as it was shown would be an accept like any other.
    const other = JSON.stringify(payload[field]) === JSON.stringify(value) ? 'else' : value;
    return opened.harness.service.accept(OWNER, preview, { ...payload, [field]: other });
  },
  'sends it as an edit of a set': ({ at, field, value }) => {
    const { payload, preview, set } = thing(at);
    const other = JSON.stringify(payload[field]) === JSON.stringify(value) ? 'else' : value;
    return opened.harness.changeSets.accept(OWNER, set, {
      edits: { [preview]: { ...payload, [field]: other } },
    });
  },
  'names a preview of another set': ({ at }) =>
    opened.harness.changeSets.accept(OWNER, thing(at).set, { only: [thing(1 - at).preview] }),
  'calls a tool that is not there': ({ value }) => opened.harness.call(String(value), {}),
  'writes through the client of a tool': ({ value, field }) =>
    opened.harness.catalog
      .backendOf('shop')
      .readFor(OWNER)
      .exchange({
        method: field === 'method' ? 'PUT' : 'DELETE',
        path: `/projects/${String(value)}`,
      }),
};

test('no forged accept, edited address, foreign set or unoffered tool reaches the backend', async () => {
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
      await (attacks[name] as Attack)(attempt).catch(() => undefined);
      expect(opened.backend.writes).toEqual([]);
    }),
    { numRuns: Number(process.env['ATTACKS'] ?? 400), seed: 20_261 },
  );
  expect(tried).toBeGreaterThanOrEqual(400);
  // They still wait, as they were: the attempts did not even decide on them.
  for (const { preview } of ids)
    expect((await opened.harness.service.find(OWNER, preview)).state).toBe('waiting');
}, 600_000);
