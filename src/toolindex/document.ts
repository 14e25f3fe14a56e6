import { defined } from '../foundation/defined.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import { restFacts, type RestFacts } from './rest/rest-facts.js';

/** What the index knows of one tool. */
export interface IndexedDocument {
  /** Unique in the index; what a search answers. */
  name: string;
  /** What is embedded: see {@link toolText}. */
  text: string;
  /** Names and descriptions of the tool's parameters; only the lexical block reads them, at a lower weight. */
  parameters?: string;
  /** The tool's own inputs, nested ones not; they tell which tools must come before it. */
  inputs?: readonly ToolInput[];
  /** Absent for what is no operation of a REST API. */
  rest?: RestFacts;
}

/** One input of a tool. */
export interface ToolInput {
  name: string;
  description: string;
  required: boolean;
}

/** The fields of a tool that the index reads. */
export interface DescribedTool {
  name: string;
  description: string;
  examples: readonly string[];
}

const SEPARATOR = ' | ';

/**
 * The text of a tool that is embedded: `{name} — {description} | {example} | {example}…`. A separator
 * inside a part (a table in a description) becomes ` / `, so that the parts can be told apart again.
 */
export function toolText({ name, description, examples }: DescribedTool): string {
  const parts = [`${name} — ${description}`, ...examples];
  return parts.map((part) => part.replaceAll(SEPARATOR, ' / ')).join(SEPARATOR);
}

/** The parts of a {@link toolText}; `undefined` for any other text. */
export function parseToolText(text: string): DescribedTool | undefined {
  const match = /^(\S+) — ([^]*)$/.exec(text);
  if (match === null) return undefined;
  const [, name = '', rest = ''] = match;
  const [description = '', ...examples] = rest.split(SEPARATOR);
  return { name, description, examples };
}

/** A tool as a document of the index; `indexed` is read instead of what the model is shown. */
export function toolDocument(
  tool: DescribedTool & {
    inputSchema: JsonObject;
    indexed?: { description: string; parameters: string };
    operation?: { method: string; path: string } | { tool: string };
  },
): IndexedDocument {
  const { name, inputSchema, indexed, examples, operation } = tool;
  const description = indexed?.description ?? tool.description;
  return {
    name,
    text: toolText({ name, description, examples }),
    parameters: indexed?.parameters ?? parameterText(inputSchema),
    inputs: toolInputs(inputSchema),
    ...defined({ rest: operation && 'path' in operation ? restFacts(operation) : undefined }),
  };
}

/** The top-level properties of an input schema. */
export function toolInputs({ properties, required }: JsonObject): ToolInput[] {
  if (!isObject(properties)) return [];
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    description:
      isObject(property) && typeof property.description === 'string' ? property.description : '',
    required: names.has(name),
  }));
}

const MAX_SCHEMA_DEPTH = 6;

/** The names and descriptions of all properties in a JSON Schema, nested ones and array items too. */
export function parameterText(schema: unknown): string {
  const words: string[] = [];
  collect(schema, words, 0);
  return words.join(' ');
}

function collect(schema: unknown, words: string[], depth: number): void {
  if (!isObject(schema) || depth > MAX_SCHEMA_DEPTH) return;
  if (isObject(schema.properties)) {
    for (const [name, property] of Object.entries(schema.properties)) {
      words.push(name);
      if (isObject(property) && typeof property.description === 'string') {
        words.push(property.description);
      }
      collect(property, words, depth + 1);
    }
  }
  collect(schema.items, words, depth + 1);
}
