import type { Tool, ToolCall } from '../../tool.js';
import { toolNames } from '../openapi/naming/tool-names.js';
import { examplesOf, schemaToolName } from '../openapi/prepare-document.js';
import { schemaTool } from '../openapi/document-tools.js';
import { fieldWords, type FieldWords } from '../openapi/text/operation-text.js';
import { Turns } from '../../../foundation/turns.js';
import { ownValue, type JsonObject, asObject, propertiesOf } from '../../../foundation/json.js';
import { defined } from '../../../foundation/defined.js';
import {
  MCP_CALL,
  secretsOf,
  toolRequest,
  type CallFacts,
  type CallPayload,
} from '../../changes/mcp-call/mcp-call.js';
import { MASK } from '../../changes/http-request/mask-secrets.js';
import { secretPlaces } from '../openapi/request-rules-of.js';
import { writeJson } from '../../../foundation/exact-json.js';
import { leavesOf } from '../../changes/alike.js';
import { referencesIn } from '../../changes/references.js';
import { contextIdsOf, titleWith } from '../tool-source.js';
import { cutText, cleanText } from '../openapi/text/clean-text.js';
import { webPageOfAnswer } from '../../changes/http-request/web-page.js';
import { isNumber } from '../../../foundation/exact-number.js';
import {
  prepareArguments,
  type PreparedArguments,
  type ToolDefinition,
  checkOfArguments,
} from './definitions/tool-definition.js';
import { isOfferedTool, isReadTool, type McpPatterns, type NamedDefinition } from './mcp-rules.js';
import { answerOf, readResult, shapeResult, wholeResult } from './answer/shape-result.js';

interface McpToolsOptions {
  source: string;
  patterns: McpPatterns;
  examples: Readonly<Record<string, readonly string[]>>;
  fills: Readonly<Record<string, string>>;
  budget: number;
}

/** Each definition with the name it has here: `<source>_<tool>`, made one that every model API takes. */
export function nameDefinitions(
  source: string,
  definitions: readonly ToolDefinition[],
): NamedDefinition[] {
  const known = definitions.map(({ name }) => ({ id: name, place: name }));
  const names = toolNames(source, known);
  return definitions.map((definition, at) => ({ definition, toolName: names[at] as string }));
}

interface OfferedTool extends NamedDefinition {
  arguments: PreparedArguments;
}

/** The tools of a server that the operator offers, and one that shows folded arguments if any are. */
export async function mcpTools(
  named: readonly NamedDefinition[],
  options: McpToolsOptions,
  turns = new Turns(),
): Promise<Tool[]> {
  const { source, patterns, budget } = options;
  const offered: OfferedTool[] = [];
  for (const one of named) {
    if (!isOfferedTool(patterns, one)) continue;
    offered.push({ ...one, arguments: prepareArguments(one.definition.inputSchema, budget) });
    await turns.next();
  }
  const fields = fieldWords(offered.map((one) => one.arguments.shownSchema));
  const tools: Tool[] = [];
  for (const [at, one] of offered.entries()) {
    tools.push(mcpTool(one, fields[at] as FieldWords, options));
    await turns.next();
  }
  const folded = offered.filter((one) => one.arguments.folded);
  if (folded.length === 0) return tools;
  const shown = folded.map((one) => ({ toolName: one.toolName, ...one.arguments }));
  return [...tools, schemaTool(source, source, shown)];
}

/** The tool of a server's tool: a read is called at once, anything else becomes a change for a person to decide on. */
function mcpTool(
  one: OfferedTool,
  fields: FieldWords,
  { source, patterns, examples, fills }: McpToolsOptions,
): Tool {
  const { toolName, definition } = one;
  const { name: tool } = definition;
  const { title, description, indexed } = definitionText(definition);
  const { shownSchema, folded, aliases, argumentSchema } = one.arguments;
  const reads = isReadTool(patterns, one);
  return {
    name: toolName,
    title,
    description,
    inputSchema: shownSchema,
    examples: examplesOf(examples, [tool, toolName]),
    groups: [source],
    source,
    effect: reads ? 'read' : 'propose',
    exactNumbers: true,
    proposes: reads ? undefined : MCP_CALL,
    contextIds: contextIdsOf(Object.keys(propertiesOf(argumentSchema)), fills),
    schemaTool: folded ? schemaToolName(source) : undefined,
    indexed: { description: `${indexed}${fields.names}`, parameters: fields.words },
    check: checkOfArguments(toolName, one.arguments, { mayRefer: !reads }),
    operation: { tool },
    async execute(input, call) {
      const sent = aliases.undo(input) as JsonObject;
      if (!reads) return propose(one, patterns, sent, call);
      const raw = await call.read.send<JsonObject>(toolRequest(tool, sent));
      const read = readResult(raw);
      // Cut by whole items for the model, and whole for people.
      const shaped = shapeResult(toolName, raw, read);
      const link = pageOfCall(ownValue(patterns.links ?? {}, tool), sent, answerOf(raw));
      return { result: shaped, shown: wholeResult(raw, shaped, read), ...defined({ link }) };
    },
  };
}

const MAX_DRY_RUN = 20_000;
/** Of secrets, kept with each change. */
const MAX_PLACES = 300;
const MAX_PLACE = 300;

/** With what the server says it would do, where it can say so: a change that cannot work is not proposed. */
async function propose(
  { definition, toolName }: NamedDefinition,
  { dryRuns = {}, inverses = {}, links = {} }: McpPatterns,
  input: JsonObject,
  call: ToolCall,
) {
  const { name: tool } = definition;
  const { title } = definitionText(definition);
  const payload: CallPayload = { tool, arguments: input };
  const inverse = ownValue(inverses, tool);
  const places = secretPlaces(definition.inputSchema, definition.inputSchema);
  const secrets = places.filter(({ length }) => length <= MAX_PLACE).slice(0, MAX_PLACES);
  const { call: shown, masked, hide } = secretsOf(payload, { secrets });
  const description = sentence(title, shown['arguments']);
  const reversible = inverse === undefined ? 'unknown' : 'undo';
  const extra: JsonObject = { title, call: shown, protection: 'none', reversible, ...masked };
  const url = pageOfCall(ownValue(links, tool), asObject(shown['arguments']));
  if (url !== undefined) extra['target'] = { url };
  const dryRun = ownValue(dryRuns, tool);
  // What an earlier change only makes cannot be tried yet.
  if (dryRun !== undefined && referencesIn(input).length === 0) {
    const answer = await call.read.send<JsonObject>(toolRequest(tool, { ...input, ...dryRun }));
    shapeResult(toolName, answer);
    const { texts, values } = readResult(answer);
    const said = texts.map((text, at) => (values[at] ? writeJson(hide(values[at])) : hide(text)));
    extra['dry_run'] = said.join('\n').slice(0, MAX_DRY_RUN);
  }
  const facts: CallFacts = { secrets, ...defined({ inverse }) };
  const preview = { kind: MCP_CALL, description, payload, extra, facts };
  return { result: { change: description }, signals: [{ type: 'preview' as const, preview }] };
}

const MAX_SHOWN = 60;
const MAX_VALUES = 3;

/** What is called, and with what: its first values, wherever they stand. */
function sentence(title: string, input: unknown): string {
  const values = [...leavesOf(input, true).values()]
    .filter((value) => typeof value !== 'object' || isNumber(value))
    .map((value) => cutText(String(value), MAX_SHOWN))
    .filter((value) => value !== '' && value !== MASK)
    .slice(0, MAX_VALUES);
  return titleWith(title, values);
}

/** Capped for every tool alike, so that none can crowd out the others before the model or in the index. */
const MAX_DESCRIPTION = 800;
const MAX_INDEXED = 300;
const MAX_TITLE = 80;

/** The words of a tool, without markup and invisible characters: for people and the model, and for the index. */
export function definitionText(definition: ToolDefinition) {
  const { name, annotations } = definition;
  // `create_pullRequest` is "create pull request".
  const split = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ');
  const words = cleanText(split.toLowerCase(), MAX_TITLE) || 'tool';
  const title =
    cleanText(definition.title, MAX_TITLE) || cleanText(annotations['title'], MAX_TITLE) || words;
  const said = cleanText(definition.description, MAX_DESCRIPTION) || `${title}.`;
  const indexed = [title, title === words ? '' : words, cutText(said, MAX_INDEXED)];
  return {
    title: cutText(title, MAX_TITLE),
    description: said,
    indexed: indexed.filter((part) => part !== '').join('. '),
  };
}

/** The server's own page of what a call is about; `{id}`: an argument, else a field of the answer or of each row. */
export function pageOfCall(
  address: string | undefined,
  input: JsonObject,
  answer?: unknown,
): string | undefined {
  if (address === undefined) return undefined;
  const known = asObject(answer);
  const filled = address.replaceAll(/\{([^{}]+)\}/g, (place, name: string) => {
    const id = textOf(ownValue(input, name)) ?? textOf(ownValue(known, name));
    return id === undefined ? place : encodeURIComponent(id);
  });
  return webPageOfAnswer(filled, '', answer);
}

function textOf(value: unknown): string | undefined {
  if (isNumber(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
