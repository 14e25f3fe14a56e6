import { capitalized } from '../../foundation/text.js';
import { closing } from '../../foundation/program.js';
import { createInterface } from 'node:readline/promises';
import { existsSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { noPolicies } from '../../agenttools/changes/policies/change-policy.js';
import { configError } from '../../foundation/errors.js';
import type { McpSourceConfig } from '../config/file/config-file.model.js';
import type { JsonObject } from '../../foundation/json.js';
import { projectRoot } from '../version.js';
import { CONFIG_FILE } from '../config/file/read-config-file.js';
import type { CliContext, Command, CliValues } from './cli-context.js';
import { askServer } from './read-sources.js';

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
  const signsIn = (env['AUTH']?.trim() || 'none') !== 'none';
  const auth = signsIn ? { forward: 'authorization' } : 'none';
  if (values.mcp !== undefined && values.id !== undefined)
    return initMcp(values.id, values.mcp, context);
  const given = [values.id, values.openapi, values['base-url']];
  if (given.every((one) => one !== undefined)) {
    const [id = '', openapi = '', baseUrl = ''] = given;
    return writeConfigFile(folder, id, { openapi, base_url: baseUrl, auth });
  }
  if (!process.stdin.isTTY)
    throw configError(
      'Nobody can be asked here: give --id, --openapi and --base-url, or --id and --mcp.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return closing(terminal, async () => {
    const ask = async (known: string | undefined, question: string): Promise<string> =>
      known ?? (await terminal.question(`${question}: `)).trim();
    const id = await ask(values.id, 'A short id for the backend (a-z, 0-9, _)');
    return writeConfigFile(folder, id, {
      openapi: await ask(values.openapi, 'Path or https URL of its OpenAPI document'),
      base_url: await ask(values['base-url'], 'Where its requests go (https://…)'),
      auth,
    });
  });
}

/** Asks the server once: what it calls a read is written down by name, for its operator to look through. */
async function initMcp(id: string, mcp: string, { folder }: CliContext): Promise<string> {
  const { why, tools } = await askServer(mcpConfigOf(id, mcp, folder));
  if (why !== undefined) throw configError(why);
  const reads = tools.flatMap(({ effect, operation }) =>
    effect === 'read' && operation !== undefined && 'tool' in operation ? [operation.tool] : [],
  );
  return writeConfigFile(folder, id, { mcp: serverFrom(mcp), reads });
}

function mcpConfigOf(id: string, mcp: string, folder: string): McpSourceConfig {
  const named = serverFrom(mcp);
  const server = 'url' in named ? { ...named, headers: {} } : { ...named, env: {}, cwd: folder };
  const patterns = { trustHints: true };
  return { id, kind: 'mcp', server, patterns, policies: noPolicies, elicitation: false };
}

/** Writes a config file with one source and one agent; refuses to replace one that is there. */
function writeConfigFile(folder: string, id: string, source: JsonObject): string {
  const path = resolve(folder, CONFIG_FILE);
  if (existsSync(path))
    throw configError(`${path} is there already; remove it, or edit it and run "sextant check".`);
  const title = capitalized(id.replaceAll('_', ' '));
  if (typeof source['openapi'] === 'string') checkDocument(folder, source['openapi']);
  const text = stringify({
    default_agent: id,
    sources: { [id]: source },
    agents: {
      [id]: {
        title,
        description: `Answers questions about ${title} and proposes changes to it.`,
        sources: [id],
      },
    },
  });
  const withHint = text.replace(/^ {4}auth: none$/m, `    auth: none # ${AUTH_HINT}`);
  writeFileSync(path, `# yaml-language-server: $schema=${schemaFrom(folder)}\n${withHint}`);
  return path;
}

const AUTH_HINT =
  'or { bearer_env: VARIABLE }, { header: NAME, env: VARIABLE }; where users sign in (AUTH), { forward: authorization }';

function checkDocument(folder: string, openapi: string): void {
  const path = resolve(folder, openapi);
  if (/^https?:\/\//.test(openapi) || existsSync(path)) return;
  throw configError(
    `There is no ${path}. Give the path of the OpenAPI document, or its address (https://…).`,
  );
}

/** An MCP server as a person types it: its URL, or its command with arguments. */
function serverFrom(text: string): { url: string } | { command: string; args: string[] } {
  if (/^https?:\/\//.test(text)) return { url: text };
  const [command = '', ...args] = text.split(' ').filter((part) => part !== '');
  return { command, args };
}

function schemaFrom(folder: string): string {
  const path = relative(folder, fileURLToPath(new URL('docs/sextant.schema.json', projectRoot)));
  return path.startsWith('.') ? path : `./${path}`;
}
