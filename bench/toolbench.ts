import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../src/foundation/json.js';
import { toolDocument, type IndexedDocument } from '../src/toolindex/document.js';

/** One question of a set: `gold` are the names of all tools it needs. */
export interface BenchQuery {
  query: string;
  gold: string[];
  /** Earlier turns of the conversation, oldest first. */
  context?: { role: string; content: string }[];
}

/** One public tool-selection set; its whole catalogue is searched. */
export interface BenchSet {
  name: string;
  documents: IndexedDocument[];
  /** What the documents are made of. */
  tools: ToolLine[];
  queries: BenchQuery[];
  /** Requests that need none of the tools, where the set has any. */
  toolless: string[];
  /** A variant of another set; it does not count in the mean. */
  variant?: true;
}

/** A tool as a set has it. */
export interface ToolLine {
  name: string;
  description: string;
  inputSchema?: JsonObject;
  exampleQueries?: string[];
}

/** Reads every folder of `directory` that holds `tools.jsonl` and `queries*.jsonl`, by name. */
export function readSets(directory: string): BenchSet[] {
  return readdirSync(directory)
    .filter((name) => existsSync(join(directory, name, 'tools.jsonl')))
    .sort()
    .flatMap((name) => readSet(directory, name));
}

/** One set; two when examples per tool stand beside it, since the product's tools have examples. */
function readSet(directory: string, name: string): BenchSet[] {
  const folder = join(directory, name);
  const tools = readLines<ToolLine>(join(folder, 'tools.jsonl'));
  const queryFiles = readdirSync(folder).filter((file) => /^queries.*\.jsonl$/.test(file));
  const queries = queryFiles.sort().flatMap((file) => readLines<BenchQuery>(join(folder, file)));
  const toolless = readdirSync(folder).filter((file) => /^notool.*\.jsonl$/.test(file));
  const plain: BenchSet = {
    name,
    documents: tools.map((tool) => toDocument(tool)),
    tools,
    queries,
    toolless: toolless
      .flatMap((file) => readLines<BenchQuery>(join(folder, file)))
      .map(({ query }) => query),
  };
  const exampleFile = join(folder, 'examples.jsonl');
  if (!existsSync(exampleFile)) return [plain];
  const examples = new Map(
    readLines<Pick<ToolLine, 'name' | 'exampleQueries'>>(exampleFile).map((line) => [
      line.name,
      line.exampleQueries,
    ]),
  );
  const documents = tools.map((tool) => toDocument(tool, examples.get(tool.name)));
  return [plain, { ...plain, name: `${name} with examples`, documents, variant: true }];
}

function toDocument(tool: ToolLine, examples = tool.exampleQueries ?? []): IndexedDocument {
  const { name, description, inputSchema = {} } = tool;
  return toolDocument({ name, description, examples, inputSchema });
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}
