import { firstChars } from '../foundation/text.js';
import { asObject, isObject, type JsonObject, propertiesOf } from '../foundation/json.js';
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
  const { name, description, inputSchema, indexed, examples } = tool;
  // As the local embedder was trained.
  const told = `${splitIdentifiers(name).trim()}. ${firstChars(description, MAX_DESCRIPTION).trim()}`;
  return {
    name,
    text: indexed?.description ?? `${told}${parameterNames(inputSchema)}`,
    examples: examples.filter((text) => text.trim() !== '').slice(0, MAX_EXAMPLES),
    parameters: indexed?.parameters ?? parameterText(inputSchema),
  };
}

function parameterNames(schema: JsonObject): string {
  const names = Object.keys(propertiesOf(schema)).slice(0, MAX_PARAMETERS);
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
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const { description } = asObject(property);
    words.push(name);
    if (typeof description === 'string') words.push(description);
    collect(property, words, depth + 1);
  }
  collect(schema.items, words, depth + 1);
}
