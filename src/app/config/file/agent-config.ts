import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { AgentConfig } from './config-file.model.js';
import type { ReadingContext } from './source-config.js';

const MAX_INSTRUCTIONS = 64 * 1024;

/** An agent whose form is already checked. */
export function readAgent(
  contextType: string,
  value: JsonObject,
  context: ReadingContext,
): AgentConfig {
  const title = value['title'] as string;
  const passed = (value['context'] ?? {}) as Record<string, { fills: string[] }>;
  const maxTurns = value['max_turns'] as number | undefined;
  return {
    contextType,
    title,
    description: (value['description'] as string | undefined) ?? title,
    sources: value['sources'] as string[],
    coreTools: (value['core_tools'] as string[] | undefined) ?? [],
    instructions: instructions(
      ['agents', contextType, 'instructions'],
      value['instructions'],
      context,
    ),
    examples: (value['examples'] as string[] | undefined) ?? [],
    context: Object.fromEntries(Object.entries(passed).map(([key, { fills }]) => [key, fills])),
    ...(maxTurns === undefined ? {} : { maxTurns }),
  };
}

/** A single line that ends like a text file is a path; anything else is the text itself. */
function instructions(
  path: readonly string[],
  value: unknown,
  { folder, fault }: ReadingContext,
): string {
  if (typeof value !== 'string') return '';
  if (value.includes('\n') || !/\.(?:md|txt)$/.test(value.trim())) return value.trim();
  const file = resolve(folder, value.trim());
  try {
    if (statSync(file).size <= MAX_INSTRUCTIONS) return readFileSync(file, 'utf8').trim();
    fault(path, `is a file of more than ${MAX_INSTRUCTIONS / 1024} kB`);
  } catch (error) {
    fault(path, `is a file that cannot be read: ${messageOf(error)}`);
  }
  return '';
}
