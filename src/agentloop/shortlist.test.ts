import { expect, test } from '@jest/globals';
import { tool } from '../../test/support/loop.js';
import { createCatalog } from '../agenttools/catalog.js';
import { shortlistText } from './active-tools.js';

const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `tool_${at}`);
const catalogOf = (names: readonly string[]) =>
  createCatalog(names.map((name) => tool(name, { title: 'x'.repeat(90) })));

test('few candidates are told with their titles', () => {
  const names = named(3);
  expect(shortlistText(names, catalogOf(names)).split('\n')[2]).toBe(`tool_2: ${'x'.repeat(60)}`);
  expect(shortlistText([], createCatalog([]))).toBe('');
});

test('of more the best have titles, as there is room', () => {
  const names = named(60);
  const lines = shortlistText(names, catalogOf(names)).split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual(names);
  expect(lines[0]).toContain('x');
  expect(lines.at(-1)).toBe('tool_59');
  expect(lines.join('\n').length).toBeLessThanOrEqual(2000);
});

test('of many the names alone, as many as there is room for', () => {
  const names = named(100).map((name) => `${name}_${'y'.repeat(30)}`);
  const text = shortlistText(names, catalogOf(names));
  expect(text).not.toContain('x');
  expect(text.split('\n')).toEqual(names.slice(0, text.split('\n').length));
  expect(text.length).toBeGreaterThan(1900);
  expect(text.length).toBeLessThanOrEqual(2000);
});
