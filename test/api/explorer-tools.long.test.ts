import { townLawGraph } from '../../samples/samples.js';
import { executeCall } from '../../src/agenttools/executor.js';
import { createHttpExplorer } from '../../src/plugins/law/graph/http-explorer.js';
import { explorerTools } from '../../src/plugins/law/graph/explorer-tools.js';
import { startExplorer } from '../../src/explorer/explorer.js';
import { systemClock } from '../../src/foundation/clock.js';
import type { JsonObject } from '../../src/foundation/json.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { bare, offering, toolCall } from '../support/loop.js';
import type { LawServices } from '../../src/plugins/law/tools/law-tools.js';
import { useFolder } from '../support/embedded-template.js';
import { useOpened } from '../support/use-opened.js';

// The tools beside the real explorer with the sample ordinances: what the small tests show over a fake
// graph holds over the true one.

const folder = useFolder();
const explorer = useOpened(() => {
  const options = { port: 0, sample: townLawGraph, embedder: undefined, logger: silentLogger };
  return startExplorer({ ...options, dataDir: folder.path });
});
beforeAll(() => explorer.built);

const offered = offering(bare(explorerTools));

async function result<T = JsonObject>(name: string, input: JsonObject = {}): Promise<T> {
  const client = createHttpExplorer({ baseUrl: explorer.url, clock: systemClock });
  const context = toolCall<LawServices>({ explorer: client });
  const called = { id: 'c', name, arguments: input };
  const answer = await executeCall(called, offered, () => context, silentLogger);
  expect([name, answer]).toMatchObject([name, { isError: false }]);
  return answer.result as T;
}

type Line = { id: number; node_type: string; source_id: string; source_text: string };
type Edges = { edges: JsonObject[] };

test('a question leads to a provision, its text, and what it refers to', async () => {
  const stats = await result<{ nodes: number }>('get_stats');
  expect(stats.nodes).toBeGreaterThan(150);
  const search = { search: 'berth fee ashore for repair', type: 'section' };
  const found = await result<{ nodes: Line[] }>('search_nodes', search);
  expect(found.nodes.every(({ node_type: type }) => type === 'section')).toBe(true);
  const section = found.nodes.find(({ source_text: text }) => text.includes('ashore for repair'));
  const whole = await result<Line & Edges>('get_node', { id: section?.id ?? -1 });
  expect(whole).toMatchObject({ id: section?.id, source_id: section?.source_id });
  expect(whole.source_text).toContain('the berth fee is not charged');
  const { edges } = await result<Edges>('get_neighbors', { id: whole.id });
  const relations = (all: readonly JsonObject[]) => all.map(({ relation }) => relation).sort();
  expect(relations(edges)).toEqual(relations(whole.edges));
  expect(edges).toContainEqual(expect.objectContaining({ relation: 'contains', direction: 'in' }));
});

test('a citation finds its provision', async () => {
  const { nodes } = await result<{ nodes: Line[] }>('search_nodes', { search: '§ 12-301' });
  expect(nodes[0]?.source_id).toBe('§ 12-301');
});
