import { isObject, type JsonObject } from '../foundation/json.js';

/** What the index knows of one tool. */
export interface IndexedDocument {
  /** Unique in the index; what a search answers. */
  name: string;
  /** What is embedded: see {@link toolText}. */
  text: string;
  /** Names and descriptions of the tool's parameters; only the lexical block reads them, at a lower weight. */
  parameters?: string;
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

/** A tool as a document of the index. */
export function toolDocument(tool: DescribedTool & { inputSchema: JsonObject }): IndexedDocument {
  return { name: tool.name, text: toolText(tool), parameters: parameterText(tool.inputSchema) };
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
