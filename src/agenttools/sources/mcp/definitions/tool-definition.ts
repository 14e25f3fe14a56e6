import { type JsonObject, isObject } from '../../../../foundation/json.js';
import type { ArgumentCheck } from '../../../tool.js';
import { ArgumentChecks } from '../../openapi/argument-checks.js';
import { PropertyAliases } from '../../../../foundation/argument-names.js';
import { SchemaConverter } from '../../openapi/schema/convert-schema.js';
import { showSchema } from '../../openapi/schema/show-schema.js';
import type { Schema } from '../../openapi/schema/schema.js';

/** One tool as its server describes it, with nothing cleaned: what is pinned and what tools are made of. */
export interface ToolDefinition {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: JsonObject;
}

/** A tool that is not offered, and why. */
export interface RefusedTool {
  tool: string;
  reason: string;
}

/** The arguments of one tool, ready to be shown, checked and sent. */
export interface PreparedArguments {
  /** What the model is shown: written out, within the budget. */
  shownSchema: JsonObject;
  /** True when the model is shown less than there is. */
  folded: boolean;
  argumentSchema: JsonObject;
  definitions: ReadonlyMap<string, Schema>;
  /** Undone in what is sent: the server knows the names behind them. */
  aliases: PropertyAliases;
}

/**
 * Prepares a server's schema like that of a document: whatever it holds, what comes out compiles, its
 * regular expressions are shown and not run, and property names that some model API refuses get an alias.
 */
export function prepareArguments(inputSchema: JsonObject, budget: number): PreparedArguments {
  const aliases = new PropertyAliases();
  const converter = new SchemaConverter({
    document: inputSchema,
    dialect: '3.1',
    direction: 'request',
    aliases,
  });
  const converted = converter.convert(inputSchema);
  const definitions = converter.finish();
  const argumentSchema: JsonObject = {
    properties: {},
    ...(isObject(converted) ? converted : {}),
    type: 'object',
  };
  const { schema: shownSchema, folded } = showSchema(argumentSchema, { definitions, budget });
  return { shownSchema, folded, argumentSchema, definitions, aliases };
}

/**
 * The check of a tool's arguments; compiled with its first call, as thousands take seconds. Those of a change may
 * refer to the results of earlier changes.
 */
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
