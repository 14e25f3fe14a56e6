import { userInfo } from 'node:os';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { configError } from '../../foundation/errors.js';
import type { QuarantinedTool } from '../../agenttools/sources/tool-source.js';
import type { ConfigFile, McpSourceConfig } from '../config/file/config-file.model.js';
import { pinsOf } from '../served/mcp-options.js';
import { parseUrl } from '../../foundation/parse-url.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import { configOf, dataDirOf, type Command, USAGE } from './cli-context.js';
import { askServer } from './read-sources.js';

export const sourcesCommand: Command = async ([action, ...words], _values, context) => {
  if (action !== undefined && action !== 'approve')
    throw configError(`There is no "sources ${action}".\n\n${USAGE}`);
  const config = configOf(context);
  const dataDir = dataDirOf(context);
  const report =
    action === undefined ? waitingReport(config, dataDir) : approveTools(config, dataDir, words);
  context.say(await report);
  return 0;
};

async function waitingReport({ sources }: ConfigFile, dataDir: string): Promise<string> {
  const servers = sources.filter(isMcp);
  if (servers.length === 0) return 'The config file names no MCP server.';
  const parts: string[] = [];
  for (const config of servers) {
    const { status } = await askServer(config, pinsOf(config, dataDir, { readOnly: true }).pins);
    const { quarantined, reason } = status;
    if (reason !== undefined) parts.push(`${config.id}: ${reason}`);
    else if (quarantined.length === 0) parts.push(`${config.id}: all of its tools are approved.`);
    else parts.push(...quarantined.map((tool) => waitingText(config.id, tool)));
  }
  return parts.join('\n\n');
}

/** Approves tools as they are now; without names all that wait and are not suspicious. `config_error`: none such. */
async function approveTools(
  { sources }: ConfigFile,
  dataDir: string,
  [id = '', ...names]: readonly string[],
): Promise<string> {
  const servers = sources.filter(isMcp);
  const config = servers.find((source) => source.id === id);
  if (config === undefined) {
    const known = servers.map((one) => one.id).join(', ');
    throw configError(`There is no MCP server "${id}"; valid are ${known || 'none'}.`);
  }
  const { pins } = pinsOf(config, dataDir);
  const { status, why, definitions } = await askServer(config, pins);
  if (why !== undefined) throw configError(`${id}: ${why}`);
  const chosen = chosenTools(id, status.quarantined, names);
  await pins.approve(
    definitions.filter(({ name }) => chosen.includes(name)),
    userInfo().username,
  );
  return `${id}: approved ${chosen.join(', ')}.`;
}

function isMcp(config: ConfigFile['sources'][number]): config is McpSourceConfig {
  return config.kind === 'mcp';
}

function chosenTools(id: string, waiting: readonly QuarantinedTool[], names: readonly string[]) {
  const known = waiting.map(({ tool }) => tool);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw configError(
      `${unknown.join(', ')} does not wait to be approved in ${id}; ${known.join(', ') || 'nothing'} does.`,
    );
  if (names.length > 0) return [...names];
  const plain = waiting.filter(({ why }) => why !== 'suspicious').map(({ tool }) => tool);
  if (plain.length > 0) return plain;
  throw configError(
    known.length === 0
      ? `Nothing waits to be approved in ${id}.`
      : `What waits in ${id} is suspicious: look at it with "sextant sources", and approve it by name if you trust it (${known.join(', ')}).`,
  );
}

function waitingText(id: string, { tool, why, suspicions, changes }: QuarantinedTool): string {
  const head = `${id}: ${tool} waits to be approved: ${[why, ...suspicions].join('; ')}`;
  const lines = changes.flatMap(({ field, before, after }) => [
    `  ${field}`,
    ...(before === undefined ? [] : [`  - ${indented(before)}`]),
    ...(after === undefined ? [] : [`  + ${indented(after)}`]),
  ]);
  return [head, ...lines].join('\n');
}

/** A description cannot pass for a line of this report. */
function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}

const USUAL = 'http://127.0.0.1:3000';

/** Passes messages between a client on standard streams and a server, with `SEXTANT_TOKEN`, until the client has gone. */
export const mcpCommand: Command = async (_words, { url = USUAL }, { env }) => {
  const base = parseUrl(url);
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw configError(`--url must be the address of a running server: ${USUAL}.`);
  const token = env['SEXTANT_TOKEN']?.trim() ?? '';
  const remote = new StreamableHTTPClientTransport(new URL('/mcp', base), {
    fetch: outboundFetch,
    requestInit: { headers: token === '' ? {} : { authorization: `Bearer ${token}` } },
  });
  const local = new StdioServerTransport();
  const gone = new Promise<void>((resolve) => {
    local.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  passOn(remote, local);
  passOn(local, remote);
  await remote.start();
  await local.start();
  await gone;
  await remote.close();
  return 0;
};

/** A message that cannot be passed on is answered with an error, so that nobody waits for it. */
function passOn(from: Transport, to: Transport): void {
  from.onmessage = (message) => {
    to.send(message).catch((error: unknown) => {
      const isRequest = 'method' in message && 'id' in message;
      const reason = error instanceof Error ? error.message : String(error);
      const answer = {
        jsonrpc: '2.0' as const,
        id: isRequest ? message.id : 0,
        error: { code: -32000, message: `Sextant cannot be reached (is it running?): ${reason}` },
      };
      if (isRequest) void from.send(answer).catch(() => {});
    });
  };
}
