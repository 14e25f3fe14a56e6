import { isObject, type JsonObject } from '../../src/foundation/json.js';
import { documentTools } from '../../src/agenttools/sources/openapi/document-tools.js';
import { shapeAnswer } from '../../src/agenttools/sources/openapi/answer/shape-answer.js';
import { PropertyAliases } from '../../src/foundation/argument-names.js';
import type { Operation } from '../../src/agenttools/sources/openapi/operation.js';
import { buildRequest } from '../../src/agenttools/sources/openapi/request/build-request.js';
import { timesOf, type Times } from '../measure.js';
import type { BenchSource } from './prepare.js';

/** CPU of a call beside the backend's, in ms. */
export interface CallTimes {
  first: Times;
  later: Times;
}

/** A list as backends answer it: more than is shown, so that shortening it counts too. */
const ANSWER = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(
    Array.from({ length: 100 }, (_, id) => ({ id, name: `item ${id}`, note: 'x'.repeat(200) })),
  ),
};

/** Calls every read of the document that takes only scalars in its path, twice. */
export function callTimes({ id, prepared }: BenchSource): CallTimes {
  const tools = new Map(documentTools(id, prepared).map((tool) => [tool.name, tool]));
  const aliases = new PropertyAliases(prepared.aliases);
  const first: number[] = [];
  const later: number[] = [];
  for (const operation of prepared.operations) {
    const input = inputFor(operation);
    const tool = tools.get(operation.toolName);
    if (input === undefined || tool === undefined) continue;
    for (const times of [first, later]) {
      const start = performance.now();
      tool.check(input);
      buildRequest(operation, input, aliases);
      shapeAnswer(operation, ANSWER);
      times.push(performance.now() - start);
    }
  }
  return { first: timesOf(first), later: timesOf(later) };
}

/** Something valid for each required argument; undefined where that takes more than a scalar. */
function inputFor({ reads, argumentSchema }: Operation): JsonObject | undefined {
  const properties = argumentSchema['properties'] as Record<string, unknown>;
  const required = (argumentSchema['required'] ?? []) as string[];
  if (!reads) return undefined;
  const entries = required.map((name) => [name, valueFor(properties[name])] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function valueFor(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  if (schema['type'] === 'integer') return 1;
  return schema['type'] === 'string' &&
    schema['format'] === undefined &&
    schema['minLength'] === undefined
    ? 'acme'
    : undefined;
}
