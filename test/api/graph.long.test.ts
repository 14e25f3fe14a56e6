import { refusal, useServer } from '../support/server.js';
import { serveGraph } from '../support/fakes/explorer.js';
import { useOpened } from '../support/use-opened.js';

const place = (of: string) => ({ title: `Title of ${of}`, document: 'Records' });
function section(id: number, sourceId: string, sourceText: string) {
  return { id, sourceId, sourceText, nodeType: 'section' as const, ...place(sourceId) };
}
function told(id: number, source_id: string) {
  return { id, node_type: 'section', source_id, ...place(source_id) };
}

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

const strange = ['3', 'x', '-1', '1.5', '99999999999', '1%20or%201'];
test.each(strange)('there is no node %s', async (id) =>
  expect(await node(id)).toMatchObject(refusal(404, 'not_found')),
);

test('an explorer that is away is said, and nothing else suffers', async () => {
  await explorer.close();
  expect(await node('1')).toMatchObject(refusal(503, 'explorer_unavailable'));
  expect((await server.call('GET /health/live')).status).toBe(200);
});
