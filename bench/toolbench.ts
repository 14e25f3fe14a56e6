import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../src/foundation/json.js';
import { toolDocument, type IndexedDocument } from '../src/toolindex/document.js';

/** One question of a set: `gold` are the names of all tools it needs. */
export interface BenchQuery {
  query: string;
  gold: string[];
  context?: { role: string; content: string }[];
}

/** One public tool-selection set; its whole catalogue is searched. */
export interface BenchSet {
  name: string;
  documents: IndexedDocument[];
  queries: BenchQuery[];
}

interface ToolLine {
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
    .map((name) => readSet(directory, name));
}

function readSet(directory: string, name: string): BenchSet {
  const folder = join(directory, name);
  const queryFiles = readdirSync(folder).filter((file) => /^queries.*\.jsonl$/.test(file));
  return {
    name,
    documents: readLines<ToolLine>(join(folder, 'tools.jsonl')).map((tool) =>
      toolDocument({
        name: tool.name,
        description: tool.description,
        examples: tool.exampleQueries ?? [],
        inputSchema: tool.inputSchema ?? {},
      }),
    ),
    queries: queryFiles.sort().flatMap((file) => readLines<BenchQuery>(join(folder, file))),
  };
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}
