import { closing } from '../../foundation/program.js';
import { firstValueFrom } from 'rxjs';
import { filter } from 'rxjs/operators';
import {
  OpenApiSource,
  type OpenApiStatus,
} from '../../agenttools/sources/openapi/openapi-source.js';
import type { Pins } from '../../agenttools/sources/mcp/pins/pins.js';
import { configError } from '../../foundation/errors.js';
import { McpSource } from '../../agenttools/sources/mcp/mcp-source.js';
import type {
  ConfigFile,
  McpSourceConfig,
  OpenApiSourceConfig,
} from '../config/file/config-file.model.js';
import { pinsOf } from '../served/mcp-options.js';
import { credentialPlaces } from '../served/source-opener.js';
import { version } from '../version.js';
import { dataDirOf, type CliContext } from './cli-context.js';

/** A source of the config file, read once: its tools, or `why` there are none. It is closed: it asks nobody any more. */
export type ReadSource = ReadDocument | ReadServer;
export type ReadDocument = Awaited<ReturnType<typeof readDocument>>;
export type ReadServer = Awaited<ReturnType<typeof askServer>>;

/** The source of an id, or the only one; throws `config_error` that names those there are, behind `command`. */
export function chosenSource<S extends { id: string }>(
  sources: readonly S[],
  id: string | undefined,
  command: string,
): S {
  const ids = sources.map((source) => source.id);
  const chosen = id ?? (ids.length === 1 ? ids[0] : undefined);
  const source = sources.find((one) => one.id === chosen);
  if (source !== undefined) return source;
  const what = id === undefined ? 'Say for which source' : `There is no source "${id}"`;
  throw configError(`${what}: ${command} ${ids.join(' | ')}.`);
}

/** Reads the sources of a config file, one after the other; `validated` waits for what validation finds. */
export async function readSources(
  { sources }: Pick<ConfigFile, 'sources'>,
  context: CliContext,
  { validated = false } = {},
): Promise<ReadSource[]> {
  const read: ReadSource[] = [];
  for (const config of sources) {
    read.push(
      config.kind === 'openapi'
        ? await readDocument(config, context, validated)
        : await askServer(config, pinsOf(config, dataDirOf(context), { readOnly: true }).pins),
    );
  }
  return read;
}

/** Connects to a server, lists its tools and leaves it; without `pins` whatever it lists counts as offered. */
export async function askServer(config: McpSourceConfig, pins?: Pins) {
  const source = new McpSource({ ...config, version, pins });
  return closing(source, async () => {
    source.open();
    const status = await firstValueFrom(
      source.server$.pipe(filter(({ state }) => state !== 'connecting')),
    );
    const tools = status.state === 'down' ? [] : await firstValueFrom(source.tools$);
    const { definitions } = source;
    return { kind: 'mcp' as const, config, status, why: status.reason, tools, source, definitions };
  });
}

async function readDocument(
  config: OpenApiSourceConfig,
  { startWorker }: CliContext,
  validated: boolean,
) {
  const source = new OpenApiSource({
    ...config,
    refreshMs: 0,
    credentials: credentialPlaces(config.auth),
    // It is held against the document's servers; nothing is sent there.
    backend: { baseUrl: () => config.baseUrl, authorization: () => undefined },
    startWorker,
  });
  // Validation in its thread keeps no process alive by itself.
  const alive = setInterval(() => {}, 1000);
  try {
    source.open();
    const settled = (status: OpenApiStatus): boolean =>
      status.state === 'failed' || (status.state === 'ready' && (status.validated || !validated));
    const status = await firstValueFrom(source.document$.pipe(filter(settled)));
    const tools = status.state === 'failed' ? [] : await firstValueFrom(source.tools$);
    return { kind: 'openapi' as const, config, status, why: status.error, tools, source };
  } finally {
    clearInterval(alive);
    await source.close();
  }
}
