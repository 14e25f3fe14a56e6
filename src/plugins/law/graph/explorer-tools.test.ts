import { serveGraph } from '../../../../test/support/fakes/explorer.js';
import { useOpened } from '../../../../test/support/use-opened.js';
import { bare, offering, toolCall } from '../../../../test/support/loop.js';
import { systemClock } from '../../../foundation/clock.js';
import type { JsonObject } from '../../../foundation/json.js';
import { silentLogger } from '../../../foundation/logger.js';
import { RunScratch } from '../../../agenttools/run-scratch.js';
import { executeCall, MAX_RESULT_BYTES } from '../../../agenttools/executor.js';
import type { LawServices } from '../tools/law-tools.js';
import { createHttpExplorer } from './http-explorer.js';
import { explorerTools, noteOf } from './explorer-tools.js';

// Where it is cut first stands a character that takes two places.
const LONG = `${'Berths are let by the day. '.repeat(740)}Berths for vessels.${'𝄞'.repeat(4_000)}`;
const NIGHT = 'A berth costs 4 euro a night. 🚢';
const document = 'Harbour Ordinance';
const section = (id: number, sourceText: string) => {
  const named = { sourceId: `§ 12-${id}`, title: `Section ${id}`, document };
  return { id, nodeType: 'section' as const, ...named, sourceText };
};
const title = { ...section(1, ''), nodeType: 'title' as const, title: 'Berths' };
const long = [3, ...Array.from({ length: 200 }, (_, at) => 100 + at)];
const graph = {
  nodes: [title, section(2, NIGHT), ...long.map((id) => section(id, LONG))],
  edges: [
    { relation: 'contains' as const, from: 1, to: 2 },
    { relation: 'cites' as const, detail: '(b)', from: 2, to: 3 },
  ],
  similar: { 3: 0.87654, 2: 0.5 },
};

const server = useOpened(() => serveGraph(graph));

const offered = offering(bare(explorerTools));

async function call(
  name: string,
  input: JsonObject = {},
  { baseUrl = server.url, scratch = new RunScratch() } = {},
) {
  const explorer = createHttpExplorer({ baseUrl, clock: systemClock });
  const context = () => toolCall<LawServices>({ explorer, scratch });
  return executeCall({ id: 'call-1', name, arguments: input }, offered, context, silentLogger);
}

async function result(name: string, input: JsonObject): Promise<unknown> {
  const { isError, result: answered, content } = await call(name, input);
  expect([name, isError, content]).toEqual([name, false, content]);
  expect(JSON.parse(content)).toEqual(answered);
  return answered;
}

const berth = { id: 2, node_type: 'section', source_id: '§ 12-2', title: 'Section 2', document };

const edgesTo = (containing: object, cited: object) => [
  { relation: 'contains', direction: 'in', node: containing },
  { relation: 'cites', direction: 'out', detail: '(b)', node: cited },
];

test('get_stats counts by type', async () => {
  const counts = { title: 1, section: 202 };
  const node_types = Object.entries(counts).map(([type, count]) => ({ type, count }));
  expect(await result('get_stats', {})).toMatchObject({ nodes: 203, node_types });
});

describe('search_nodes', () => {
  test('lists what it finds, with the beginning of the text, and where it continues', async () => {
    const found = await result('search_nodes', { search: 'Berths', limit: 2 });
    const beginning = expect.stringMatching(/^Berths are let by .{481}…$/);
    const nodes = [{ id: 1 }, { id: 3, source_text: beginning }];
    expect(found).toMatchObject({ total: 202, nodes, next_offset: 2 });
    const night = await result('search_nodes', { search: 'a night' });
    expect(night).toEqual({ total: 1, nodes: [{ ...berth, source_text: NIGHT }] });
  });

  test('keeps its longest list within what a model reads', async () => {
    const { content, isError } = await call('search_nodes', { limit: 200 });
    expect(isError).toBe(false);
    expect(content.length).toBeLessThan(MAX_RESULT_BYTES);
    expect(JSON.parse(content)).toMatchObject({ total: 203, next_offset: 200 });
  });

  test('says when nothing is found', async () => {
    const note = expect.stringContaining('fewer words');
    const none = { total: 0, nodes: [], searched: ['Harbour Ordinance'], note };
    expect(await result('search_nodes', { search: 'airport' })).toMatchObject(none);
  });
});

describe('get_node', () => {
  test('reads the whole text and the connections, each seen from the node', async () => {
    const cited = expect.objectContaining({ id: 3, source_id: '§ 12-3' });
    const edges = edgesTo(expect.objectContaining({ id: 1 }), cited);
    expect(await result('get_node', { id: 2 })).toEqual({ ...berth, source_text: NIGHT, edges });
  });

  test('a very long text is read in parts that join without a gap', async () => {
    let text = '';
    for (let from: unknown = 0; from !== undefined;) {
      const part = (await result('get_node', { id: 3, from_character: from })) as JsonObject;
      expect(part['source_text']).not.toMatch(/\p{Cs}/u);
      text += String(part['source_text']);
      from = part['next_character'];
    }
    expect(text).toBe(LONG);
  });
});

test('get_neighbors shows the other ends with the beginning of their texts', async () => {
  const cited = { id: 3, source_text: expect.stringMatching(/^.{500}$/) };
  const edges = edgesTo({ id: 1, source_text: '' }, cited);
  expect(await result('get_neighbors', { id: 2 })).toMatchObject({ node: berth, edges });
});

test('find_similar gives scores, the best first', async () => {
  const found = await result('find_similar', { id: 2, limit: 1 });
  expect(found).toMatchObject({ similar: [{ score: 0.877, node: { id: 3 } }] });
});

const ASKING = ['get_node', 'get_neighbors', 'find_similar'];
test.each(ASKING)('%s tells the model that an id is unknown', async (name) => {
  const unknown = expect.stringMatching(/no node 999.*search_nodes/);
  const { result: error } = await call(name, { id: 999 });
  expect(error).toMatchObject({ error: { code: 'not_found', message: unknown } });
  const scratch = new RunScratch();
  await call('get_neighbors', { id: 2 }, { scratch });
  await call('search_nodes', { limit: 200 }, { scratch });
  const message = expect.stringContaining('2 (§ 12-2), 3 (§ 12-3), 100 (§ 12-100)');
  const details = [{ path: 'id', allowed: expect.arrayContaining(['1', '2', '3', '108']) }];
  const { result: answered } = await call(name, { id: 999 }, { scratch });
  expect(answered).toMatchObject({ error: { message, details } });
});

const TOOLS = ['get_stats', 'search_nodes', ...ASKING];
test.each(TOOLS)('%s without an explorer is an error that says what else works', async (name) => {
  const gone = await serveGraph(graph);
  await gone.close();
  const input = { get_stats: {}, search_nodes: { search: 'FOIA' } }[name] ?? { id: 1 };
  const failed = `^Explorer tool ${name} failed: the explorer may be unavailable `;
  const message = expect.stringMatching(new RegExp(`${failed}.*The other tools still work`));
  const result = { error: { code: 'explorer_unavailable', message } };
  expect(await call(name, input, { baseUrl: gone.url })).toMatchObject({ isError: true, result });
});

describe('what a search notes', () => {
  const node = (id: number, sourceId: string, document: string) => {
    return { id, sourceId, document, nodeType: 'section', title: 'Berths' };
  };
  const berths = node(1, '§ 12-3', 'Harbour Ordinance (Title 12 of the Town Code)');
  const store = node(2, 'SpVO § 4', 'Verordnung über die Speicher (Speicherverordnung - SpVO)');

  test.each([
    ['§ 12-3 of the Harbour Ordinance', undefined],
    ['berths in § 12-3', undefined],
    ['§ 4 Abs. 2 SpVO', undefined],
    ['§ 4 der Speicherverordnung', undefined],
    ['paragraph 4', undefined],
    ['berths', undefined],
    ['berths in 12-999', '§ 12-999'],
    ['§ 12-3 of the Market Ordinance', '§ 12-3 of the Market Ordinance'],
    ['§ 4 BGB', '§ 4 BGB'],
    ['§§ 4 und 5 SpVO', '5 SpVO'],
  ])('of "%s" is missing: %s', (search, missing) => {
    const said = noteOf(search, [berths, store])?.split(', and these nodes')[0];
    expect(said).toBe(missing && `The graph does not have ${missing}`);
  });

  test('what is cited is missed before words are', () => {
    expect(noteOf('§ 4 BGB', [])).toMatch(/^The graph does not have § 4 BGB\. Say so/);
    expect(noteOf('airport', [])).toMatch(/^Nothing here is about this/);
  });
});
