import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { AppError } from '../../foundation/errors.js';
import { noPolicies } from '../../agenttools/changes/policies/change-policy.js';
import type { ConfigFile, McpSourceConfig } from '../config/file/config-file.model.js';
import { CONFIG_FILE } from '../config/file/read-config-file.js';
import { checkReport } from './check-command.js';
import { dataDirOf, type CliContext } from './cli-context.js';
import { configIfAny, configOf } from './config-of.js';
import { serverFrom, writeConfigFile } from './init-command.js';
import { bridgeMcp } from './mcp-command.js';
import { defined } from '../../foundation/defined.js';
import { readServed } from '../served/served.js';
import { chosenSource, examplesCommand } from './examples/examples-command.js';
import { examplesDeps, wantedOf } from './examples/run-examples.js';
import { askServer, readSources, type ReadSource } from './read-sources.js';
import { parseWords } from './parse-words.js';
import { serve } from './serve-command.js';
import { approveTools, waitingReport } from './sources-command.js';
import { selectionReport } from './tools-command.js';
import { tuneCommand } from './tune/tune-command.js';

const USAGE = `sextant COMMAND

  init [--id flags --openapi PATH_OR_URL --base-url URL]   writes ${CONFIG_FILE}; asks for what is not given
  init --id files --mcp "COMMAND ARGUMENTS" (or a URL)     the same for an MCP server
  check [--tools]                                          says what is wrong with it, and what would be offered
  tools "SENTENCE"                                         shows which tools a request finds
  examples [ID] [--number 3] [--languages English,German]  has the configured model write example requests for the
           [--yes]                                         tools of a source that lack them, and checks them all
  tune                                                     finds the share of words and meaning for the configured
                                                           embedder by the tools' own examples, and stores it
  eval [SUITE] [--models a,b] [--repeat 3]                 plays scenarios with models and says how many succeed;
                                                           "sextant eval --help" has the rest
  sources                                                  shows tools of MCP servers that wait to be approved
  sources approve ID [TOOL…]                               approves them; suspicious ones by name only
  mcp [--url URL]                                          speaks MCP over standard streams, for a running server
  audit verify [--seq N --hash H]                          says whether the log of changes is whole; the noted entry, too
  audit export [--after N]                                 prints it, a line of JSON each
  doctor [--model]                                         looks at all that a start needs; --model asks the model, too
  migrate                                                  brings the tables up to date, as a start does, and ends
  backup [FILE]                                            writes all rows to a file, also while the server runs
  restore FILE                                             puts them into an empty database, and compares every one
  move --to postgres://…                                   from the embedded database to PostgreSQL; repeat it to continue
  serve                                                    runs the server; without a config file, the sample
  plugin test [--reads] [PATH or PACKAGE …]                says whether plugins hold their contract; without a name,
                                                           those of the config file. --reads asks their real backends

Options: --config PATH (or SEXTANT_CONFIG) names another config file.`;

/** Runs one command; answers its exit code. Rejects with `config_error` that says what to correct. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  // Loaded late: it needs the whole server. Its options are its own.
  if (args[0] === 'eval')
    return (await import('./eval/eval-command.js')).evalCommand(args.slice(1), context);
  const { positionals, values } = parsed(args);
  const [command, ...rest] = positionals;
  if (isOperation(command)) return operate(command, rest, values, context);
  switch (command) {
    case 'init':
      context.say(
        `Wrote ${await init(values, context)}. Now run "sextant check"; with a model configured, "sextant examples" makes the tools easier to find.`,
      );
      return 0;
    case 'check':
      return check(configOf(context, values.config), context, values.tools ?? false);
    case 'tools':
      return tools(rest.join(' '), configOf(context, values.config), context);
    case 'examples':
      return examples(rest[0], values, context);
    case 'tune':
      return tune(configOf(context, values.config), context);
    case 'sources':
      return sources(rest, configOf(context, values.config), context);
    case 'mcp':
      await bridgeMcp(values.url, context.env);
      return 0;
    case 'serve': {
      const env = { ...context.env, ...defined({ SEXTANT_CONFIG: values.config }) };
      return serve(await readServed(env, context.folder), env, context.folder);
    }
    case 'audit':
      return audit(rest, values, context);
    case 'plugin':
      return plugin(rest, values, context);
    default:
      context.say(USAGE);
      return command === undefined || values.help ? 0 : 1;
  }
}

function parsed(args: readonly string[]) {
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
    reads: { type: 'boolean' },
    number: { type: 'string' },
    languages: { type: 'string' },
    yes: { type: 'boolean' },
    model: { type: 'boolean' },
    help: { type: 'boolean' },
  });
}

type Values = ReturnType<typeof parsed>['values'];

/** Asks the server once: what it calls a read is written down by name, for its operator to look through. */
async function initMcp(id: string, mcp: string, { folder }: CliContext): Promise<string> {
  const { status, tools } = await askServer(mcpConfigOf(id, mcp, folder));
  if (status.reason !== undefined) throw new AppError('config_error', status.reason);
  const reads = tools.flatMap(({ effect, operation }) =>
    effect === 'read' && operation !== undefined && 'tool' in operation ? [operation.tool] : [],
  );
  return writeConfigFile(folder, { id, mcp, reads });
}

function mcpConfigOf(id: string, mcp: string, folder: string): McpSourceConfig {
  const named = serverFrom(mcp);
  const server = 'url' in named ? { ...named, headers: {} } : { ...named, env: {}, cwd: folder };
  const none = {
    reads: [],
    refuse: [],
    exclude: [],
    dryRuns: {},
    inverses: {},
    policies: noPolicies,
  };
  return { ...none, id, kind: 'mcp', server, trustHints: true, elicitation: false };
}

async function init(values: Values, context: CliContext): Promise<string> {
  const { folder } = context;
  if (values.mcp !== undefined && values.id !== undefined)
    return initMcp(values.id, values.mcp, context);
  const given = [values.id, values.openapi, values['base-url']];
  if (given.every((one) => one !== undefined)) {
    const [id = '', openapi = '', baseUrl = ''] = given;
    return writeConfigFile(folder, { id, openapi, baseUrl });
  }
  if (!process.stdin.isTTY) {
    throw new AppError(
      'config_error',
      'Nobody can be asked here: give --id, --openapi and --base-url, or --id and --mcp.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ask = async (known: string | undefined, question: string): Promise<string> =>
      known ?? (await terminal.question(`${question}: `)).trim();
    return writeConfigFile(folder, {
      id: await ask(values.id, 'A short id for the backend (a-z, 0-9, _)'),
      openapi: await ask(values.openapi, 'Path or https URL of its OpenAPI document'),
      baseUrl: await ask(values['base-url'], 'Where its requests go (https://…)'),
    });
  } finally {
    terminal.close();
  }
}

async function plugin(
  [action, ...names]: readonly string[],
  values: Values,
  context: CliContext,
): Promise<number> {
  if (action !== 'test')
    throw new AppError('config_error', `What with the plugin? There is: plugin test.\n\n${USAGE}`);
  // Loaded late: it needs the whole server, and no other command does.
  const { pluginReport } = await import('./plugin-command.js');
  const { folder, env } = context;
  const file = configIfAny(context, values.config);
  const report = await pluginReport({ names, folder, env, file, handsOn: values.reads ?? false });
  context.say(report.text);
  return report.failed ? 1 : 0;
}

async function audit(
  [action]: readonly string[],
  { seq, hash, after }: Values,
  { env, folder, say }: CliContext,
): Promise<number> {
  const known = seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
  // Loaded late: it opens the database, and no other command does.
  const { auditCommand } = await import('./audit-command.js');
  const from = after === undefined ? undefined : Number(after);
  return auditCommand({ action, env, folder, say, ...defined({ known, after: from }) });
}

const OPERATIONS = ['doctor', 'migrate', 'backup', 'restore', 'move'] as const;
type Operation = (typeof OPERATIONS)[number];

function isOperation(command: string | undefined): command is Operation {
  return OPERATIONS.some((one) => one === command);
}

/** What operators do with the whole of a server. Loaded late: it needs databases, and no other command does. */
async function operate(
  command: Operation,
  [file]: readonly string[],
  values: Values,
  context: CliContext,
): Promise<number> {
  const env = { ...context.env, ...defined({ SEXTANT_CONFIG: values.config }) };
  const own = { ...context, env };
  if (command === 'doctor') {
    const { doctorCommand } = await import('./doctor-command.js');
    return doctorCommand({ ...own, asksModel: values.model ?? false });
  }
  if (command === 'migrate') {
    const { migrateCommand } = await import('./migrate-command.js');
    return migrateCommand(own);
  }
  const { backupCommand, moveCommand, restoreCommand } = await import('./backup-command.js');
  switch (command) {
    case 'backup':
      return backupCommand(file, own);
    case 'restore':
      return restoreCommand(file, own);
    case 'move':
      return moveCommand(values.to, own);
  }
}

async function check(
  config: ConfigFile,
  context: CliContext,
  listsTools: boolean,
): Promise<number> {
  const { startWorker } = context;
  const { text, failed } = checkReport(
    config,
    await readSources(config, { validated: true, dataDir: dataDirOf(context), startWorker }),
    listsTools,
  );
  context.say(text);
  return failed ? 1 : 0;
}

async function sources(
  [action, ...rest]: readonly string[],
  config: ConfigFile,
  context: CliContext,
): Promise<number> {
  if (action !== undefined && action !== 'approve')
    throw new AppError('config_error', `There is no "sources ${action}".\n\n${USAGE}`);
  const dataDir = dataDirOf(context);
  context.say(
    action === undefined
      ? await waitingReport(config, dataDir)
      : await approveTools(config, dataDir, rest),
  );
  return 0;
}

async function examples(
  id: string | undefined,
  values: Values,
  context: CliContext,
): Promise<number> {
  const { startWorker } = context;
  const config = configOf(context, values.config);
  const chosen = chosenSource(config, id);
  const only = { ...config, sources: config.sources.filter((source) => source.id === chosen) };
  const dataDir = dataDirOf(context);
  const [source] = await readSources(only, { validated: false, dataDir, startWorker });
  const deps = examplesDeps(values, { ...context, dataDir });
  return examplesCommand(source as ReadSource, wantedOf(values), deps);
}

async function tune(config: ConfigFile, context: CliContext): Promise<number> {
  const { startWorker } = context;
  const dataDir = dataDirOf(context);
  const read = await readSources(config, { validated: false, dataDir, startWorker });
  return tuneCommand(read, { ...context, dataDir });
}

async function tools(sentence: string, config: ConfigFile, context: CliContext): Promise<number> {
  if (sentence.trim() === '')
    throw new AppError('config_error', 'Say what to look for: sextant tools "open pull requests".');
  const dataDir = dataDirOf(context);
  const { startWorker } = context;
  const read = await readSources(config, { validated: false, dataDir, startWorker });
  context.say(await selectionReport(sentence, read, resolve(context.folder, '.data/vectors')));
  return 0;
}
