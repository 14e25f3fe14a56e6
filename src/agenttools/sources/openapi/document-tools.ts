import { atOnce } from '../../../foundation/turns.js';
import { defined } from '../../../foundation/defined.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import { PropertyAliases } from '../../../foundation/argument-names.js';
import { numberOf } from '../../../foundation/exact-json.js';
import { invalidArguments } from '../../../foundation/errors.js';
import { closedObject, isObject, type JsonObject } from '../../../foundation/json.js';
import { compileArguments } from '../../arguments.js';
import { ArgumentChecks } from './argument-checks.js';
import type { Operation, DocumentTool } from './operation.js';
import { operationTool } from './operation-tool.js';
import { schemaToolName, type PreparedDocument } from './prepare-document.js';
import type { Schema } from './schema/schema.js';
import { SchemaReader } from './schema/schema-fields.js';
import { showSchema } from './schema/show-schema.js';

/** Characters of JSON: what six operations of a form may take together is still a quick answer. */
const FORM_BUDGET = 16_000;

/** The tools of a prepared document: one for each operation, and one that shows folded arguments if any are. */
export const documentTools = (...given: Parameters<typeof makeTools>): DocumentTool[] =>
  atOnce(makeTools(...given));

/** As {@link documentTools}, step by step: of a thousand operations that takes 30 ms. */
export function* makeTools(
  source: string,
  document: PreparedDocument,
  { fills = {}, files }: { fills?: Readonly<Record<string, string>>; files?: UserFiles } = {},
): Generator<undefined, DocumentTool[]> {
  const { operations, title } = document;
  const definitions = new Map(document.definitions);
  const parts = {
    source,
    aliases: new PropertyAliases(document.aliases),
    checks: new ArgumentChecks(document.definitions),
    schemas: new SchemaReader(definitions),
    schemaTool: schemaToolName(source),
    fills,
    ...defined({ files }),
  };
  const tools: DocumentTool[] = [];
  for (const operation of operations) {
    const formSchemaOf = { formSchema: () => formSchema(operation, definitions) };
    tools.push({ ...(operation.folded && formSchemaOf), ...operationTool(operation, parts) });
    yield;
  }
  if (!operations.some(({ folded }) => folded)) return tools;
  const asked = operations.map(({ toolName, argumentSchema }) => ({
    toolName,
    argumentSchema,
    definitions,
  }));
  return [...tools, schemaTool(source, title, asked)];
}

/** People are shown more of the arguments than a model: nobody asks the tool of folded parts for them. */
function formSchema({ argumentSchema }: Operation, definitions: ReadonlyMap<string, Schema>) {
  return showSchema(argumentSchema, { definitions, budget: FORM_BUDGET, allValues: true }).schema;
}

const BUDGET = 8000;

const INPUT_SCHEMA: JsonObject = closedObject(['tool'], {
  tool: { type: 'string', description: 'The name of the tool whose arguments are asked for.' },
  path: {
    type: 'string',
    description: 'The part to show, such as "body.spec.containers"; without it all arguments.',
  },
  from: {
    type: 'integer',
    minimum: 1,
    description: 'Of a long list of values, the first to show; without it the list from its start.',
  },
});

type Definitions = ReadonlyMap<string, Schema>;

/** The tool with which the model sees what was left out of a tool's arguments. */
export function schemaTool(
  source: string,
  title: string,
  tools: readonly { toolName: string; argumentSchema: JsonObject; definitions: Definitions }[],
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
    async execute({ tool, path, from }) {
      const asked = byName.get(String(tool));
      const unknown = `There is no tool ${String(tool)} in ${source}`;
      if (asked === undefined)
        throw invalidArguments(`${unknown}; give the name of a tool that you were offered.`);
      const { argumentSchema, definitions } = asked;
      const place = typeof path === 'string' ? path : '';
      const part = partAt(argumentSchema, place, new SchemaReader(definitions));
      const { schema, folded } = showSchema(part, { definitions, budget: BUDGET, allValues: true });
      if (!folded && from === undefined) return { result: { schema } };
      return { result: valuesOf(part, definitions, Number(from ?? 1)) ?? { schema, note: NOTE } };
    },
  };
}

const NOTE = 'Parts without fields, and lists of values, can be asked for with a longer path.';

/** The values of a list that is too long to be shown whole, as many as there is room for. */
function valuesOf(
  part: Schema,
  definitions: ReadonlyMap<string, Schema>,
  from: number,
): JsonObject | undefined {
  const target = listIn(part, definitions);
  if (target === undefined) return undefined;
  const { enum: values, ...rest } = target;
  if (from > values.length)
    throw invalidArguments(`"from" is ${from}, and the list has ${values.length} values.`);
  let room = BUDGET;
  const cost = (value: unknown) => JSON.stringify(value).length + 1;
  const shown = values.slice(from - 1).filter((value) => (room -= cost(value)) > 0);
  const { schema } = showSchema(rest, { definitions, budget: BUDGET });
  const last = from - 1 + shown.length;
  const more =
    last < values.length ? ` Ask again with "from": ${last + 1} for those after them.` : '';
  const note = `Shows ${from} to ${last} of ${values.length} values.${more}`;
  // What no double has stands there with its digits: nobody but the model reads it.
  return { schema: { ...schema, enum: shown.map((one) => numberOf(one) ?? one) }, note };
}

/** The schema itself, or what its references and items lead to, where that is a list of values. */
function listIn(
  part: Schema,
  definitions: ReadonlyMap<string, Schema>,
  depth = 0,
): (JsonObject & { enum: unknown[] }) | undefined {
  if (!isObject(part) || depth > MAX_DEPTH) return undefined;
  if (Array.isArray(part['enum'])) return part as JsonObject & { enum: unknown[] };
  const inner: unknown[] = [part['items'], part['allOf'], part['anyOf']].flat();
  if (typeof part['$ref'] === 'string') inner.push(definitions.get(part['$ref']));
  for (const one of inner) {
    const found = listIn((one ?? true) as Schema, definitions, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MAX_DEPTH = 12;

function partAt(root: Schema, path: string, reader: SchemaReader): Schema {
  let found: Schema = root;
  const names = path.split('.').filter((name) => name !== '');
  names.forEach((name, at) => {
    const fields = fieldsOf(found, reader);
    const next = fields.get(name);
    if (next === undefined) {
      const place = at === 0 ? 'the arguments' : `"${names.slice(0, at).join('.')}"`;
      const known = [...fields.keys()].join(', ') || 'none';
      throw invalidArguments(`"${name}" is no field of ${place}; its fields are: ${known}.`);
    }
    found = next;
  });
  return found;
}

const MAX_LISTS = 6;

function fieldsOf(schema: Schema, reader: SchemaReader, depth = 0): Map<string, Schema> {
  const { fields, items, others } = reader.read(schema);
  const inner = [items, others].flatMap((one) =>
    one === true || depth > MAX_LISTS ? [] : [...fieldsOf(one, reader, depth + 1)],
  );
  return new Map([...inner, ...fields]);
}
