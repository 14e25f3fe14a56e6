import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { compileArguments } from '../../arguments.js';
import type { DocumentTool } from './document-tool.js';
import { schemaToolName } from './prepare-document.js';
import type { Schema } from './schema/schema.js';
import { showSchema } from './schema/show-schema.js';

const BUDGET = 8000;

const INPUT_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    tool: { type: 'string', description: 'The name of the tool whose arguments are asked for.' },
    path: {
      type: 'string',
      description: 'The part to show, such as "body.spec.containers"; without it all arguments.',
    },
  },
  required: ['tool'],
  additionalProperties: false,
};

/** A tool whose arguments can be asked for. */
export interface AskedTool {
  toolName: string;
  argumentSchema: JsonObject;
  /** What the schema's references lead to. */
  definitions: ReadonlyMap<string, Schema>;
}

/** The tool with which the model sees what was left out of a tool's arguments. */
export function schemaTool(
  source: string,
  title: string,
  tools: readonly AskedTool[],
): DocumentTool {
  const byName = new Map(tools.map((one) => [one.toolName, one]));
  const name = schemaToolName(source);
  return {
    name,
    title: `Arguments of ${title || source}`,
    description: `Shows the full JSON Schema of the arguments of another tool of ${title || source}, or of one part of them.`,
    inputSchema: INPUT_SCHEMA,
    check: compileArguments({ name, inputSchema: INPUT_SCHEMA }),
    examples: [],
    groups: [source],
    source,
    effect: 'read',
    indexed: { description: 'JSON Schema of the arguments of a tool', parameters: '' },
    async execute({ tool, path }) {
      const asked = byName.get(String(tool));
      if (asked === undefined) {
        throw new AppError(
          'invalid_arguments',
          `There is no tool ${String(tool)} in ${source}; give the name of a tool that you were offered.`,
        );
      }
      const { argumentSchema, definitions } = asked;
      const part = partAt(argumentSchema, typeof path === 'string' ? path : '', definitions);
      const { schema, folded } = showSchema(part, { definitions, budget: BUDGET });
      const note = 'Parts without fields can be asked for with a longer path.';
      return { result: folded ? { schema, note } : { schema } };
    },
  };
}

function partAt(root: Schema, path: string, definitions: ReadonlyMap<string, Schema>): Schema {
  let found: Schema = root;
  const names = path.split('.').filter((name) => name !== '');
  names.forEach((name, at) => {
    const fields = fieldsOf(found, definitions);
    const next = fields.get(name);
    if (next === undefined) {
      const place = at === 0 ? 'the arguments' : `"${names.slice(0, at).join('.')}"`;
      throw new AppError(
        'invalid_arguments',
        `"${name}" is no field of ${place}; its fields are: ${[...fields.keys()].join(', ') || 'none'}.`,
      );
    }
    found = next;
  });
  return found;
}

const MAX_DEPTH = 12;

/** The fields of an object, of what a list holds, and of all parts of a composition. */
function fieldsOf(
  schema: Schema,
  definitions: ReadonlyMap<string, Schema>,
  depth = 0,
): Map<string, Schema> {
  const found = new Map<string, Schema>();
  if (!isObject(schema) || depth > MAX_DEPTH) return found;
  const inner: unknown[] = [schema['items'], schema['additionalProperties']];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    if (Array.isArray(schema[keyword])) inner.push(...(schema[keyword] as unknown[]));
  }
  if (typeof schema['$ref'] === 'string') inner.push(definitions.get(schema['$ref']));
  for (const part of inner) {
    for (const [name, one] of fieldsOf(part as Schema, definitions, depth + 1))
      found.set(name, one);
  }
  const own = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [name, one] of Object.entries(own)) found.set(name, one as Schema);
  return found;
}
