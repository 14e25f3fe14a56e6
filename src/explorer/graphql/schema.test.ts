import { expect, test } from '@jest/globals';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { readFile } from 'node:fs/promises';
import { schema } from './schema.js';

test('the documentation shows the schema that is served', async () => {
  const page = await readFile(new URL('../../../docs/knowledge.md', import.meta.url), 'utf8');
  const shown = /```graphql\n([^]*?)```/.exec(page)?.[1] ?? '';
  const print = (one: typeof schema) => printSchema(lexicographicSortSchema(one));
  expect(print(buildSchema(shown))).toBe(print(schema));
});
