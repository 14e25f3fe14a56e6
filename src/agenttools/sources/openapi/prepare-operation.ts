import { defined } from '../../../foundation/defined.js';
import { closedObject, isObject, type JsonObject, asObject } from '../../../foundation/json.js';
import { answerHints } from './answer/answer-hints.js';
import type { WriteConventions } from '../../changes/http-request/request-rules.js';
import { fileId } from './document/file-fields.js';
import type { DeclaredOperation } from './document/read-operations.js';
import { parameterExamples, type ReadParameter } from './document/read-parameter.js';
import { BODY_ARGUMENT, nameArguments } from './naming/tool-names.js';
import type { Operation, OperationBody } from './operation.js';
import type { SchemaConverter } from './schema/convert-schema.js';
import { typesOf, type Schema } from './schema/schema.js';
import { requestRulesOf, type OperationsByPath, type StatedRules } from './request-rules-of.js';
import { pageOf, type PageLinks } from '../../changes/http-request/web-page.js';
import { showSchema } from './schema/show-schema.js';
import { cleanText } from './text/clean-text.js';
import { documentExamples, operationWords } from './text/operation-text.js';

/** An operation with its arguments converted; what the model is shown needs all definitions first. */
export interface ConvertedOperation {
  declared: DeclaredOperation;
  arguments: readonly string[];
  argumentSchema: JsonObject;
}

/** Converts the schemas of an operation's parameters and body into one object of arguments. */
export function convertOperation(
  declared: DeclaredOperation,
  converter: SchemaConverter,
  conventions: WriteConventions = {},
): ConvertedOperation {
  const names = nameArguments(declared.parameters);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  // A PATCH names what changes; what its schema requires is written for the whole in most documents.
  const partial = declared.method === 'PATCH' && conventions.patch !== 'strict';
  declared.parameters.forEach((parameter, at) => {
    const name = names[at] as string;
    properties[name] = parameterSchema(parameter, converter);
    if (parameter.required) required.push(name);
  });
  if (declared.body !== undefined) {
    const converted = converter.convert(declared.body.schema, { partial });
    properties[BODY_ARGUMENT] = bodySchema(converted, declared.body.body.kind);
    if (declared.body.body.required) required.push(BODY_ARGUMENT);
  }
  return { declared, arguments: names, argumentSchema: closedObject(required, properties) };
}

function parameterSchema(parameter: ReadParameter, converter: SchemaConverter): Schema {
  const own = converter.convert(parameter.schema ?? {});
  const type = isObject(own) ? own['type'] : undefined;
  const takesEmpty = type === undefined || type === 'string' || type === 'array';
  // What may be empty is an empty text, whatever it is else.
  const converted = parameter.allowEmpty && !takesEmpty ? { anyOf: [own, { const: '' }] } : own;
  const description = cleanText(parameter.description, 400);
  const examples = examplesFor(converted, parameter.examples ?? []);
  const told = defined({
    description: description === '' ? undefined : description,
    examples: examples.length === 0 ? undefined : examples,
  });
  if (Object.keys(told).length === 0) return converted;
  return isObject(converted) ? { ...converted, ...told } : told;
}

/** Documents write many examples as they stand in a URL: a text is none of a number or list. */
function examplesFor(schema: Schema, examples: readonly unknown[]): unknown[] {
  const types = isObject(schema) ? typesOf(schema) : [];
  return types.length === 0 || types.includes('string')
    ? [...examples]
    : examples.filter((value) => typeof value !== 'string');
}

function bodySchema(converted: Schema, kind: OperationBody['kind']): Schema {
  const isOpen = converted === true || (isObject(converted) && Object.keys(converted).length === 0);
  if (kind === 'file') return fileId(asObject(converted));
  if (!isOpen) return converted;
  if (kind === 'json' || kind === 'lines') return { description: 'Any JSON value.' };
  return { type: kind === 'text' ? 'string' : 'object' };
}

export interface FinishOptions extends StatedRules {
  document: JsonObject;
  reads: boolean;
  paths: OperationsByPath;
  links?: PageLinks | undefined;
  definitions: ReadonlyMap<string, Schema>;
  budget: number;
  examples: readonly string[];
}

/** An operation without what the index reads of it, which depends on the others. */
export type UnindexedOperation = Omit<Operation, 'indexText' | 'indexFields'>;

/** The operation as plain data: with what the model is shown, its words, its examples. */
export function finishOperation(
  converted: ConvertedOperation,
  options: FinishOptions,
): UnindexedOperation {
  const { declared, argumentSchema } = converted;
  const { document, definitions, budget } = options;
  const { summary, description, responses } = declared.source;
  const words = operationWords({ ...declared, summary, description });
  const shown = showSchema(argumentSchema, { definitions, budget });
  const page = pageOf(options.links ?? {}, declared.pathTemplate);
  const rules = () => requestRulesOf(declared, options.paths, document, options);
  return {
    id: declared.id,
    method: declared.method,
    pathTemplate: declared.pathTemplate,
    toolName: declared.toolName,
    ...words,
    tags: declared.tags,
    parameters: declared.parameters.map(
      ({ schema: _s, description: _d, examples: _e, ...parameter }, at) => ({
        ...parameter,
        argument: converted.arguments[at] as string,
      }),
    ),
    ...defined({ body: declared.body?.body }),
    signedBy: declared.signedBy,
    reads: options.reads,
    shownSchema: shown.schema,
    folded: shown.folded,
    argumentSchema,
    examples:
      options.examples.length > 0 ? options.examples : documentExamples(declared.body?.media),
    exampleCalls: exampleCalls(document, converted),
    answer: answerHints(document, responses),
    ...defined({ page, rules: options.reads ? undefined : { ...rules(), ...defined({ page }) } }),
  };
}

/** Calls with a body that the document gives as an example, as many and as long as they are worth their tokens. */
const MAX_CALLS = 2;
const MAX_BODY = 600;

/** None where a required parameter has no example. */
function exampleCalls(
  document: JsonObject,
  { declared: { body, parameters }, arguments: names }: ConvertedOperation,
): JsonObject[] {
  const needed = parameters.flatMap(({ required, examples = [] }, at) =>
    required ? [[names[at] as string, examples[0]] as const] : [],
  );
  if (body?.body.kind !== 'json' || needed.some(([, value]) => value === undefined)) return [];
  const bodies = parameterExamples(document, body.media, MAX_BODY).slice(0, MAX_CALLS);
  return bodies.map((one) => ({ ...Object.fromEntries(needed), [BODY_ARGUMENT]: one }));
}
