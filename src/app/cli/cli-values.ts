import { parseWords } from './parse-words.js';
import { USAGE } from './usage.js';

/** The words and options of a command line; rejects with `config_error` that ends with the usage. */
export function parseCli(args: readonly string[]) {
  return parseWords(args, USAGE, {
    config: { type: 'string' },
    id: { type: 'string' },
    openapi: { type: 'string' },
    mcp: { type: 'string' },
    url: { type: 'string' },
    to: { type: 'string' },
    seq: { type: 'string' },
    hash: { type: 'string' },
    after: { type: 'string' },
    'base-url': { type: 'string' },
    tools: { type: 'boolean' },
    all: { type: 'boolean' },
    reads: { type: 'boolean' },
    number: { type: 'string' },
    languages: { type: 'string' },
    embedder: { type: 'string' },
    yes: { type: 'boolean' },
    model: { type: 'boolean' },
    help: { type: 'boolean' },
  });
}

/** The options that were given. */
export type CliValues = ReturnType<typeof parseCli>['values'];
