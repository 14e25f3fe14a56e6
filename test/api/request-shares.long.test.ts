import { newId } from '../../src/foundation/ids.js';
import { postJson, readStream, useServer } from '../support/server.js';
import { deferred } from '../support/deferred.js';
import { playing, says, ScriptedModel, waitsFor } from '../support/scripted-model.js';
import { serve } from '../support/http-server.js';
import { useOpened } from '../support/use-opened.js';

/** A platform that lets one request wait until it is told to answer. */

const asked = deferred<void>();
const answered = deferred<void>();
let holdsNext = false;
const said = deferred<void>();
const llm = playing(() => new ScriptedModel([[says('Hold on'), waitsFor(said.promise)]]));

const platform = useOpened(() =>
  serve((_request, response) => {
    const isHeld = holdsNext;
    holdsNext = false;
    const turn = isHeld ? answered.promise : Promise.resolve();
    void turn.then(() => response.writeHead(404).end('{}'));
    if (isHeld) asked.resolve();
  }),
);
const server = useServer(() => {
  const one = { MAX_REQUESTS_PER_USER: '1', MAX_RUNS_PER_USER: '1', MAX_RESEARCH_PER_USER: '1' };
  const env = { PLATFORM_URL: platform.url, RESEARCH_WORKERS: '0', ...one };
  return { env, llm };
});

/** What works for long or asks others to, whatever texts it searches for. */
const costly = [
  ...['GET /v1/agent/audit/receipts', 'GET /v1/agent/audit/verify', 'GET /v1/documents/search'],
  ...['GET /v1/agent/graph/nodes/:id', 'GET /v1/agent/tools/check', 'GET /v1/agent/tools/unmet'],
  ...['POST /v1/agent/library/rules/simulate', 'POST /v1/agent/library/tables/rows'],
  ...['POST /v1/agent/proposals', 'POST /v1/agent/sources/:id/sign-in', 'PUT /v1/agent/model'],
  'POST /v1/agent/tools/select',
];
const runs = [
  ...['POST /api/ag-ui', 'POST /api/ai/:version/chat', 'POST /api/ai/chat', 'POST /chat'],
  ...['POST /api/chat/query', 'POST /research', 'POST /v1/agent/chat', 'POST /v1/research'],
  ...['POST /v1/agent/forms/:id', 'POST /v1/agent/previews/:id/again'],
  'POST /v1/chat/completions',
];
/** Not counted: why, and the routes. A new route has to be here or above. */
const free: Readonly<Record<string, readonly string[]>> = {
  'files and figures of the server': [
    ...['GET /*', 'GET /embed.js', 'GET /sign-in.json', 'GET /openapi.json', 'GET /metrics'],
    ...['GET /health/live', 'GET /health/ready', 'GET /v1/agent/info', 'GET /v1/models'],
    ...['GET /v1/agent/sign-in/return', 'GET /oauth/client-metadata.json', 'GET /v1/models/:id'],
    'GET /v1/agent/tools',
    ...['GET /v1/agent/model', 'GET /v1/agent/sources', 'GET /v1/agent/sources/:id'],
    ...['GET /v1/agent/sources/export', 'GET /v1/agent/learned', 'GET /v1/agent/questions'],
  ],
  'a page of stored rows': [
    ...['GET /v1/agent/approvals', 'GET /v1/agent/approvals/:id', 'GET /v1/agent/audit'],
    ...['GET /v1/agent/change-sets/:id', 'GET /v1/agent/conversations', 'GET /v1/agent/drafts'],
    ...['GET /v1/agent/conversations/:id', 'GET /v1/agent/drafts/:id', 'GET /v1/agent/forms/:id'],
    ...['GET /v1/agent/previews', 'GET /v1/agent/previews/:id', 'GET /v1/agent/runs/:id'],
    ...['GET /v1/cases', 'GET /v1/documents', 'GET /v1/documents/:id', 'GET /v1/research'],
    ...['GET /v1/documents/:id/blocks', 'GET /v1/documents/:id/file', 'GET /v1/research/:id'],
    ...['GET /v1/knowledge/synonyms', 'GET /v1/research/:id/report.html'],
    'GET /v1/research/:id/report.md',
  ],
  'one read of the backend': [
    ...['GET /v1/agent/library/entities', 'GET /v1/agent/library/people'],
    'GET /v1/agent/library/entities/:name/sample',
    ...['GET /v1/agent/library/rules', 'GET /v1/agent/library/rules/:id'],
    ...['GET /v1/agent/library/tables', 'GET /v1/agent/library/tables/:id'],
  ],
  'a stream of what is worked on': [
    ...['GET /v1/agent/runs/:id/events', 'GET /v1/documents/:id/events'],
    ...['GET /api/ai/chat/:id/stream', 'GET /api/ai/:version/chat/:id/stream'],
    'GET /v1/research/:id/events',
  ],
  'a decision, which is made once': [
    ...['POST /v1/agent/approvals/:id/approve', 'POST /v1/agent/approvals/:id/reject'],
    ...['POST /v1/agent/change-sets/:id/accept', 'POST /v1/agent/change-sets/:id/reject'],
    ...['POST /v1/agent/previews/:id/accept', 'POST /v1/agent/previews/:id/reject'],
    ...['POST /v1/agent/change-sets/:id/undo', 'POST /v1/agent/sources/:id/sign-in/finish'],
    ...['POST /v1/agent/questions/:id/answer', 'POST /v1/agent/questions/:id/decline'],
    ...['POST /v1/research/:id/reply', 'POST /v1/research/:id/plan'],
  ],
  'makes room': [
    ...['POST /v1/agent/runs/:id/cancel', 'POST /v1/research/:id/cancel'],
    ...['DELETE /v1/agent/conversations/:id', 'DELETE /v1/agent/drafts/:id', 'DELETE /mcp'],
    ...['DELETE /v1/agent/learned', 'DELETE /v1/agent/model', 'DELETE /v1/agent/sources/:id'],
    ...['DELETE /v1/agent/runs/:id/feedback', 'DELETE /v1/agent/sources/:id/sign-in'],
    ...['DELETE /v1/cases/:id', 'DELETE /v1/documents/:id', 'DELETE /v1/research/:id'],
  ],
  'a row is written': [
    ...['PUT /v1/agent/conversations/:id/title', 'PUT /v1/agent/runs/:id/feedback'],
    ...['POST /v1/cases', 'PUT /v1/cases/:id', 'PUT /v1/knowledge/synonyms'],
  ],
  'of operators, read in threads of their own': [
    ...['POST /v1/agent/sources', 'PUT /v1/agent/sources/:id'],
    ...['POST /v1/agent/sources/:id/approve', 'PUT /v1/agent/tools/:name/examples'],
  ],
  'counted by what waits, and by message': ['POST /v1/documents', 'POST /mcp', 'GET /mcp'],
};

/** The codes of what each route answers the user to a body that would not parse. */
async function codes(user: string): Promise<Map<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  for (const { method, path } of server.routes) {
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    const url = `${server.url}${path.replaceAll(/:\w+/g, newId()).replace('*', 'x')}`;
    const init = { method, headers: { authorization: `Bearer ${user}` } };
    const answer = await (method === 'GET' ? fetch(url, init) : postJson(url, '{not JSON', init));
    const { error } = (await answer.json().catch(() => ({}))) as { error?: { code?: string } };
    found.set(`${method} ${path}`, error?.code);
  }
  return found;
}

const rule = { workflow_id: '00000000-0000-4000-8000-000000000001', record: {} };

/** A user with a run, a research and a costly request under way; the answer ends them. */
async function busyUser(user: string): Promise<() => Promise<void>> {
  const headers = { authorization: `Bearer ${user}` };
  const chat = { message: 'hi', context_type: 'workflow' };
  const stream = readStream(await server.post(chat, { headers }));
  let { value } = await stream.next();
  while (value?.event !== 'message_start') ({ value } = await stream.next());
  const research = await server.call('POST /v1/research', { query: 'who?' }, user);
  expect(research.status).toBe(202);
  holdsNext = true;
  const costing = server.call('POST /v1/agent/library/rules/simulate', rule, user);
  await asked.promise;
  return async () => {
    answered.resolve();
    said.resolve();
    expect((await costing).status).toBe(404);
    for await (const event of stream) expect(event.event).toBeDefined();
  };
}

const resource = { jsonrpc: '2.0', id: 2, method: 'resources/list', params: {} };
const search = { name: 'search_tools', arguments: { query: 'orders' } };
const batch = [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: search }, resource];

/** How many messages of the batch there was no room for. */
async function refusedOfBatch(user: string): Promise<number> {
  const accept = 'application/json, text/event-stream';
  const headers = { authorization: `Bearer ${user}`, accept };
  const answer = await postJson(`${server.url}/mcp`, batch, { headers });
  const messages = (await answer.text()).split('\n\n');
  return messages.filter((one) => one.includes('requests under way')).length;
}

test('a user without room is refused on every route that costs, before the body is read, and nobody else', async () => {
  const end = await busyUser('noisy');
  const noisy = await codes('noisy');
  const of = (code: string) => [...noisy].filter((one) => one[1] === code).map(([route]) => route);
  expect(of('too_many_requests').sort()).toEqual([...costly].sort());
  expect(of('too_many_runs').sort()).toEqual([...runs].sort());
  const known = [...costly, ...runs, ...Object.values(free).flat()];
  expect([...noisy.keys()].sort()).toEqual(known.sort());
  // Each message of a batch takes a place of its own.
  expect([await refusedOfBatch('noisy'), await refusedOfBatch('quiet')]).toEqual([2, 1]);
  const quiet = [...(await codes('quiet')).values()].join();
  expect(quiet).not.toMatch('too_many');
  await end();
  expect([...(await codes('noisy')).values()]).not.toContain('too_many_requests');
});
