import { bodyOf, draftOf, EMPTY, faultsOf } from './new-source.js';

test('a document needs an id, a place and an address', () => {
  expect(Object.keys(faultsOf(EMPTY)).sort()).toEqual(['baseUrl', 'id', 'url']);
  const whole = { ...EMPTY, id: 'flags', document: '{}', baseUrl: 'https://x.example' };
  expect(faultsOf(whole)).toEqual({});
  expect(faultsOf({ ...whole, id: 'Flags!' })).toHaveProperty('id');
  const forwarding = bodyOf({ ...whole, baseUrl: 'https://X.example/v1', forwards: true });
  expect(forwarding.source).toMatchObject({ auth: { forward: 'authorization' } });
  expect(forwarding.forward_to).toBe('https://x.example');
  const source = { base_url: 'https://x.example' };
  const agent = { title: 'Flags', description: expect.stringContaining('Flags') };
  expect(bodyOf(whole)).toEqual({ id: 'flags', source, agent, document: '{}' });
});

test('the pages of a source are lines, which come back as they were', () => {
  const draft = { ...EMPTY, kind: 'mcp' as const, id: 'shop', url: 'https://x.example/mcp' };
  const links = { get_order: 'https://x.example/{id}', get_user: 'https://x.example/u/{id}' };
  const lines = 'get_order https://x.example/{id}\nget_user https://x.example/u/{id}';
  const body = bodyOf({ ...draft, links: `  ${lines.replace(' ', '   ')}\n\n` });
  expect(body.source['links']).toEqual(links);
  expect(draftOf(body).links).toBe(lines);
  expect(bodyOf({ ...draftOf(body), links: '' }, body).source).not.toHaveProperty('links');
  expect(faultsOf({ ...draft, links: 'get_order' })).toHaveProperty('links');
});

test('an MCP server needs its address only', () => {
  const draft = { ...EMPTY, kind: 'mcp' as const, id: 'files', url: 'https://x.example/mcp ' };
  expect(faultsOf(draft)).toEqual({});
  const source = { mcp: { url: 'https://x.example/mcp' } };
  expect(bodyOf({ ...draft, withAgent: false })).toEqual({ id: 'files', source });
});

test('what was added is changed, and what the form does not ask for is kept', () => {
  const base = { base_url: 'https://x.example' };
  const documented = { openapi: 'https://x.example/a.json', auth: { forward: 'authorization' } };
  const agent = { title: 'Our flags', instructions: 'Be short.' };
  const kept = { id: 'flags', agent, source: { ...base, refuse: ['deleteFlag'] } };
  const source = { ...kept.source, ...documented };
  const added = { ...kept, source, forward_to: 'https://x.example' };
  const draft = draftOf(added);
  expect(bodyOf(draft, added)).toEqual(added);
  const moved = bodyOf({ ...draft, document: '{}', forwards: false }, added);
  expect(moved).toEqual({ ...kept, document: '{}' });
  const at = (host: string) => ({ mcp: { url: `https://${host}/mcp` }, reads: ['get'] });
  const server = { id: 'files', source: at('x.example') };
  const changed = bodyOf({ ...draftOf(server), url: 'https://y.example/mcp' }, server);
  expect(changed).toEqual({ id: 'files', source: at('y.example') });
});
