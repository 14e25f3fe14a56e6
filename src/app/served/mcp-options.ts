import { join } from 'node:path';
import { ProtocolFile } from '../../agenttools/sources/mcp/connect/protocol-memory.js';
import { identityOfPlace } from '../../agenttools/sources/mcp/connect/server-place.js';
import { ServerSignIns } from '../../agenttools/sources/mcp/oauth/server-sign-ins.js';
import type { SignInStore } from '../../agenttools/sources/mcp/oauth/sign-in-store.js';
import type { McpSourceOptions } from '../../agenttools/sources/mcp/mcp-source.js';
import { PinFile } from '../../agenttools/sources/mcp/pins/pin-file.js';
import { Pins } from '../../agenttools/sources/mcp/pins/pins.js';
import { systemClock } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import type { McpSourceConfig } from '../config/file/config-file.model.js';
import { version } from '../version.js';

/** What the config file says of an MCP server, as the source takes it; whatever it lists is offered. */
export function mcpOptionsOf(config: McpSourceConfig): McpSourceOptions {
  const {
    id,
    server,
    reads,
    refuse,
    exclude,
    include,
    trustHints,
    dryRuns,
    inverses,
    links,
    examplesFile,
  } = config;
  return {
    id,
    server,
    version,
    policies: config.policies,
    patterns: { reads, refuse, exclude, trustHints, dryRuns, inverses, links, include },
    elicitation: config.elicitation,
    examplesFile,
  };
}

/** The approved tools of a server, kept in the folder of data. */
export function pinsOf(
  { id, server }: McpSourceConfig,
  dataDir: string,
  options: { readOnly?: boolean } = {},
): { pins: Pins; file: PinFile } {
  const file = new PinFile(join(dataDir, 'mcp', `${id}.json`));
  const pins = new Pins({ file, server: identityOfPlace(server), clock: systemClock, ...options });
  return { pins, file };
}

/** Which protocol a server spoke, kept in the folder of data. */
export function memoryOf({ id, server }: McpSourceConfig, dataDir: string, logger: Logger) {
  const path = join(dataDir, 'mcp', `${id}.protocol.json`);
  return new ProtocolFile({ path, server: identityOfPlace(server), clock: systemClock, logger });
}

/** The sign-ins of users at a server; undefined for programs, and where the operator's own header signs requests. */
export function signInsOf(
  { id, server, oauth }: McpSourceConfig,
  store: SignInStore,
  logger: Logger,
): ServerSignIns | undefined {
  if (!('url' in server) || oauth === undefined) return undefined;
  return new ServerSignIns({
    source: id,
    place: server,
    identity: identityOfPlace(server),
    settings: oauth,
    store,
    clock: systemClock,
    logger,
  });
}
