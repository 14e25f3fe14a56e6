import { useServer } from '../support/server.js';
import { serveGraph } from '../support/fakes/explorer.js';
import { useOpened } from '../support/use-opened.js';

const section = (id: number, sourceId: string, sourceText: string) => ({
  id,
  sourceId,
  sourceText,
  nodeType: 'section' as const,
  title: `Title of ${sourceId}`,
  document: 'Records',
});
const told = (id: number, source_id: string) => ({
  id,
  node_type: 'section',
  source_id,
  title: `Title of ${source_id}`,
  document: 'Records',
});

const explorer = useOpened(() =>
  serveGraph({
    nodes: [section(1, '§ 12-101', 'Records are open.'), section(2, '§ 12-104', 'See § 12-101.')],
    edges: [{ relation: 'cites', detail: 'Abs. 1', from: 2, to: 1 }],
  }),
);
const server = useServer(() => ({ env: { EXPLORER_URL: explorer.url } }));

const node = (id: string) => server.call(`GET /v1/agent/graph/nodes/${id}`);

test('a node comes with its text and what it is connected with, seen from it', async () => {
  const edge = { relation: 'cites', direction: 'in', detail: 'Abs. 1' };
  const edges = [{ ...edge, node: told(2, '§ 12-104') }];
  const text = { source_text: 'Records are open.' };
  expect((await node('1')).body).toEqual({ ...told(1, '§ 12-101'), ...text, edges });
});

test.each(['3', 'x', '-1', '1.5', '99999999999', '1%20or%201'])(
  'there is no node %s',
  async (id) => {
    const { status, body } = await node(id);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  },
);

test('an explorer that is away is said, and nothing else suffers', async () => {
  await explorer.close();
  const { status, body } = await node('1');
  expect([status, body.error.code]).toEqual([503, 'explorer_unavailable']);
  expect((await server.call('GET /health/live')).status).toBe(200);
});
