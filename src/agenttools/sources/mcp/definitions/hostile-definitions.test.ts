import { MAX_CPU_MS, threadCpuMs } from '../../../../../test/support/hostile.js';
import { systemClock } from '../../../../foundation/clock.js';
import { object } from '../../../../../test/support/openapi/one-operation.js';
import type { JsonObject } from '../../../../foundation/json.js';
import type { Tool } from '../../../tool.js';
import { defaultMcpLimits } from '../connect/server-place.js';
import { mcpTools, nameDefinitions } from '../mcp-tools.js';
import type { PinFile } from '../pins/pin-file.js';
import { Pins } from '../pins/pins.js';
import { readDefinitions } from './tool-definition.js';

/* What a list of tools that means harm costs the main thread in one turn, and its first call. */

const named = (count: number, one: (at: number) => unknown): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, one(at)]));
const text = { type: 'string', minLength: 1 };
const tree = (depth: number, width: number): JsonObject =>
  object(named(width, () => (depth === 1 ? text : tree(depth - 1, width))));
const numbers = Array.from({ length: 20_000 }, (_, at) => `v${at}`);
/** Definitions of which each leads to the next, and the last to the first. */
const chain = (count: number, link: (ref: JsonObject) => JsonObject): JsonObject => {
  const $defs = named(count, (at) => link({ $ref: `#/$defs/p${(at + 1) % count}` }));
  return object({ p0: { $ref: '#/$defs/p0' } }, { $defs });
};

const many = named(1_100, () => text);
const part = (_: unknown, at: number) => object({ [`q${at}`]: text });
const condition = () => ({ if: text, then: text, else: text });
const constant = (_: unknown, at: number) => object({ k: { const: at } });
const schemas: Record<string, JsonObject> = {
  deep: Array.from({ length: 60 }).reduce<JsonObject>((inner) => object({ a: inner }), text),
  wide: object(named(1_100, () => ({ type: 'string' }))),
  'wide and empty': object(named(2_400, () => ({}))),
  'a tree': tree(4, 5),
  'another tree': tree(6, 3),
  'required fields': object(many, { required: Object.keys(many) }),
  'dependent fields': object({}, { dependentRequired: named(1_000, (at) => [`p${at + 1}`]) }),
  'a long enum': object({ p0: { enum: numbers } }),
  'many enums': object(named(500, () => ({ enum: numbers.slice(0, 20) }))),
  'a large const': object({ p0: { const: numbers } }),
  patterns: object(named(1_000, (at) => ({ type: 'string', pattern: `^(a+)+${at}$` }))),
  formats: object(named(1_000, () => ({ type: 'string', format: 'date-time' }))),
  'unique items': object(named(1_000, () => ({ type: 'array', uniqueItems: true }))),
  'a chain of references': chain(800, (next) => object({ x: next })),
  'a long chain': chain(2_000, (next) => object({ x: next })),
  'a circle of allOf': chain(800, (next) => ({ allOf: [next] })),
  'references that multiply': chain(25, (next) => ({ allOf: [next, next, next, next] })),
  'unions that multiply': chain(25, (next) => ({
    anyOf: [1, 2, 3].map((at) => object({ [`z${at}`]: next })),
  })),
  'references to itself': object(named(3, () => ({ $ref: '#' }))),
  'many allOf': object({}, { allOf: Array.from({ length: 700 }, part) }),
  'many oneOf': object({ p0: { oneOf: Array.from({ length: 500 }, constant) } }),
  'many anyOf': object({ p0: { anyOf: Array.from({ length: 500 }, constant) } }),
  'many conditions': object({}, { allOf: Array.from({ length: 300 }, condition) }),
  'pattern properties': object({}, { patternProperties: named(900, () => text) }),
  'a long description': object({ p0: { ...text, description: 'many words '.repeat(18_000) } }),
  'a long default': object({ p0: { default: numbers } }),
};
const one = (inputSchema: JsonObject, more = {}) => [{ name: 't', inputSchema, ...more }];
const lists: Record<string, unknown[]> = {
  ...Object.fromEntries(Object.entries(schemas).map(([name, its]) => [name, one(its)])),
  'a description of 1 MB': one(object({}), { description: 'a word '.repeat(150_000) }),
  'invisible letters': one(object({}), { description: '\u200b'.repeat(1_000_000) }),
  'many hints': one(object({}), { annotations: named(50_000, (at) => at) }),
  '5,000 tools': Array.from({ length: 5_000 }, (_, at) => ({
    name: `t${at}`,
    description: `Does ${at}.`,
    inputSchema: object(named(3, () => text)),
  })),
};

test.each(Object.entries(lists))('%s', async (_name, listed) => {
  // The least of three: what compiling this program costs is not the list's.
  let least = Infinity;
  for (let time = 0; time < 3 && least > MAX_CPU_MS; time += 1)
    least = Math.min(least, await longestTurn(listed));
  expect(least).toBeLessThan(MAX_CPU_MS);
});

const pins = new Pins({
  file: { read: async () => ({ server: 's', tools: {}, log: [] }) } as unknown as PinFile,
  server: 's',
  clock: systemClock,
});

async function longestTurn(listed: unknown[]): Promise<number> {
  let [longest, since, isWatched] = [0, threadCpuMs(), true];
  const look = (): void => {
    const now = threadCpuMs();
    longest = Math.max(longest, now - since);
    since = now;
    if (isWatched) setImmediate(look);
  };
  setImmediate(look);
  const { definitions, refused } = await readDefinitions(listed, defaultMcpLimits);
  // All of them are others than were approved.
  const { held } = await pins.review(definitions);
  const options = { source: 's', patterns: {}, examples: {}, fills: {}, budget: 3_000 };
  const tools = await mcpTools(nameDefinitions('s', definitions), options);
  expect(definitions.length + refused.length).toBe(listed.length);
  expect(held).toHaveLength(definitions.length);
  look();
  for (const tool of tools.slice(0, 1)) callOnce(tool);
  look();
  isWatched = false;
  return longest;
}

function callOnce({ check }: Tool): void {
  try {
    check?.({ p0: { k: 3, x: { x: {} } }, p1: 'a', a: { a: {} } });
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_arguments' });
  }
}
