import { builtInAgents } from '../../src/plugins/built-in-parts.js';
import { call, refusal, startTestServer, useServer } from '../support/server.js';

type Counted = { name: string; examples: number };
type Context = { examples: number; found: number; misses: object[]; tools: Counted[] };

const server = useServer({ env: { EMBEDDER: 'local' } });
const check = (url = server.url) => call(url, 'GET /v1/agent/tools/check');

it('checks each context with the examples of all its tools', async () => {
  const { status, body } = await check();
  expect([status, body]).toMatchObject([200, { top_k: 6, held_out: true }]);
  const contexts = body.contexts as (Context & { context_type: string })[];
  const { items } = (await server.call('GET /v1/agent/tools')).body;
  const tools = items as { name: string; examples: string[] }[];
  const examples = new Map(tools.map((tool) => [tool.name, tool.examples.length]));
  const types = builtInAgents.list.map((one) => one.contextType);
  expect(contexts.map((one) => one.context_type)).toEqual(types);
  for (const { tools, misses, examples: all, found } of contexts) {
    for (const tool of tools) expect(tool.examples).toBe(examples.get(tool.name));
    expect([misses.length, all]).toEqual([all - found, sumOf(tools)]);
  }
});

const sumOf = (tools: readonly Counted[]) => tools.reduce((sum, { examples }) => sum + examples, 0);

it('says why there is none without an embedder', async () => {
  const bare = await startTestServer({ db: server.db });
  const message = expect.stringContaining('EMBEDDER=none');
  expect(await check(bare.url)).toMatchObject(refusal(503, 'index_error', { message }));
  await bare.close();
});
