import { type AppError, configError } from '../../../foundation/errors.js';
import { isObject } from '../../../foundation/json.js';
import { cleanText } from '../openapi/text/clean-text.js';

/** So many examples of a tool are read, */
export const MAX_EXAMPLES = 8;
/** How long a file of them may be. */
export const MAX_EXAMPLES_BYTES = 4 * 1024 * 1024;
/** and so many characters of each. */
export const MAX_LENGTH = 300;

/**
 * The sentences of a file of examples, by operationId or tool name: a line each,
 * `{"id": "createFlag", "examples": ["Make a flag named beta"]}`. Rejects with `config_error` that names
 * the line.
 */
export function readExamples(text: string): Record<string, string[]> {
  const found: [string, string[]][] = [];
  text.split('\n').forEach((line, at) => {
    if (line.trim() !== '') found.push(readLine(line, at + 1));
  });
  return Object.fromEntries(found);
}

function readLine(line: string, number: number): [string, string[]] {
  const value = parse(line, number);
  const { id, examples } = isObject(value) ? value : {};
  const isList = Array.isArray(examples) && examples.every((one) => typeof one === 'string');
  if (typeof id !== 'string' || !isList) {
    throw wrong(number, 'must be {"id": operationId or tool name, "examples": ["…"]}');
  }
  return [id, cleanExamples(examples)];
}

export function cleanExamples(examples: readonly string[]): string[] {
  const cleaned = examples.map((one) => cleanText(one, MAX_LENGTH)).filter((one) => one !== '');
  return cleaned.slice(0, MAX_EXAMPLES);
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw wrong(number, 'is not valid JSON');
  }
}

function wrong(number: number, rule: string): AppError {
  return configError(`Line ${number} of the examples ${rule}.`);
}
