import { isObject, type JsonObject } from '../../../../foundation/json.js';
import type { ToolSpec } from '../../../types.js';
import { entityOf } from '../reading/automation.js';
import { namedThing } from '../reading/facts.js';
import type { Reading } from '../reading/reading.js';
import type { World } from '../world.js';
import { actionTypeIn } from './part-questions.js';

/** Property names → what they are filled with, by meaning. The first line that fits a name counts. */
const BY_NAME: readonly [RegExp, (world: World) => unknown][] = [
  [/^(workflow_id|config_id|id)$/, ({ situation }) => situation.currentId],
  [/entity|^table$|^source$/, ({ reading }) => entityOf(reading)],
  [/^schema$/, ({ reading }) => entityOf(reading)?.split('.')[0]],
  [/action_type/, ({ reading }) => actionTypeIn(reading)],
  [/severity/, ({ reading }) => reading.value('sev')],
  [/trigger/, ({ reading }) => reading.value('trig')],
  [/is_active|active/, ({ reading }) => truth(reading.value('active'))],
  [
    /days|rows|limit|count|number/,
    ({ reading }) => reading.tokens.find((token) => token.value !== undefined)?.value,
  ],
  [/name|page|form|node|title/, ({ reading }) => namedThing(reading)],
  [/query|search|text|question/, ({ reading }) => reading.text.trim()],
];

function truth(word: string | undefined): boolean | undefined {
  return word === undefined ? undefined : word === 'true';
}

/**
 * Arguments for a tool from its schema and the sentence: enums by their words, the rest by property
 * name and type. `undefined` when a required argument stays empty.
 */
export function fillFromSchema(tool: ToolSpec, world: World): JsonObject | undefined {
  const properties = isObject(tool.inputSchema['properties']) ? tool.inputSchema['properties'] : {};
  const required = Array.isArray(tool.inputSchema['required']) ? tool.inputSchema['required'] : [];
  const args: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = isObject(schema) ? fillOne(name, schema, world) : undefined;
    if (value !== undefined) args[name] = value;
    else if (required.includes(name)) return undefined;
  }
  return args;
}

function fillOne(name: string, schema: JsonObject, world: World): unknown {
  if (Array.isArray(schema['enum'])) return enumValue(schema['enum'].map(String), world.reading);
  const filler = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  const value = filler?.(world);
  return fitsType(value, schema['type']) ? value : undefined;
}

/** The enum value whose words the sentence says. */
function enumValue(values: readonly string[], reading: Reading): string | undefined {
  const text = ` ${reading.tokens.map((token) => token.stem).join(' ')} `;
  return values.find(
    (value) => text.includes(` ${value.replaceAll('_', ' ')} `) || reading.says(value),
  );
}

function fitsType(value: unknown, type: unknown): boolean {
  const types = [type].flat();
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  if (typeof value === 'boolean') return types.includes('boolean');
  return typeof value === 'string' && types.includes('string');
}
