import { expect, test } from '@jest/globals';
import { bodyOf, EMPTY, faultsOf } from './new-source.js';

test('a document needs an id, a place and an address', () => {
  expect(Object.keys(faultsOf(EMPTY)).sort()).toEqual(['baseUrl', 'id', 'url']);
  const whole = { ...EMPTY, id: 'flags', document: '{}', baseUrl: 'https://x.example' };
  expect(faultsOf(whole)).toEqual({});
  expect(faultsOf({ ...whole, id: 'Flags!' })).toHaveProperty('id');
  expect(bodyOf(whole)).toEqual({
    id: 'flags',
    source: { base_url: 'https://x.example', auth: { forward: 'authorization' } },
    agent: { title: 'Flags', description: expect.stringContaining('Flags') },
    document: '{}',
  });
});

test('an MCP server needs its address only', () => {
  const draft = { ...EMPTY, kind: 'mcp' as const, id: 'files', url: 'https://x.example/mcp ' };
  expect(faultsOf(draft)).toEqual({});
  expect(bodyOf({ ...draft, withAgent: false })).toEqual({
    id: 'files',
    source: { mcp: { url: 'https://x.example/mcp' } },
  });
});
