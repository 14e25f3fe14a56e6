import fc from 'fast-check';
import { createCatalog } from '../agenttools/catalog.js';
import type { Tool } from '../agenttools/tool.js';
import { toolDocument } from '../toolindex/document.js';
import type { Embedder } from '../toolindex/embedder.js';
import { LocalEmbedder } from '../toolindex/embedders/local/local-embedder.js';
import { cachedEmbedder } from '../../test/embedders/cached-embedder.js';
import { ToolIndex } from '../toolindex/tool-index.js';
import { tool } from '../../test/support/loop.js';
import { withoutNearCopies, withNamedSources } from './match-order.js';

/** The same eight tools at three servers, each in its own spelling. */
const TOOLS = {
  search_contacts: 'Searches contacts by name or email.',
  create_contact: 'Creates a contact.',
  update_contact: 'Changes fields of a contact.',
  delete_contact: 'Deletes a contact.',
  list_notes: 'Lists the notes about a contact.',
  add_note: 'Writes a note about a contact.',
  list_deals: 'Lists the deals of a contact.',
  send_email: 'Sends an email to a contact.',
};
const SPELLINGS: Record<string, (name: string) => string> = {
  hubspot: (name) => name,
  zendesk: (name) => name.replace(/_(\w)/, (_all, letter: string) => letter.toUpperCase()),
  salesforce: (name) => name.split('_').reverse().join('.'),
};

const tools = Object.entries(SPELLINGS).flatMap(([source, spell]) =>
  Object.entries(TOOLS).map(([name, description]): Tool => {
    const spelled = spell(name);
    const parts = { title: spelled, description, examples: [], operation: { tool: spelled } };
    return tool(`${source}_${spelled.replace('.', '_')}`, { ...parts, source, groups: [source] });
  }),
);
const catalog = createCatalog(tools);
const kinds = new Map(
  tools.map(({ name }, at) => [name, Object.keys(TOOLS)[at % Object.keys(TOOLS).length]]),
);
const kindOf = (name: string) => kinds.get(name);
let embedder: Embedder;
let index: ToolIndex;
beforeAll(async () => {
  embedder = cachedEmbedder(new LocalEmbedder());
  index = await ToolIndex.build(tools.map(toolDocument), embedder);
});
afterAll(() => embedder.close?.());

async function six(message: string) {
  const scores = await index.query(message);
  const allowed = new Set(tools.map(({ name }) => name));
  const matches = scores.top({ topK: 24, minScore: 0, allowed });
  const after = withoutNearCopies(matches, { topK: 6, catalog, message });
  expect(after.map(({ name }) => name).sort()).toEqual(matches.map(({ name }) => name).sort());
  const names = (some: readonly { name: string }[]) => some.slice(0, 6).map(({ name }) => name);
  return { before: names(matches), offered: names(after), next: after.slice(6, 8) };
}

test.each(['find the contact of Jane Doe', 'write a note about this contact', 'mail the contact'])(
  '“%s”: six different tools, and the copies right behind',
  async (message) => {
    const { before, offered, next } = await six(message);
    expect(new Set(before.map(kindOf)).size).toBeLessThan(5);
    expect(new Set(offered.map(kindOf)).size).toBe(6);
    expect(offered[0]).toBe(before[0]);
    expect(next.map(({ name }) => kindOf(name))).toContain(kindOf(offered[0] ?? ''));
  },
);

test.each(Object.keys(SPELLINGS))('a message that names %s is offered its tool', async (source) => {
  const { offered } = await six(`search the contacts in ${source}`);
  const searches = offered.filter((name) => kindOf(name) === 'search_contacts');
  expect(searches.join()).toMatch(new RegExp(`^${source}_[a-zA-Z_]+$`));
});

test('a message that names two sources is offered the tools of both', async () =>
  expect((await six('search contacts in hubspot and in zendesk')).offered).toEqual(
    expect.arrayContaining(['hubspot_search_contacts', 'zendesk_searchContacts']),
  ));

const operation = (source: string, method: string, path: string) => {
  const words = { title: path, description: path, examples: [], source, groups: [source] };
  const name = `${source}_${method} ${path}`.replace(/\W+/g, '_');
  return tool(name, { ...words, operation: { id: path, method, path } });
};
const first = (message: string, ...all: Tool[]): string[] => {
  const matches = all.map(({ name }) => ({ name, score: 1 }));
  const options = { topK: 2, catalog: createCatalog(all), message };
  return withoutNearCopies(matches, options).map(({ name }) => name);
};
const ROLES = '/namespaces/{ns}/roles';
const stable = operation('k', 'GET', `/apis/rbac/v1${ROLES}`);
const beta = operation('k', 'GET', `/apis/rbac/v1beta1${ROLES}`);
const write = operation('k', 'POST', `/apis/rbac/v1beta1${ROLES}`);

test('the best version stands among the first, the others behind, unless the message names them', () => {
  const names = [beta, stable, write].map(({ name }) => name);
  const [one, copy, other] = names;
  expect(first('all roles', beta, stable, write)).toEqual([one, other, copy]);
  expect(first('all roles, v1 too', beta, stable, write)).toEqual(names);
});

test.each([
  ['1.1', '2', true],
  ['', 'v2', true],
  ['V3', 'v3.1', true],
  ['v2alpha1', 'v2', true],
  ['video', 'v2', false],
  ['{v1}', 'v2', false],
  ['users', 'v1', false],
])('/%s/x and /%s/x: copies %s', (one, other, isCopy) => {
  const path = (version: string) => `/api${version === '' ? '' : `/${version}`}/x`;
  const all = [operation('a', 'GET', path(one)), operation('a', 'GET', path(other)), write];
  expect(first('show x', ...all).indexOf(all[1]?.name ?? '') === 2).toBe(isCopy);
});

test('not those of two sources', () => {
  const all = [operation('a', 'GET', '/v1/x'), operation('b', 'GET', '/v2/x'), write];
  expect(first('show x', ...all)).toEqual(all.map(({ name }) => name));
});

test('tools that are no tools of servers are left as they are', () => {
  const plain = tools.slice(0, 9).map(({ operation: _none, ...tool }) => tool as Tool);
  const matches = plain.map(({ name }) => ({ name, score: 1 }));
  const options = { topK: 3, catalog: createCatalog(plain), message: '' };
  expect(withoutNearCopies(matches, options)).toEqual(matches);
});

describe('named sources', () => {
  const NAMES = ['github', 'slack', 'google_drive'].flatMap((source) =>
    Array.from({ length: 6 }, (_, at) => ({ source, name: `${source}_${at}` })),
  );
  const catalog = createCatalog(NAMES.map(({ source, name }) => tool(name, { source })));
  const matchesOf = (...names: string[]) => names.map((name) => ({ name, score: 1 }));
  const order = (matches: readonly { name: string }[], message: string, topK = 6) =>
    withNamedSources(matches, { topK, catalog, message }).map(({ name }) => name);

  const GITHUB_FIRST = matchesOf(
    ...Array.from({ length: 6 }, (_, at) => `github_${at}`),
    ...Array.from({ length: 6 }, (_, at) => `slack_${at}`),
    'google_drive_0',
  );

  test('tools of the sources that a message names share the places, the best first', () => {
    const names = order(GITHUB_FIRST, 'Read the issue on GitHub and post it to Slack');
    expect(names.slice(0, 6)).toEqual([
      ...['github_0', 'github_1', 'github_2', 'slack_0', 'slack_1', 'slack_2'],
    ]);
    expect(names.slice(6, 9)).toEqual(['github_3', 'github_4', 'github_5']);
  });

  test('tools of the sources that a message names one that has few matches leaves the rest to the others', () =>
    expect(order(GITHUB_FIRST, 'Copy it from github to Google Drive').slice(0, 6)).toEqual([
      ...['github_0', 'github_1', 'github_2', 'github_3', 'github_4', 'google_drive_0'],
    ]));

  test.each(['Post the issue to Slack', 'post the issue', 'google it on github'])(
    'tools of the sources that a message names “%s” names fewer than two, and changes nothing',
    (message) => expect(order(GITHUB_FIRST, message)).toEqual(GITHUB_FIRST.map(({ name }) => name)),
  );

  test('tools of the sources that a message names no match is lost or doubled, and the best three stay', () => {
    const matches = fc.shuffledSubarray(NAMES.map(({ name }) => name));
    const words = fc.subarray(['github', 'slack', 'google drive']);
    fc.assert(
      fc.property(matches, words, fc.integer({ min: 1, max: 8 }), (names, said, topK) => {
        const after = order(matchesOf(...names), said.join(' and '), topK);
        expect([...after].sort()).toEqual([...names].sort());
        const stay = Math.min(3, topK);
        expect(after.slice(0, stay)).toEqual(names.slice(0, stay));
      }),
      { seed: 20 },
    );
  });
});
