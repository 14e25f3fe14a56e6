import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { parse, buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { holds } from '../../../test/support/property.js';
import { checkQuery } from './query-limits.js';
import { schema } from './schema.js';

const aliases = (count: number) =>
  Array.from({ length: count }, (_, at) => `a${at}: node(id: ${at}) { id }`).join(' ');
const check = (query: string, variables: Record<string, unknown> = {}) =>
  checkQuery(parse(query), variables, schema);

/** `edges { toNode { edges { toNode … } } }`, so many levels inside a node. */
function nested(levels: number): string {
  const inner = Array.from({ length: levels }, (_, at) => (at % 2 ? 'toNode' : 'edges(limit:1)'));
  return `{ node(id: 1) { ${inner.join('{')} { ${levels % 2 ? 'id' : 'title'} ${'}'.repeat(levels)} } }`;
}

it.each([
  '{ __typename }',
  '{ stats { nodes nodeTypes { type count } } }',
  '{ nodes(search: "fees", limit: 200) { total nodes { id title sourceText(length: 500) } } }',
  '{ node(id: 1) { sourceText edges(limit: 90) { other { sourceText } } } }',
  'query Q($n: Int = 5000) { nodes(limit: 200) { nodes { sourceText(length: $n) } } }',
  '{ node(id: 1) { title edges(limit: 200) { relation toNode { id title } fromNode { id } } } }',
  'query Q($limit: Int) { nodes(limit: $limit) { nodes { id edges(limit: 5) { id } } } }',
])('lets %s pass', (query) => expect(() => check(query)).not.toThrow());

it.each([
  [nested(10), /asks for 12 levels deep; 8 are allowed/],
  [`{ ${aliases(21)} }`, /21 aliases; 20/],
  [`{ stats { nodes ${'@skip(if: false) '.repeat(11)} } }`, /11 directives; 10/],
  ['{ nodes(limit: 200) { nodes { edges(limit: 50) { toNode { id } } } } }', /objects; 5000/],
  ['{ nodes(limit: 200) { nodes { edges { toNode { id } } } } }', /objects; 5000 are allowed/],
  ['{ nodes(limit: 200) { nodes { sourceText } } }', /2000000 characters of texts; 1000000/],
  ['{ nodes(limit: 200) { nodes { sourceText(length: null) } } }', /2000000 characters/],
  ['{ nodes(limit: 200) { nodes { sourceText(length: 5001) } } }', /1000200 characters/],
  [
    '{ nodes(limit: 9) { nodes { edges { fromNode { ...T } toNode { ...T } } } } } fragment T on Node { sourceText(length: 1200) }',
    /1080000 characters of texts.* Give sourceText a length \(without one it counts as 10000\)/,
  ],
  ['{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', /endlessly many levels/],
])('refuses %s', (query, message) => expect(() => check(query)).toThrow(message));

test('a limit in a variable counts as one in the query does', () => {
  const query = 'query Q($n: Int!) { nodes(limit: 50) { nodes { edges(limit: $n) { id } } } }';
  expect(() => check(query, { n: 50 })).not.toThrow();
  expect(() => check(query, { n: 200 })).toThrow('objects');
});

const NO_LENGTH = [{}, { n: null }, { n: 0 }];
test.each(NO_LENGTH)('a length that is none counts as a whole text: %j', (given) => {
  const query = 'query Q($n: Int) { nodes(limit: 200) { nodes { sourceText(length: $n) } } }';
  expect(() => check(query, given)).toThrow('2000000 characters');
  expect(() => check(query, { n: 100 })).not.toThrow();
});

it.each([
  'query Q($n: Int = 200) { nodes(limit: $n) { nodes { edges(limit: $n) { toNode { id } } } } }',
  // Names that every object has.
  'query Q($constructor: Int = 200) { node(id: 1) { edges(limit: $constructor) { ...E } } } fragment E on Edge { toNode { edges { id } } }',
  'query Q($toString: Int) { node(id: 1) { edges(limit: $toString) { toNode { edges { toNode { id } } } } } }',
])('a variable without a value counts as its default: %s', (query) =>
  expect(() => check(query)).toThrow('objects'),
);

test('a query counts the same whether it is written out or spread from fragments', async () => {
  const limits = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 });
  await holds([limits], (ns) => {
    const node = (inner: string) => `{ node(id: 1) { ${inner} } }`;
    const edges = (n: number, inner: string) => `edges(limit: ${n}) { toNode { id ${inner} } }`;
    const written = ns.reduceRight((inner, n) => edges(n, inner), '');
    const fragments = ns.map((n, at) => {
      const next = at + 1 < ns.length ? `...F${at + 1}` : '';
      return `fragment F${at} on Node { ${edges(n, next)} }`;
    });
    const spread = `${node('...F0')} ${fragments.join(' ')}`;
    expect(outcomeOf(node(written))).toBe(outcomeOf(spread));
  });
});

test('fragments that double at each step are counted without walking them twice', () => {
  const doubling = Array.from({ length: 60 }, (_, at) => {
    return `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`;
  });
  const query = `{ ...F0 } ${doubling.join(' ')} fragment F60 on Query { stats { nodes } }`;
  expect(() => check(query)).toThrow('objects');
});

function outcomeOf(query: string): string {
  try {
    return check(query) ?? 'passes';
  } catch (error) {
    return (error as Error).message;
  }
}

test('the documentation shows the schema that is served', async () => {
  const page = await readFile(new URL('../../../docs/knowledge.md', import.meta.url), 'utf8');
  const shown = /```graphql\n([^]*?)```/.exec(page)?.[1] ?? '';
  const print = (one: typeof schema) => printSchema(lexicographicSortSchema(one));
  expect(print(buildSchema(shown))).toBe(print(schema));
});
