import { join } from 'node:path';
import { identityOfPlace } from '../../agenttools/sources/mcp/connect/server-place.js';
import { ServerSignIns } from '../../agenttools/sources/mcp/oauth/server-sign-ins.js';
import type { SignInStore } from '../../agenttools/sources/mcp/oauth/sign-in-store.js';
import { PinFile } from '../../agenttools/sources/mcp/pins/pin-file.js';
import { Pins } from '../../agenttools/sources/mcp/pins/pins.js';
import { systemClock } from '../../foundation/clock.js';
import type { Logger } from '../../foundation/logger.js';
import type { McpSourceConfig } from '../config/file/config-file.model.js';

export function pinsOf(
  { id, server }: McpSourceConfig,
  dataDir: string,
  options: { readOnly?: boolean } = {},
): { pins: Pins; file: PinFile } {
  const file = new PinFile(join(dataDir, 'mcp', `${id}.json`));
  const pins = new Pins({ file, server: identityOfPlace(server), clock: systemClock, ...options });
  return { pins, file };
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
