import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Observable } from 'rxjs';
import type { Tool } from '../../tool.js';
import { type AppError, configError, conflict } from '../../../foundation/errors.js';
import { fileChanges, readTextFile } from '../../../foundation/operator-file.js';
import { asObject } from '../../../foundation/json.js';
import { cleanText } from '../openapi/text/clean-text.js';

export interface ExampleLine {
  id: string;
  examples: readonly string[];
  /** Of what the operation was when a model wrote the line; absent: people wrote it, and it stays. */
  hash?: string;
}

export function lineId({ name, operation }: Pick<Tool, 'name' | 'operation'>): string {
  if (operation === undefined) return name;
  return 'tool' in operation ? name : operation.id;
}

/** What a person wants the examples of a tool to be, and what they were shown before. */
export interface ExamplesEdit {
  examples: readonly string[];
  was: readonly string[];
}

export type ExampleTool = Pick<Tool, 'name' | 'operation' | 'examples'>;

/** A file of example requests: a line for each tool, which people read, edit and commit. */
export class ExampleFile {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly path: string) {}

  get changes$(): Observable<void> {
    return fileChanges(this.path);
  }

  /** Replaces the line of a tool alone; without examples it goes. Rejects with `conflict` where others were shown. */
  edit(tool: ExampleTool, { examples, was }: ExamplesEdit): Promise<void> {
    const done = this.last.then(async () => {
      const before = await this.stamp();
      const text = before === '' ? '' : await readTextFile(this.path, MAX_EXAMPLES_BYTES);
      const known = readExamples(text);
      const id = [lineId(tool), tool.name].find((one) => Object.hasOwn(known, one));
      const now = id === undefined ? tool.examples : (known[id] ?? []);
      if (!isDeepStrictEqual(now, cleanExamples(was))) throw this.changed(tool.name);
      const edited = withLine(text, id ?? lineId(tool), cleanExamples(examples));
      await this.replace(edited, before, tool.name);
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  private async replace(text: string, before: string, tool: string): Promise<void> {
    const temporary = `${this.path}.${randomUUID()}.tmp`;
    try {
      await writeFile(temporary, text);
      if ((await this.stamp()) !== before) throw this.changed(tool);
      await rename(temporary, this.path);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Tells one state of the file from another; empty where there is none. */
  private async stamp(): Promise<string> {
    const found = await stat(this.path).catch(() => undefined);
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  }

  private changed(tool: string): AppError {
    return conflict(
      `The examples of ${tool} were changed in the meantime, so nothing was written. Look at them again, then edit them.`,
    );
  }
}

/** The text with other examples in the line of an id, the last one where there are several; behind the others where there is none. */
function withLine(text: string, id: string, examples: readonly string[]): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line) => JSON.parse(line) as ExampleLine);
  const at = parsed.findLastIndex((line) => line.id === id);
  const line = JSON.stringify({ ...parsed[at], id, examples });
  const others = lines.filter((_, row) => parsed[row]?.id !== id);
  const edited = at === -1 ? [...lines, line] : lines.with(at, line);
  return (examples.length === 0 ? others : edited).map((one) => `${one}\n`).join('');
}

/** So many examples of a tool are read, */
export const MAX_EXAMPLES = 8;
export const MAX_EXAMPLES_BYTES = 4 * 1024 * 1024;
/** and so many characters of each. */
export const MAX_LENGTH = 300;

/** By operationId or tool name: `{"id": "createFlag", "examples": ["…"]}` a line. `config_error` names the line. */
export function readExamples(text: string): Record<string, string[]> {
  const found: [string, string[]][] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() !== '') found.push(readLine(line, at + 1));
  });
  return Object.fromEntries(found);
}

function readLine(line: string, number: number): [string, string[]] {
  const wrong = (rule: string) => configError(`Line ${number} of the examples ${rule}.`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw wrong('is not valid JSON');
  }
  const { id, examples } = asObject(value);
  const isList = Array.isArray(examples) && examples.every((one) => typeof one === 'string');
  if (typeof id === 'string' && isList) return [id, cleanExamples(examples)];
  throw wrong('must be {"id": operationId or tool name, "examples": ["…"]}');
}

export function cleanExamples(examples: readonly string[]): string[] {
  const cleaned = examples.map((one) => cleanText(one, MAX_LENGTH)).filter((one) => one !== '');
  return cleaned.slice(0, MAX_EXAMPLES);
}
