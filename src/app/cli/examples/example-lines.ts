import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lineId, type ExampleLine } from '../../../agenttools/sources/examples/example-line.js';
import { readExamples } from '../../../agenttools/sources/examples/read-examples.js';
import type { Tool } from '../../../agenttools/tool.js';

/** The lines of a file; none where there is no file. Rejects with `config_error` that names a wrong line. */
export function readLines(path: string): ExampleLine[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  readExamples(text);
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as ExampleLine);
}

/** Replaces the file as a whole, so that a server which reads it finds it complete. */
export function writeLines(path: string, lines: readonly ExampleLine[]): void {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** Changes with what a model is told of the tool. */
export function toolHash({ name, title = '', description, inputSchema }: Tool): string {
  const told = JSON.stringify([name, title, description, inputSchema]);
  return createHash('sha256').update(told).digest('hex').slice(0, 12);
}

/** The tools without examples, or whose examples a model wrote for what they were before. */
export function missingTools<T extends Tool>(
  tools: readonly T[],
  lines: readonly ExampleLine[],
): T[] {
  const known = new Map(lines.map((line) => [line.id, line]));
  return tools.filter((tool) => {
    const line = known.get(lineId(tool)) ?? known.get(tool.name);
    if (line === undefined || line.examples.length === 0) return true;
    return line.hash !== undefined && line.hash !== toolHash(tool);
  });
}

/** The lines with new ones in the places of those that they replace, or behind them. */
export function withLines(
  lines: readonly ExampleLine[],
  added: readonly ExampleLine[],
): ExampleLine[] {
  const byId = new Map([...lines, ...added].map((line) => [line.id, line]));
  return [...byId.values()];
}
