import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../foundation/errors.js';
import type { Environment } from '../../../foundation/settings-reader.js';
import type { LlmProvider } from '../../../llm/types.js';
import { readConfig } from '../../config/config.js';
import { llmFromConfig } from '../../llm-from-config.js';
import type { ExamplesRequest } from './ask-examples.js';
import type { ExamplesDeps } from './examples-command.js';

/** What of a command line is about the writing. */
export interface ExamplesValues {
  number?: string;
  languages?: string;
  yes?: boolean;
}

const MAX_EXAMPLES = 8;

/** The sentences that a command line asks for. */
export function wantedOf({ number = '3', languages = 'English' }: ExamplesValues): ExamplesRequest {
  const count = Number(number);
  if (!Number.isInteger(count) || count < 1 || count > MAX_EXAMPLES)
    throw new AppError('config_error', `--number takes 1 to ${MAX_EXAMPLES}, not "${number}".`);
  const named = languages.split(',').map((one) => one.trim());
  return { number: count, languages: named.filter((one) => one !== '') };
}

/** What the command works with on this terminal. */
export function examplesDeps(
  { yes = false }: ExamplesValues,
  context: {
    folder: string;
    env: Environment;
    dataDir: string;
    say: (text: string) => void;
    model?: LlmProvider;
  },
): ExamplesDeps {
  const { folder, env, dataDir, say, model } = context;
  return {
    folder,
    cacheFolder: resolve(dataDir, 'vectors'),
    say,
    agree: async (question) => yes || confirmed(question),
    model: () => model ?? configuredModel(env),
  };
}

function configuredModel(env: Environment): LlmProvider {
  const config = readConfig(env);
  if (config.llm.provider !== 'none') return llmFromConfig(config);
  throw new AppError(
    'config_error',
    'No model is configured to write examples: set LLM_PROVIDER and its key (docs/providers.md).',
  );
}

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new AppError('config_error', 'Nobody can be asked here: add --yes to go on.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
