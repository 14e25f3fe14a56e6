import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { specTypeSchemas } from '@modelcontextprotocol/client';
import {
  type JsonObject,
  isObject,
  jsonDepth,
  asObject,
  asList,
} from '../../../../foundation/json.js';
import type { ArgumentCheck } from '../../../tool.js';
import { ArgumentChecks } from '../../openapi/argument-checks.js';
import { PropertyAliases } from '../../../../foundation/argument-names.js';
import { SchemaConverter } from '../../openapi/schema/convert-schema.js';
import { showSchema } from '../../openapi/schema/show-schema.js';
import type { Schema } from '../../openapi/schema/schema.js';
import { defined } from '../../../../foundation/defined.js';
import { messageOf } from '../../../../foundation/errors.js';
import { invisibleCharacters } from '../../../../foundation/invisible.js';
import { Turns } from '../../../../foundation/turns.js';
import type { McpLimits } from '../connect/server-place.js';

/** One tool as its server describes it, with nothing cleaned: what is pinned and what tools are made of. */
export interface ToolDefinition {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: JsonObject;
}

export interface RefusedTool {
  tool: string;
  reason: string;
}

export interface PreparedArguments {
  /** What the model is shown: written out, within the budget. */
  shownSchema: JsonObject;
  folded: boolean;
  argumentSchema: JsonObject;
  definitions: ReadonlyMap<string, Schema>;
  /** Undone in what is sent: the server knows the names behind them. */
  aliases: PropertyAliases;
}

/** Whatever the schema holds, what comes out compiles, runs no foreign expression, and has names that APIs take. */
export function prepareArguments(inputSchema: JsonObject, budget: number): PreparedArguments {
  const aliases = new PropertyAliases();
  const is = { dialect: '3.1', direction: 'request' } as const;
  const converter = new SchemaConverter({ document: inputSchema, ...is, aliases });
  const converted = converter.convert(inputSchema);
  const definitions = converter.finish();
  const own = asObject(converted);
  const argumentSchema: JsonObject = { properties: {}, ...own, type: 'object' };
  const { schema: shownSchema, folded } = showSchema(argumentSchema, { definitions, budget });
  return { shownSchema, folded, argumentSchema, definitions, aliases };
}

/** Compiled with its first call, as thousands take seconds. A change's may refer to results of earlier changes. */
export function checkOfArguments(
  name: string,
  { argumentSchema, definitions }: Pick<PreparedArguments, 'argumentSchema' | 'definitions'>,
  { mayRefer = false }: { mayRefer?: boolean } = {},
): ArgumentCheck {
  let check: ArgumentCheck | undefined;
  return (input) => {
    check ??= new ArgumentChecks(definitions).of({ name, argumentSchema, mayRefer });
    check(input);
  };
}

/** The tools of a server's list that can be offered; what is wrong with one costs that one. */
export async function readDefinitions(
  listed: readonly unknown[],
  limits: Pick<McpLimits, 'tools' | 'schemaChars'>,
  turns = new Turns(),
): Promise<{ definitions: ToolDefinition[]; refused: RefusedTool[] }> {
  const definitions = new Map<string, ToolDefinition>();
  const refused: RefusedTool[] = [];
  for (const [at, tool] of listed.slice(0, limits.tools).entries()) {
    const fault = faultOf(tool, definitions, limits);
    if (fault === undefined) {
      const definition = definitionOf(tool as JsonObject);
      definitions.set(definition.name, definition);
    } else {
      const name: unknown = isObject(tool) ? tool['name'] : undefined;
      const isNamed = typeof name === 'string' && name !== '';
      refused.push({ tool: isNamed ? name.slice(0, MAX_SHOWN_NAME) : `#${at + 1}`, reason: fault });
    }
    await turns.next();
  }
  const more = listed.length - limits.tools;
  if (more > 0) {
    const reason = `The server lists ${more} tools more than the ${limits.tools} that are read.`;
    refused.push({ tool: '', reason });
  }
  return { definitions: [...definitions.values()], refused };
}

function definitionOf(tool: JsonObject): ToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name: name as string,
    description: typeof description === 'string' ? description : '',
    inputSchema: inputSchema as JsonObject,
    annotations: asObject(annotations),
    ...defined({
      title: typeof title === 'string' ? title : undefined,
      outputSchema: isObject(outputSchema) ? outputSchema : undefined,
    }),
  };
}

const MAX_NAME = 128;
/** Far deeper than schemas are; what is deeper still exhausts the stack of those who read it. */
const MAX_DEPTH = 200;
const MAX_SHOWN_NAME = 80;
const MAX_DESCRIPTION = 50_000;
/** Converting more holds the thread for longer than a turn may take: lists are read tool by tool. */
const MAX_OBJECTS = 2_500;

function faultOf(
  tool: unknown,
  taken: ReadonlyMap<string, unknown>,
  { schemaChars }: Pick<McpLimits, 'schemaChars'>,
): string | undefined {
  if (!isObject(tool)) return 'It is no object.';
  if (jsonDepth(tool, MAX_DEPTH) > MAX_DEPTH)
    return `It is nested deeper than ${MAX_DEPTH} levels.`;
  const { name, description, inputSchema, execution, ...others } = tool;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME)
    return `It has no name of 1 to ${MAX_NAME} characters.`;
  if (invisibleCharacters(name).length > 0) return 'Its name has invisible characters.';
  if (taken.has(name)) return 'The server lists this name twice; the first one counts.';
  if (!isObject(inputSchema)) return 'It has no inputSchema.';
  if (isObject(execution) && execution['taskSupport'] === 'required')
    return 'It can only be called as a task, which is not supported.';
  if (typeof description === 'string' && description.length > MAX_DESCRIPTION)
    return `Its description has more than ${MAX_DESCRIPTION} characters, which are read at most.`;
  if (JSON.stringify(others).length > schemaChars)
    return `What it has beside its inputSchema has more than the ${schemaChars} characters that are read at most.`;
  const chars = JSON.stringify(inputSchema).length;
  if (chars > schemaChars)
    return `Its inputSchema has ${chars} characters; ${schemaChars} are read at most.`;
  if (objectsIn(inputSchema) > MAX_OBJECTS)
    return `Its inputSchema has more than ${MAX_OBJECTS} objects, which are read at most.`;
  return schemaFault(inputSchema) ?? memberFault(tool);
}

function objectsIn(schema: unknown): number {
  let found = 0;
  const open: unknown[] = [schema];
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) found += 1;
    for (const one of Object.values(next)) if (typeof one === 'object') open.push(one);
  }
  return found;
}

/** What the protocol says of the other members; the schemas in them are looked at elsewhere. */
function memberFault(tool: JsonObject): string | undefined {
  const { inputSchema, outputSchema } = tool;
  const schemas = [inputSchema, outputSchema].filter(isObject);
  if (schemas.some(({ $schema = '' }) => typeof $schema !== 'string'))
    return 'The $schema of its schemas must be a text.';
  const type = 'object';
  const others = { ...tool, inputSchema: { type } };
  const checked = isObject(outputSchema) ? { ...others, outputSchema: { type } } : others;
  const [issue] = specTypeSchemas.Tool['~standard'].validate(checked).issues ?? [];
  if (issue === undefined) return undefined;
  return `Its ${(issue.path ?? []).map(String).join('.')} is not as the protocol has it: ${issue.message}.`;
}

const DRAFT_07 = /draft-0[67]/;
const options = { strict: false, allErrors: false, logger: false } as const;
const draft07 = new Ajv(options);
const draft2020 = new Ajv2020(options);

/** Servers declare draft-07 or 2020-12, and mean one of them where they declare nothing or another. */
function schemaFault(schema: JsonObject): string | undefined {
  const { $schema, ...rest } = schema;
  const ajv = typeof $schema === 'string' && DRAFT_07.test($schema) ? draft07 : draft2020;
  if (!isOfObjects(schema)) return 'Its inputSchema is not of type "object".';
  try {
    if (ajv.validateSchema(rest) === true) return undefined;
    const { instancePath = '', message = 'is not valid' } = ajv.errors?.[0] ?? {};
    const place = instancePath === '' ? 'it' : instancePath.slice(0, 100);
    return `Its inputSchema is no JSON Schema: ${place} ${message}.`;
  } catch (error) {
    return `Its inputSchema is no JSON Schema: ${messageOf(error).slice(0, 200)}.`;
  }
}

/** The protocol wants `type: "object"`; a union may say it in each of its alternatives instead. */
function isOfObjects(schema: unknown): boolean {
  const { type, anyOf, oneOf, allOf } = asObject(schema);
  if (type !== undefined) return type === 'object';
  return (
    asList(allOf).some(isOfObjects) ||
    [anyOf, oneOf].map(asList).some((union) => union.length > 0 && union.every(isOfObjects))
  );
}
