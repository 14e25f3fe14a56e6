import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTemplate } from '../../test/support/embedded-template.js';
import { silentLogger } from '../foundation/logger.js';
import { isObject } from '../foundation/json.js';
import type { Database } from '../store/database.js';
import type { Embedder } from '../toolindex/embedder.js';
import { buildGraph } from './build/build-graph.js';
import { openGraph, startExplorer, type Explorer } from './explorer.js';

const HARBOUR = `# Harbour Ordinance (Title 12 of the Town Code)

## Part 1: General

### § 12-101 Purpose

The harbour serves fishing. Fees follow from § 12-301.

### § 12-104 Night work

Cargo may be moved at night only with a permit. See § 99-1 and § 70 Abs. 1 LagerG.

## Part 2: Fees

### § 12-301 Mooring fees

Each vessel pays for its mooring by length, as § 12-101 says.

### § 12-302 Mooring fees of guests

Each guest vessel pays for its mooring by night.
`;

const LAGER = `# Gesetz über das Lagern (LagerG)

## § 70 Lagerung

(1) Waren werden trocken gelagert. Die Gebühr ist im Voraus zu zahlen.

## § 71 Gefahrstofflager

Nach § 70 gilt dies nicht für den Hafen.

## Anlage 1 Gebühren

Je Palette 2 Euro.
`;

/** Counts letters: alike texts have near vectors, and nothing is loaded. */
const letters: Embedder & { texts: number; fails: boolean } = {
  id: 'letters',
  texts: 0,
  fails: false,
  embed: async (texts) => {
    if (letters.fails) throw new Error('out of order');
    letters.texts += texts.length;
    return texts.map((text) => {
      const vector = new Float32Array(26).fill(0.1);
      for (const letter of text.toLowerCase()) {
        const at = letter.charCodeAt(0) - 97;
        if (at >= 0 && at < 26) vector[at]! += 1;
      }
      return vector;
    });
  },
};

let root: string;
let dataDir: string;
let folder: string;
let explorer: Explorer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sextant-explorer-'));
  dataDir = join(root, 'data');
  folder = join(root, 'ordinances');
  await copyTemplate('store', dataDir);
  await mkdir(folder);
  await writeFile(join(folder, 'harbour.md'), HARBOUR);
  await writeFile(join(folder, 'lagerg.md'), LAGER);
  const sample = { folder, collection: 'ordinances' };
  const parts = { sample, embedder: letters, logger: silentLogger };
  explorer = await startExplorer({ port: 0, dataDir, ...parts });
  await explorer.opened;
  await explorer.built;
});
afterAll(async () => {
  await explorer.close();
  await rm(root, { recursive: true, force: true });
});

/** What the queries below ask for. */
type Data = {
  stats: { nodeTypes: unknown; edgeTypes: unknown };
  nodes: { total: number; nodes: { id: number; sourceId: string }[] };
  node: { edges: unknown[] };
  neighbors: { node: { id: number }; edges: unknown[] };
} & Record<'similar' | 'none' | 'nobody', unknown>;
type Answer = { data: Data | null; errors?: { message: string }[] };

async function ask(query: string, variables: object = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${explorer.url}/graphql`, { method: 'POST', body, headers });
  return (await response.json()) as Answer;
}

async function idOf(sourceId: string): Promise<number> {
  const query = 'query Q($s: String) { nodes(search: $s) { nodes { id sourceId } } }';
  const { data } = await ask(query, { s: sourceId });
  expect(data?.nodes.nodes[0]?.sourceId).toBe(sourceId);
  return data?.nodes.nodes[0]?.id ?? 0;
}

describe('the explorer', () => {
  it('counts what it has', async () => {
    const types = 'nodeTypes { type count } edgeTypes { type count }';
    const { data } = await ask(`{ stats { nodes edges embeddings unresolved building ${types} } }`);
    const counts = { nodes: 11, embeddings: 7, unresolved: 1, building: false };
    const typed = (of: object) => Object.entries(of).map(([type, count]) => ({ type, count }));
    const nodeTypes = typed({ section: 7, part: 2, title: 2 });
    const edgeTypes = expect.arrayContaining(typed({ contains: 9, cites: 4 }));
    expect(data?.stats).toMatchObject({ ...counts, nodeTypes, edgeTypes });
  });

  it.each([
    ['§ 12-104', '§ 12-104'],
    ['12-104', '§ 12-104'],
    ['§12-104', '§ 12-104'],
    ['lagerg 70', 'LagerG § 70'],
    ['70 LagerG', 'LagerG § 70'],
    ['§ 70 LagerG', 'LagerG § 70'],
    ['§ 70 Abs. 1 Satz 2 LagerG', 'LagerG § 70'],
    ['Was sagt Paragraph 70 im lagerg?', 'LagerG § 70'],
    ['§ 70 des Lagergesetzes', 'LagerG § 70'],
    ['lagergesetz paragraph 71', 'LagerG § 71'],
    ['§§ 70 ff. LagerG', 'LagerG § 70'],
    ['§ 71', 'LagerG § 71'],
    ['lagerg anlage 1', 'LagerG Anlage 1'],
    ['section 12-301 of the Harbour Ordinance', '§ 12-301'],
    ['permit at night', '§ 12-104'],
    ['mooring of guests', '§ 12-302'],
    ['Waren lagern', 'LagerG § 70'],
  ])('finds by "%s" first %s', async (search, sourceId) => {
    const nodes = 'nodes(search: $s, type: "section", limit: 3) { total nodes { sourceId } }';
    const { data } = await ask(`query Q($s: String) { ${nodes} }`, { s: search });
    expect(data?.nodes.nodes[0]?.sourceId).toBe(sourceId);
    expect(data?.nodes.total).toBeGreaterThanOrEqual(data?.nodes.nodes.length ?? 0);
  });

  it.each([
    ['§§ 70 ff. LagerG', ['LagerG § 70', 'LagerG § 71']],
    ['§ 71 lagerg, § 12-104 harbour ordinance', ['LagerG § 71', '§ 12-104']],
    ['§§ 70 und 71 LagerG, § 12-104', ['LagerG § 70', 'LagerG § 71', '§ 12-104']],
    ['part 2 of the harbour ordinance', ['Harbour Ordinance Part 2']],
  ])('finds all that "%s" cites, in its order', async (search, cited) => {
    const query = 'query Q($s: String) { nodes(search: $s) { nodes { sourceId } } }';
    const { data } = await ask(query, { s: search });
    const found = data?.nodes.nodes.map(({ sourceId }) => sourceId) ?? [];
    expect(found.slice(0, cited.length)).toEqual(cited);
  });

  it('pages through all nodes in the order of their documents', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 12; offset += 4) {
      const query = 'query Q($o: Int) { nodes(limit: 4, offset: $o) { total nodes { sourceId } } }';
      const { data } = await ask(query, { o: offset });
      expect(data?.nodes.total).toBe(11);
      seen.push(...(data?.nodes.nodes ?? []).map((node) => node.sourceId));
    }
    expect(seen).toHaveLength(11);
    expect(seen.slice(0, 3)).toEqual(['Harbour Ordinance', 'Harbour Ordinance Part 1', '§ 12-101']);
  });

  it('reads a node whole, with its edges, references first', async () => {
    const id = await idOf('§ 12-104');
    const edges = 'edges { relation detail fromNode { sourceId } toNode { sourceId } }';
    const node = `node(id: $id) { title document sourceText ${edges} }`;
    const { data } = await ask(`query Q($id: Int!) { ${node} }`, { id });
    const sourceText = expect.stringContaining('only with a permit');
    const document = 'Harbour Ordinance (Title 12 of the Town Code)';
    expect(data?.node).toMatchObject({ title: 'Night work', document, sourceText });
    const [fromNode, toNode] = [{ sourceId: '§ 12-104' }, { sourceId: 'LagerG § 70' }];
    expect(data?.node.edges[0]).toEqual({ relation: 'cites', detail: 'Abs. 1', fromNode, toNode });
  });

  it('answers neighbours and likeness, and null for what is not there', async () => {
    const id = await idOf('§ 12-301');
    const { data } = await ask(
      `query Q($id: Int!) {
        neighbors(id: $id, limit: 3) { node { id } edges { relation other { sourceId sourceText(length: 11) } } }
        similar(id: $id, limit: 1) { score node { sourceId } }
        none: node(id: 999999) { id } nobody: neighbors(id: 999999) { node { id } }
      }`,
      { id },
    );
    const cites = { relation: 'cites', other: { sourceId: '§ 12-101', sourceText: 'The harbour' } };
    const part = { relation: 'contains', other: { sourceId: 'Harbour Ordinance Part 2' } };
    const neighbors = { node: { id }, edges: [cites, cites, part] };
    const similar = [{ score: expect.any(Number), node: { sourceId: '§ 12-302' } }];
    expect(data).toMatchObject({ neighbors, similar, none: null, nobody: null });
  });

  it('searches by words when the embedder fails', async () => {
    letters.fails = true;
    const { data } = await ask('{ nodes(search: "permit night") { nodes { sourceId } } }');
    letters.fails = false;
    expect(data?.nodes.nodes[0]?.sourceId).toBe('§ 12-104');
  });

  it.each([
    ['nodes(limit: 201) { total }', 'limit must be from 1 to 200, not 201.'],
    ['nodes(limit: 0) { total }', 'limit must be from 1 to 200, not 0.'],
    ['nodes { nodes { sourceText(length: 0) } }', 'length must be from 1 to 1000000, not 0.'],
    ['nodes(offset: -1) { total }', 'offset must be from 0 to 100000, not -1.'],
    ['nodes(type: "law") { total }', 'type must be one of title, part, section, not "law".'],
    ['similar(id: 1, limit: 51) { score }', 'limit must be from 1 to 50, not 51.'],
    ['node { id }', 'argument "id" of type "Int!" is required'],
    ['nope', 'Cannot query field "nope"'],
    ['__schema { types { name } }', 'introspection has been disabled'],
    ['stats { nodes', 'Syntax Error'],
  ])('refuses %s and says why', async (query, message) =>
    expect((await ask(`{ ${query} }`)).errors?.[0]?.message).toContain(message),
  );
});

describe('the hostile', () => {
  const deep = `{ node(id: 1) ${'{ edges { toNode '.repeat(6)}{ id }${'} }'.repeat(6)} }`;
  const aliases = Array.from({ length: 1000 }, (_, at) => `a${at}: stats { nodes }`).join(' ');
  const circle =
    '{ ...A } fragment A on Query { ...B } fragment B on Query { stats { nodes } ...A }';

  it.each([
    ['12 levels', deep, 'levels deep'],
    ['1,000 aliases', `{ ${aliases} }`, 'tokens'],
    ['circular fragments', circle, 'endlessly many'],
    ['directives', `{ stats { nodes ${'@a '.repeat(300)} } }`, 'directives'],
    ['nested lists', '{ nodes(limit: 200) { nodes { edges { id } } } }', 'objects'],
  ])('%s are refused within 100 ms of work', async (_name, query, message) => {
    await ask('{ __typename }');
    const before = process.cpuUsage();
    const { data = null, errors } = await ask(query);
    const { user, system } = process.cpuUsage(before);
    expect([data, errors?.[0]?.message]).toEqual([null, expect.stringContaining(message)]);
    expect((user + system) / 1000).toBeLessThan(100);
  });

  it.each<[string, { path?: string; method?: string; headers?: object; body?: string }, number]>([
    ['too large a body', { body: 'x'.repeat(70_000) }, 413],
    ['another method', { method: 'GET' }, 405],
    ['another path', { path: '/' }, 404],
    ['a path that is none', { path: '//' }, 404],
    ['another type of content', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403],
    ['a batch', { body: '[{"query":"{ __typename }"}]' }, 400],
    ['no JSON', { body: '{' }, 400],
  ])('%s is refused', async (_name, change, status) => {
    const { path = '/graphql', method = 'POST' } = change;
    const headers = { 'content-type': 'application/json', ...change.headers };
    const body = method === 'GET' ? {} : { body: change.body ?? '{"query":"{ __typename }"}' };
    const response = await fetch(`${explorer.url}${path}`, { method, headers, ...body });
    expect(response.status).toBe(status);
    const answer: unknown = await response.json();
    expect(isObject(answer) && Array.isArray(answer['errors'])).toBe(true);
  });
});

describe('builds', () => {
  it('change nothing the second time, take in changes, and keep ids', async () => {
    const id = await idOf('§ 12-301');
    await explorer.close();
    const db = await openGraph(dataDir);
    try {
      const build = () => buildGraph({ db, embedder: letters, folder, collection: 'ordinances' });
      const before = await snapshot(db);
      letters.texts = 0;
      expect(await build()).toMatchObject({ documents: 2, changed: 0, removed: 0, embedded: 0 });
      expect(await snapshot(db)).toEqual(before);
      expect(letters.texts).toBe(0);
      const changed = HARBOUR.replace('by length', 'by weight').replace(/### § 12-302[^]*$/, '');
      await writeFile(join(folder, 'harbour.md'), changed);
      await rm(join(folder, 'lagerg.md'));
      expect(await build()).toMatchObject({ changed: 1, removed: 1, sections: 3, embedded: 1 });
      const [row] = await db.query<{ id: number; source_text: string }>(
        `select id, source_text from graph.nodes where source_id = '§ 12-301'`,
      );
      expect(row).toMatchObject({ id, source_text: expect.stringContaining('by weight') });
      await writeFile(join(folder, 'broken.pdf'), 'this is no PDF');
      const failure = { path: 'broken.pdf', reason: expect.any(String) };
      expect((await build()).failures).toEqual([failure]);
    } finally {
      await db.close();
    }
  });

  it('is refused while an explorer has the graph, and says what to do', async () => {
    const db = await openGraph(dataDir);
    const held = `in use, held by process ${process.pid}: .* build beside it: set EXPLORER_DATA_DIR`;
    await expect(openGraph(dataDir)).rejects.toThrow(new RegExp(held));
    await db.close();
  });
});

/** Everything with its ids. */
function snapshot(db: Database): Promise<unknown[]> {
  const read = (table: string) => db.query(`select t::text from graph.${table} t order by 1`);
  return Promise.all(['nodes', 'edges', 'unresolved'].map(read));
}
