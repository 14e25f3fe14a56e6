import { expect, test } from '@jest/globals';
import type { GraphStats } from './graph/node-lines.js';
import { missingSources } from './legal-research/search-tools.js';
import { graphSection } from './graph-section.js';

const stats = (nodes: number): GraphStats => ({
  nodes,
  edges: 1,
  embeddings: 0,
  nodeTypes: [
    { type: 'section', count: 150 },
    { type: 'title', count: 8 },
  ],
  edgeTypes: [{ type: 'cites', count: 1 }],
  laws: ['Harbour Ordinance', 'Court Ordinance'],
});
const { signal } = new AbortController();

test.each([
  [
    stats(158),
    'The knowledge graph holds 158 nodes (section: 150, title: 8) and 1 connection (cites: 1). Its bodies of rules: Harbour Ordinance; Court Ordinance. What is asked of another law is not here: say so, and name these.',
  ],
  [stats(0), 'The knowledge graph is empty: it holds no laws or ordinances yet.'],
  [undefined, expect.stringMatching(/^The knowledge graph is away .* tools will fail/)],
])('of %j', async (snapshot, expected) => {
  await expect(graphSection({ snapshot: async () => snapshot })(signal)).resolves.toEqual(expected);
});

test('a run that is stopped does not wait for an explorer that hangs', async () => {
  const run = new AbortController();
  const promptSection = graphSection({ snapshot: () => new Promise(() => {}) })(run.signal);
  run.abort();
  await expect(promptSection).resolves.toContain('away');
  await expect(
    graphSection({ snapshot: () => new Promise(() => {}) })(AbortSignal.abort()),
  ).resolves.toContain('away');
});

test('names the sources outside that are not configured', async () => {
  const services = { openAlex: { baseUrl: 'https://open-alex.example' } };
  const section = graphSection({ snapshot: async () => stats(0) }, missingSources(services));
  const text = await section(signal);
  expect(text).toMatch(/Not configured on this server: CourtListener .*SerpApi/);
  expect(text).not.toContain('OpenAlex');
});
