import { expect, test } from '@jest/globals';
import { tool } from '../../test/support/loop.js';
import { createCatalog } from '../agenttools/catalog.js';
import { shortlistText } from './shortlist.js';

test('names with titles, as many as there is room for', () => {
  const names = Array.from({ length: 100 }, (_, at) => `tool_${at}`);
  const titled = names.map((name, at) =>
    at === 0 ? tool(name, { title: 'x'.repeat(90) }) : tool(name),
  );
  const lines = shortlistText(names, createCatalog(titled)).split('\n');
  expect(lines[0]).toBe(`tool_0: ${'x'.repeat(60)}`);
  expect(lines[1]).toBe('tool_1');
  expect(shortlistText(Array<string>(1000).fill('tool_1'), createCatalog(titled)).length).toBe(
    1994,
  );
  expect(shortlistText([], createCatalog([]))).toBe('');
});
