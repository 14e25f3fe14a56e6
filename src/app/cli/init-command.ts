import { createInterface } from 'node:readline/promises';
import { noPolicies } from '../../agenttools/changes/policies/change-policy.js';
import { configError } from '../../foundation/errors.js';
import type { McpSourceConfig } from '../config/file/config-file.model.js';
import type { CliContext, Command } from './cli-context.js';
import type { CliValues } from './command-line.js';
import { askServer } from './read-sources.js';
import { serverFrom, writeConfigFile } from './write-config-file.js';

/** Writes a config file, and says what to do next. */
export const initCommand: Command = async (_words, values, context) => {
  context.say(
    `Wrote ${await init(values, context)}. Now run "sextant check"; with a model configured, "sextant examples" makes the tools easier to find.`,
  );
  return 0;
};

/** Asks in a terminal for what is not given; answers the path of the file. */
async function init(values: CliValues, context: CliContext): Promise<string> {
  const { folder, env } = context;
  const forwards = (env['AUTH']?.trim() || 'none') !== 'none';
  if (values.mcp !== undefined && values.id !== undefined)
    return initMcp(values.id, values.mcp, context);
  const given = [values.id, values.openapi, values['base-url']];
  if (given.every((one) => one !== undefined)) {
    const [id = '', openapi = '', baseUrl = ''] = given;
    return writeConfigFile(folder, { id, openapi, baseUrl, forwards });
  }
  if (!process.stdin.isTTY)
    throw configError(
      'Nobody can be asked here: give --id, --openapi and --base-url, or --id and --mcp.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ask = async (known: string | undefined, question: string): Promise<string> =>
      known ?? (await terminal.question(`${question}: `)).trim();
    return writeConfigFile(folder, {
      id: await ask(values.id, 'A short id for the backend (a-z, 0-9, _)'),
      openapi: await ask(values.openapi, 'Path or https URL of its OpenAPI document'),
      baseUrl: await ask(values['base-url'], 'Where its requests go (https://…)'),
      forwards,
    });
  } finally {
    terminal.close();
  }
}

/** Asks the server once: what it calls a read is written down by name, for its operator to look through. */
async function initMcp(id: string, mcp: string, { folder }: CliContext): Promise<string> {
  const { status, tools } = await askServer(mcpConfigOf(id, mcp, folder));
  if (status.reason !== undefined) throw configError(status.reason);
  const reads = tools.flatMap(({ effect, operation }) =>
    effect === 'read' && operation !== undefined && 'tool' in operation ? [operation.tool] : [],
  );
  return writeConfigFile(folder, { id, mcp, reads });
}

function mcpConfigOf(id: string, mcp: string, folder: string): McpSourceConfig {
  const named = serverFrom(mcp);
  const server = 'url' in named ? { ...named, headers: {} } : { ...named, env: {}, cwd: folder };
  const patterns = { trustHints: true };
  return { id, kind: 'mcp', server, patterns, policies: noPolicies, elicitation: false };
}
