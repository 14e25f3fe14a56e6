import { executeCall } from '../../src/agenttools/executor.js';
import { lawTools, type LawServices } from '../../src/plugins/law/tools/law-tools.js';
import { systemClock } from '../../src/foundation/clock.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { openKnowledge } from '../../src/knowledge/knowledge.js';
import { PgCaseStore } from '../../src/plugins/law/store/cases.store.js';
import { addDocument, refusal, useServer } from '../support/server.js';
import { bare, offering, toolCall } from '../support/loop.js';
import { useOpened } from '../support/use-opened.js';

const ADA = 'token-of-ada-0123456789';
const BOB = 'token-of-bob-0123456789';

const NEW = {
  number: 'K-17',
  title: 'Lotsen GmbH v. Harbor Office',
  court: 'Town Court',
  opened_on: '2026-01-15',
  summary: 'Pilotage fee.',
};
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const server = useServer(() => {
  return { env: { AUTH: 'static', AUTH_TOKENS: `ada:${ADA},bob:${BOB}` } };
});
const knowledge = useOpened(() =>
  openKnowledge({ db: server.db, embedder: undefined, logger: silentLogger }),
);
const offered = offering(bare(lawTools));

async function result(name: string, input: JsonObject = {}, token = ADA): Promise<JsonObject> {
  const cases = new PgCaseStore(server.db, systemClock);
  const caller = { userId: token === ADA ? 'static:ada' : 'static:bob' };
  const context = toolCall<LawServices>({ caller, cases, knowledge });
  const called = { id: 'c', name, arguments: input };
  const answer = await executeCall(called, offered, () => context, silentLogger);
  expect([name, answer.isError, answer.content]).toEqual([name, false, answer.content]);
  return answer.result as JsonObject;
}

const ownOf = async (token: string): Promise<JsonObject[]> => {
  const { body } = await server.call('GET /v1/cases', undefined, token);
  expect(body.total).toBe(body.items.length);
  return body.items.filter(({ sample }: { sample: boolean }) => !sample);
};

describe('a case', () => {
  test('is put in, replaced, listed and deleted by its owner only', async () => {
    const deadlines = [{ title: 'Reply', due_on: dayIn(3) }];
    const { status, body } = await server.call('POST /v1/cases', { ...NEW, deadlines }, ADA);
    const kept = [{ ...deadlines[0], is_done: false, days_left: 3 }];
    const updated_at = expect.stringMatching(/^\d{4}-.*Z$/);
    const made = { ...NEW, id: body.id, status: 'open', sample: false };
    expect([status, body]).toEqual([201, { ...made, deadlines: kept, updated_at }]);
    expect([await ownOf(ADA), await ownOf(BOB)]).toEqual([[body], []]);
    const path = `/v1/cases/${body.id}`;
    for (const asked of [`PUT ${path}`, `DELETE ${path}`] as const) {
      const input = asked.startsWith('PUT') ? NEW : undefined;
      expect(await server.call(asked, input, BOB)).toMatchObject(refusal(404, 'not_found'));
    }
    const closed = await server.call(`PUT ${path}`, { ...NEW, status: 'closed' }, ADA);
    expect(closed.body).toMatchObject({ id: body.id, status: 'closed', deadlines: [] });
    const again = await server.call('POST /v1/cases', NEW, ADA);
    const taken = { path: 'number', message: 'is taken' };
    expect([again.status, again.body.error.details]).toEqual([409, [taken]]);
    expect((await server.call(`DELETE ${path}`, undefined, ADA)).status).toBe(204);
    expect(await ownOf(ADA)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no number', { number: ' ' }, 'number'],
    ['an unknown status', { status: 'won' }, 'status'],
    ['a day that is none', { opened_on: '2026-02-30' }, 'opened_on'],
    ['a day in words', { opened_on: 'tomorrow' }, 'opened_on'],
    ['a moment instead of a day', { opened_on: '2026-02-03T10:00:00Z' }, 'opened_on'],
    ['a deadline without a day', { deadlines: [{ title: 'x' }] }, 'deadlines[0].due_on'],
    ['a list of lists', { deadlines: [[{ title: 'x', due_on: '2026-01-01' }]] }, 'deadlines'],
    ['more deadlines than a case has', { deadlines: Array(51).fill({}) }, 'deadlines'],
    ['a field that is none', { owner: 'bob' }, 'owner'],
  ])('with %s is refused', async (_name, wrong, path) => {
    const refused = await server.call('POST /v1/cases', { ...NEW, ...wrong }, ADA);
    const details = expect.arrayContaining([expect.objectContaining({ path })]);
    expect(refused).toMatchObject(refusal(400, 'invalid_request', { details }));
  });
});

describe('the tools', () => {
  test('read cases and what is due, the next one first', async () => {
    const deadlines = [
      { title: 'Hearing', due_on: dayIn(12) },
      { title: 'Fee paid', due_on: dayIn(-2), is_done: true },
      { title: 'Reply', due_on: dayIn(-1) },
    ];
    await server.call('POST /v1/cases', { ...NEW, deadlines }, ADA);
    const found = await result('get_cases', { search: 'LOTSEN pilotage', status: 'open' });
    const next_deadline = { title: 'Reply', due_on: dayIn(-1), days_left: -1 };
    expect(found).toEqual({ total: 1, cases: [{ ...NEW, status: 'open', next_deadline }] });
    const due = async (input: JsonObject) => {
      const found = (await result('get_deadlines', input))['deadlines'] as JsonObject[];
      return found.map(({ title, days_left: days }) => [title, days].join(' '));
    };
    expect(await due({ case_number: 'k-17' })).toEqual(['Reply -1', 'Hearing 12']);
    expect(await due({ case_number: 'K-17', within_days: 5 })).toEqual(['Reply -1']);
    expect(await due({ case_number: 'K-17', include_done: true })).toHaveLength(3);
    await expect(result('get_deadlines', { case_number: 'K-1' })).rejects.toThrow(/Cases: .*K-17/);
    expect(await result('get_cases', { search: 'Lotsen GmbH' }, BOB)).toMatchObject({ total: 0 });
  });

  test('find and list documents, each user their own', async () => {
    const text = '# Lease\n\nThe quay is leased for nine years at 400 euro a month.';
    const id = await addDocument(server.url, 'Lease of the quay', text, ADA);
    const words = expect.stringMatching(/nine years/);
    const passages = [{ document_id: id, title: 'Lease of the quay', text: words }];
    const query = { query: 'leased quay' };
    expect(await result('search_knowledge', query)).toMatchObject({ passages });
    const documents = [{ document_id: id, kind: 'markdown', state: 'ready' }];
    const named = await result('get_documents', { search: 'QUAY' });
    expect(named).toMatchObject({ total: 1, documents });
    const note = 'None of the 1 documents has these words in its name.';
    expect(await result('get_documents', { search: 'airport' })).toMatchObject({ total: 0, note });
    expect(await result('get_documents', {}, BOB)).toEqual({ total: 0, documents: [] });
    const notes = expect.arrayContaining(['There are no documents here yet.']);
    expect(await result('search_knowledge', query, BOB)).toMatchObject({ passages: [], notes });
  });
});
