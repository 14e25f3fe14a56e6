import { firstChars } from '../foundation/text.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import type { EmbedKind } from './embedder.js';
import { splitIdentifiers } from './retrieve/words.js';

export interface IndexedDocument {
  /** Unique in the index; what a search answers. */
  name: string;
  /** What is embedded of it, and read by words. */
  text: string;
  /** How the text is embedded; absent: as a document. */
  kind?: EmbedKind;
  /** Sentences with which people ask for it; each has a vector of its own. */
  examples?: readonly string[];
  /** Names and descriptions of the tool's parameters; read by words alone, at a lower weight. */
  parameters?: string;
}

export interface DescribedTool {
  name: string;
  description: string;
  examples: readonly string[];
  inputSchema: JsonObject;
  /** The text that its source wrote for the index, in place of name and description. */
  indexed?: { description: string; parameters: string };
}

/** As much of a description is embedded; the local embedder was trained with 120 to 320 characters. */
const MAX_DESCRIPTION = 320;
/** So many names of parameters are embedded with it. */
const MAX_PARAMETERS = 14;
/** More examples than this find little more and lengthen the first start. */
const MAX_EXAMPLES = 10;

export function toolDocument(tool: DescribedTool): IndexedDocument {
  const { name, inputSchema, indexed, examples } = tool;
  return {
    name,
    text: indexed?.description ?? `${descriptionText(tool)}${parameterNames(inputSchema)}`,
    examples: examples.filter((text) => text.trim() !== '').slice(0, MAX_EXAMPLES),
    parameters: indexed?.parameters ?? parameterText(inputSchema),
  };
}

/** `Name words. Description`, as the local embedder was trained. */
function descriptionText({ name, description }: DescribedTool): string {
  return `${splitIdentifiers(name).trim()}. ${firstChars(description, MAX_DESCRIPTION).trim()}`;
}

function parameterNames({ properties }: JsonObject): string {
  const names = isObject(properties) ? Object.keys(properties).slice(0, MAX_PARAMETERS) : [];
  if (names.length === 0) return '';
  return ` (${names.map((name) => splitIdentifiers(name).trim()).join(', ')})`;
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
