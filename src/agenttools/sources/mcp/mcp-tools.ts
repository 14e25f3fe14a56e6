import type { Tool } from '../../tool.js';
import { toolNames } from '../openapi/naming/tool-names.js';
import { examplesOf, schemaToolName } from '../openapi/prepare-document.js';
import { schemaTool } from '../openapi/schema-tool.js';
import { fieldWords } from '../openapi/text/field-words.js';
import { Turns } from '../../../foundation/turns.js';
import {
  prepareArguments,
  type PreparedArguments,
  type ToolDefinition,
} from './definitions/tool-definition.js';
import { definitionText } from './definitions/definition-text.js';
import { mcpTool } from './mcp-tool.js';
import { ownValue } from '../../../foundation/json.js';
import { isOfferedTool, isReadTool, type McpPatterns, type NamedDefinition } from './mcp-rules.js';

/** How a server's tools become tools here. */
export interface McpToolsOptions {
  source: string;
  patterns: McpPatterns;
  /** Example sentences by the tool's name there or here. */
  examples: Readonly<Record<string, readonly string[]>>;
  /** Arguments that the page's context fills: argument → context key. */
  fills: Readonly<Record<string, string>>;
  /** Characters of JSON that the model is shown of one tool's arguments. */
  budget: number;
}

/** Each definition with the name it has here: `<source>_<tool>`, made one that every model API takes. */
export function nameDefinitions(
  source: string,
  definitions: readonly ToolDefinition[],
): NamedDefinition[] {
  const names = toolNames(
    source,
    definitions.map(({ name }) => ({ id: name, place: name })),
  );
  return definitions.map((definition, at) => ({ definition, toolName: names[at] as string }));
}

/** The tools of a server that the operator offers, and one that shows folded arguments if any are. */
export async function mcpTools(
  named: readonly NamedDefinition[],
  options: McpToolsOptions,
  turns = new Turns(),
): Promise<Tool[]> {
  const { source, patterns, examples } = options;
  const offered: (NamedDefinition & { arguments: PreparedArguments })[] = [];
  for (const one of named) {
    if (!isOfferedTool(patterns, one)) continue;
    const prepared = prepareArguments(one.definition.inputSchema, options.budget);
    offered.push({ ...one, arguments: prepared });
    await turns.next();
  }
  const fields = fieldWords(offered.map((one) => one.arguments.shownSchema));
  const tools: Tool[] = [];
  for (const [at, one] of offered.entries()) {
    const { name: tool } = one.definition;
    const made = mcpTool({
      source,
      tool,
      toolName: one.toolName,
      text: definitionText(one.definition),
      arguments: one.arguments,
      fills: options.fills,
      indexedFields: fields[at] ?? { names: '', words: '' },
      examples: examplesOf(examples, [tool, one.toolName]),
      reads: isReadTool(patterns, one),
      dryRun: ownValue(patterns.dryRuns ?? {}, tool),
      inverse: ownValue(patterns.inverses ?? {}, tool),
      link: ownValue(patterns.links ?? {}, tool),
      schemaTool: schemaToolName(source),
    });
    tools.push(made);
    await turns.next();
  }
  const folded = offered.filter((one) => one.arguments.folded);
  if (folded.length === 0) return tools;
  const shown = folded.map((one) => ({ toolName: one.toolName, ...one.arguments }));
  return [...tools, schemaTool(source, source, shown)];
}
