import { firstValueFrom } from 'rxjs';
import { filter } from 'rxjs/operators';
import {
  OpenApiSource,
  type OpenApiStatus,
} from '../../agenttools/sources/openapi/openapi-source.js';
import type { DocumentTool } from '../../agenttools/sources/openapi/document-tool.js';
import type { StartDocumentWorker } from '../../agenttools/sources/openapi/worker/document-thread.js';
import type { ConfigFile, OpenApiSourceConfig } from '../config/file/config-file.model.js';

/** A source of the config file, read once: its tools, or why there are none. */
export interface ReadSource {
  config: OpenApiSourceConfig;
  status: OpenApiStatus;
  tools: readonly DocumentTool[];
}

/** Reads the OpenAPI sources of a config file, one after the other; `validated` waits for what validation finds. */
export async function readSources(
  { sources }: ConfigFile,
  options: { validated: boolean; startWorker?: StartDocumentWorker | undefined },
): Promise<ReadSource[]> {
  const read: ReadSource[] = [];
  for (const config of sources) {
    if (config.kind === 'openapi') read.push(await readSource(config, options));
  }
  return read;
}

async function readSource(
  config: OpenApiSourceConfig,
  options: { validated: boolean; startWorker?: StartDocumentWorker | undefined },
): Promise<ReadSource> {
  const { id, document, reads, refuse, exclude, include, examplesFile } = config;
  const source = new OpenApiSource({
    id,
    document,
    patterns: { reads, refuse, exclude, ...(include === undefined ? {} : { include }) },
    ...(examplesFile === undefined ? {} : { examplesFile }),
    ...(options.startWorker === undefined ? {} : { startWorker: options.startWorker }),
  });
  // Validation in its thread keeps no process alive by itself.
  const alive = setInterval(() => {}, 1000);
  try {
    source.open();
    const settled = ({ state, validated }: OpenApiStatus): boolean =>
      state === 'failed' || (state === 'ready' && (validated || !options.validated));
    const status = await firstValueFrom(source.document$.pipe(filter(settled)));
    const tools = status.state === 'failed' ? [] : await firstValueFrom(source.tools$);
    return { config, status, tools };
  } finally {
    clearInterval(alive);
    await source.close();
  }
}
