import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { LlmProvider } from '../../llm/types.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { configError, messageOf } from '../../foundation/errors.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { CONFIG_FILE, findConfigFile, readConfigFile } from '../config/file/read-config-file.js';

export interface CliContext {
  folder: string;
  /** With `SEXTANT_CONFIG` where the command line names a config file. */
  env: Environment;
  say: (text: string) => void;
  startWorker?: StartDocumentWorker;
  model?: LlmProvider;
}

/** A command: it gets the words behind its name and all options, and answers the exit code. */
export type Command = (
  words: readonly string[],
  values: CliValues,
  context: CliContext,
) => Promise<number>;

export function dataDirOf({ folder, env }: CliContext): string {
  return resolve(folder, env['DATA_DIR']?.trim() || '.data');
}

export function configOf(context: CliContext): ConfigFile {
  const file = configIfAny(context);
  if (file !== undefined) return file;
  throw configError(`There is no ${CONFIG_FILE} in ${context.folder}; "sextant init" writes one.`);
}

export function configIfAny({ folder, env }: CliContext): ConfigFile | undefined {
  const path = findConfigFile(env, folder);
  return path === undefined ? undefined : readConfigFile(path, env);
}

export const USAGE = `sextant COMMAND

  init [--id flags --openapi PATH_OR_URL --base-url URL]   writes ${CONFIG_FILE}; asks for what is not given
  init --id files --mcp "COMMAND ARGUMENTS" (or a URL)     the same for an MCP server
  check [--tools] [--all]                                  says what is wrong with it, and what would be offered; --all
                                                           names every operation that is left out
  check --overlay OUT.yaml [--source ID]                   writes what previews lack and the document may be missing
  check --against FILE [--source ID] [--messages]          replays accepted changes, and what users asked, against another
        [--show-messages] [--json]                         document, overlay, examples, policies or config file
  tools "SENTENCE"                                         shows which tools a request finds
  examples [ID] [--number 3] [--languages English,German]  has the configured model write example requests for the
           [--yes]                                         tools of a source that lack them, and checks them all
  tune                                                     finds the share of words and meaning for the configured
                                                           embedder by the tools' own examples, and stores it
  bench-selection [--embedder local,ollama]                measures selection on these tools by their own examples,
                                                           with each embedder and without each feature
  eval [SUITE] [--models a,b] [--repeat 3]                 plays scenarios with models and says how many succeed;
                                                           "sextant eval --help" has the rest
  sources                                                  shows tools of MCP servers that wait to be approved
  sources approve ID [TOOL…]                               approves them; suspicious ones by name only
  mcp [--url URL]                                          speaks MCP over standard streams, for a running server
  audit verify [--seq N --hash H]                          says whether the log of changes is whole; the noted entry, too
  audit export [--after N]                                 prints it, a line of JSON each
  audit receipts                                           prints what was presented, decided, sent and answered, signed
  audit key                                                prints the public key that receipts are signed for
  verify FILE [--key PEM …]                                says whether receipts are whole, without a server
  doctor [--model]                                         looks at all that a start needs; --model asks the model, too
  migrate                                                  brings the tables up to date, as a start does, and ends
  backup [FILE]                                            writes all rows to a file, also while the server runs
  restore FILE                                             puts them into an empty database, and compares every one
  move --to postgres://…                                   from the embedded database to PostgreSQL; repeat it to continue
  serve                                                    runs the server; without a config file, the sample
  plugin test [--reads] [PATH or PACKAGE …]                says whether plugins hold their contract; without a name,
                                                           those of the config file. --reads asks their real backends

Options: --config PATH (or SEXTANT_CONFIG) names another config file.`;

export function parseWords<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  usage: string,
  options: O,
): ReturnType<typeof parseArgs<{ allowPositionals: true; options: O }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw configError(`${messageOf(error)}\n\n${usage}`);
  }
}

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
    key: { type: 'string', multiple: true },
    'base-url': { type: 'string' },
    against: { type: 'string' },
    overlay: { type: 'string' },
    source: { type: 'string' },
    messages: { type: 'boolean' },
    'show-messages': { type: 'boolean' },
    json: { type: 'boolean' },
    tools: { type: 'boolean' },
    all: { type: 'boolean' },
    reads: { type: 'boolean' },
    number: { type: 'string' },
    languages: { type: 'string' },
    embedder: { type: 'string' },
    yes: { type: 'boolean' },
    model: { type: 'boolean' },
    help: { type: 'boolean' },
    version: { type: 'boolean' },
  });
}

export type CliValues = ReturnType<typeof parseCli>['values'];
