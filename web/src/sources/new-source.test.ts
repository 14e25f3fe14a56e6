import { expect, test } from '@jest/globals';
import { bodyOf, draftOf, EMPTY, faultsOf } from './new-source.js';

test('a document needs an id, a place and an address', () => {
  expect(Object.keys(faultsOf(EMPTY)).sort()).toEqual(['baseUrl', 'id', 'url']);
  const whole = { ...EMPTY, id: 'flags', document: '{}', baseUrl: 'https://x.example' };
  expect(faultsOf(whole)).toEqual({});
  expect(faultsOf({ ...whole, id: 'Flags!' })).toHaveProperty('id');
  expect(bodyOf({ ...whole, baseUrl: 'https://X.example/v1', forwards: true })).toMatchObject({
    source: { auth: { forward: 'authorization' } },
    forward_to: 'https://x.example',
  });
  expect(bodyOf(whole)).toEqual({
    id: 'flags',
    source: { base_url: 'https://x.example' },
    agent: { title: 'Flags', description: expect.stringContaining('Flags') },
    document: '{}',
  });
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
  expect(bodyOf({ ...draft, withAgent: false })).toEqual({
    id: 'files',
    source: { mcp: { url: 'https://x.example/mcp' } },
  });
});

test('what was added is changed, and what the form does not ask for is kept', () => {
  const added = {
    id: 'flags',
    source: {
      openapi: 'https://x.example/a.json',
      base_url: 'https://x.example',
      auth: { forward: 'authorization' },
      refuse: ['deleteFlag'],
    },
    agent: { title: 'Our flags', instructions: 'Be short.' },
    forward_to: 'https://x.example',
  };
  const { forward_to: _, ...unsent } = added;
  const draft = draftOf(added);
  expect(bodyOf(draft, added)).toEqual(added);
  const moved = bodyOf({ ...draft, document: '{}', forwards: false }, added);
  expect(moved).toEqual({
    ...unsent,
    source: { base_url: 'https://x.example', refuse: ['deleteFlag'] },
    document: '{}',
  });
  const server = { id: 'files', source: { mcp: { url: 'https://x.example/mcp' }, reads: ['get'] } };
  expect(bodyOf({ ...draftOf(server), url: 'https://y.example/mcp' }, server)).toEqual({
    id: 'files',
    source: { mcp: { url: 'https://y.example/mcp' }, reads: ['get'] },
  });
});
