import { resolve } from 'node:path';
import { messageOf } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { readTextFileSync } from '../../../foundation/operator-file.js';
import type { AgentConfig, ReadingContext } from './config-file.model.js';

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
    ...instructionsOf(contextType, value['instructions'], context),
    examples: (value['examples'] as string[] | undefined) ?? [],
    context: Object.fromEntries(Object.entries(passed).map(([key, { fills }]) => [key, fills])),
    maxTurns,
    runScript: value['run_script'] === true,
  };
}

/** A single line that ends like a text file is a path; anything else is the text itself. */
function instructionsOf(
  contextType: string,
  value: unknown,
  { folder, fault }: ReadingContext,
): Pick<AgentConfig, 'instructions' | 'instructionsFile'> {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.includes('\n') || !/\.(?:md|txt)$/.test(text)) return { instructions: text };
  const path = ['agents', contextType, 'instructions'];
  const instructionsFile = resolve(folder, text);
  try {
    const read = readTextFileSync(instructionsFile, MAX_INSTRUCTIONS);
    return { instructions: read.trim(), instructionsFile };
  } catch (error) {
    fault(path, `is a file that cannot be read: ${messageOf(error)}`);
  }
  return { instructions: '' };
}
