import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import {
  type CallInverse,
  MCP_CALL,
  toolRequest,
  type CallPayload,
} from '../../changes/mcp-call/mcp-call.js';
import { referencesIn } from '../../changes/references.js';
import type { Tool, ToolCall } from '../../tool.js';
import { contextIdsOf, titleWith } from '../tool-source.js';
import { cutText } from '../openapi/text/clean-text.js';
import { pageOfCall } from './answer/page-of-call.js';
import {
  answerOf,
  readResult,
  shapeResult,
  textOfResult,
  wholeResult,
} from './answer/shape-result.js';
import { checkOfArguments, type PreparedArguments } from './definitions/tool-definition.js';
import type { FieldWords } from '../openapi/text/field-words.js';
import type { DefinitionText } from './definitions/definition-text.js';

/** What one tool is made of. */
export interface McpToolParts {
  source: string;
  toolName: string;
  /** Its name at the server. */
  tool: string;
  text: DefinitionText;
  arguments: PreparedArguments;
  /** Arguments that the page's context fills: argument → context key. */
  fills: Readonly<Record<string, string>>;
  indexedFields: FieldWords;
  examples: readonly string[];
  reads: boolean;
  /** The arguments that make a call of it a dry run, where the operator named them. */
  dryRun: JsonObject | undefined;
  /** The call that takes it back, where the operator named one. */
  inverse: CallInverse | undefined;
  /** The server's own page of what it is about: see {@link pageOfCall}. */
  link: string | undefined;
  /** The tool that shows folded arguments. */
  schemaTool: string;
}

/** The tool of a server's tool: a read is called at once, anything else becomes a change for a person to decide on. */
export function mcpTool(parts: McpToolParts): Tool {
  const { source, tool, toolName, text, reads } = parts;
  const { shownSchema, folded, aliases, argumentSchema } = parts.arguments;
  const properties = isObject(argumentSchema['properties']) ? argumentSchema['properties'] : {};
  return {
    name: toolName,
    title: text.title,
    description: text.description,
    inputSchema: shownSchema,
    examples: parts.examples,
    groups: [source],
    source,
    effect: reads ? 'read' : 'propose',
    exactNumbers: true,
    proposes: reads ? undefined : MCP_CALL,
    contextIds: contextIdsOf(Object.keys(properties), parts.fills),
    schemaTool: folded ? parts.schemaTool : undefined,
    indexed: {
      description: `${text.indexed}${parts.indexedFields.names}`,
      parameters: parts.indexedFields.words,
    },
    check: checkOfArguments(toolName, parts.arguments, { mayRefer: !reads }),
    operation: { tool },
    async execute(input, call) {
      const sent = aliases.undo(input) as JsonObject;
      if (reads) return answered(parts, sent, await result(call, tool, sent));
      return propose(parts, sent, call);
    },
  };
}

/** Cut by whole items for the model, and whole for people. */
function answered({ toolName, link: page }: McpToolParts, input: JsonObject, raw: JsonObject) {
  const read = readResult(raw);
  const shaped = shapeResult(toolName, raw, read);
  const link = pageOfCall(page, input, answerOf(raw));
  return { result: shaped, shown: wholeResult(raw, shaped, read), ...defined({ link }) };
}

async function result(call: ToolCall, tool: string, input: JsonObject): Promise<JsonObject> {
  return call.read.send<JsonObject>(toolRequest(tool, input));
}

const MAX_DRY_RUN = 20_000;

/** With what the server says it would do, where it can say so: a change that cannot work is not proposed. */
async function propose(
  { tool, toolName, text, dryRun, inverse, link }: McpToolParts,
  input: JsonObject,
  call: ToolCall,
) {
  const payload: CallPayload = { tool, arguments: input };
  const description = sentence(text.title, input);
  const extra: JsonObject = {
    ...{ title: text.title, call: payload, protection: 'none' },
    reversible: inverse === undefined ? 'unknown' : 'undo',
  };
  const url = pageOfCall(link, input);
  if (url !== undefined) extra['target'] = { url };
  // What an earlier change only makes cannot be tried yet.
  if (dryRun !== undefined && referencesIn(input).length === 0) {
    const answer = await result(call, tool, { ...input, ...dryRun });
    shapeResult(toolName, answer);
    extra['dry_run'] = textOfResult(answer).slice(0, MAX_DRY_RUN);
  }
  const facts = inverse === undefined ? undefined : { inverse };
  const preview = { kind: MCP_CALL, description, payload, extra, facts };
  return { result: { change: description }, signals: [{ type: 'preview' as const, preview }] };
}

const MAX_SHOWN = 60;
const MAX_VALUES = 3;

function sentence(title: string, input: JsonObject): string {
  const values = Object.values(input)
    .filter((value) => !isObject(value) && !Array.isArray(value) && value !== null)
    .map((value) => cutText(String(value), MAX_SHOWN))
    .filter((value) => value !== '')
    .slice(0, MAX_VALUES);
  return titleWith(title, values);
}
