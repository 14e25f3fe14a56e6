import { allTools, builtInAgents } from '../../src/plugins/built-in-parts.js';
import { builtInPlugins } from '../../src/plugins/built-in.js';
import { startTestServer, useServer } from '../support/server.js';
import { serveGraph } from '../support/fakes/explorer.js';
import { useOpened } from '../support/use-opened.js';

const explorer = useOpened(() => serveGraph({ nodes: [], edges: [] }));
const server = useServer(() => ({ env: { EXPLORER_URL: explorer.url, EMBEDDER: 'local' } }));

describe('GET /v1/agent/info', () => {
  it('says who answers and who asks', async () => {
    const { status, body } = await server.call('GET /v1/agent/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: { provider: 'none', model: expect.any(String) },
      embedder: { id: expect.stringContaining('sextant-e5'), state: 'ok' },
      auth: 'none',
      user_id: 'local',
      plugins: builtInPlugins.map(({ name }) => name),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    const agents = body.agents as { context_type: string; examples: string[] }[];
    const types = builtInAgents.list.map(({ contextType }) => contextType);
    expect(agents.map((one) => one.context_type)).toEqual(types);
    const without = agents.filter(({ examples }) => examples.length === 0);
    expect(without).toMatchObject([{ context_type: 'law_research' }]);
  });

  it('has no embedder to show when there is none', async () => {
    const bare = await startTestServer({ db: server.db });
    const { body } = await bare.call('GET /v1/agent/info');
    expect(body.embedder).toEqual({ id: 'none', state: 'off' });
    await bare.close();
  });
});

it('GET /v1/agent/tools says of each tool which source it comes from, and no source is left out', async () => {
  const { body } = await server.call('GET /v1/agent/tools');
  const sources = await server.call('GET /v1/agent/sources');
  const counted: Record<string, number> = {};
  for (const { source } of body.items as { source: string }[])
    counted[source] = (counted[source] ?? 0) + 1;
  const told = (sources.body.items as { id: string; tools: number }[])
    .filter(({ tools }) => tools > 0)
    .map(({ id, tools }) => [id, tools]);
  expect(counted).toEqual(Object.fromEntries(told));
  // What checks look at without a server is what a server offers.
  expect(body.items).toMatchObject(allTools.map(({ name }) => ({ name })));
});
