import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '../../foundation/logger.js';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import type { Environment } from '../../foundation/settings-reader.js';
import type { Models } from '../../llm/models.js';
import { readConfig, type Config } from '../config/config.js';
import { needsExplorer } from '../served/needs-explorer.js';
import { servesSample, type Served } from '../served/served.js';
import { startServer, type Server, type ServerOptions } from '../server.js';
import { startExplorer } from '../../explorer/explorer.js';
import { embedderFromConfig } from '../embedder-from-config.js';
import { sampleGraph } from '../sample-graph.js';

export interface EvalServerOptions {
  served: Served;
  /** The settings; its own are the port, the folder of data and who may call. */
  env: Environment;
  /** Where the vectors of earlier starts are. */
  dataDir: string;
  models: (config: Config) => Models;
  /** Told of settings that are read for the last time. */
  warn: (text: string) => void;
  startWorker?: ServerOptions['startWorker'];
}

const READY_WITHIN_MS = 120_000;
const POLL_MS = 100;

/** A server of its own, on an embedded database of its own, that can be brought back to its beginning. */
export class EvalServer {
  url = '';
  private server: Server | undefined;
  private explorer: Awaited<ReturnType<typeof openEvalExplorer>> | undefined;

  private constructor(
    private readonly options: EvalServerOptions,
    private readonly folder: string,
  ) {}

  static async open(options: EvalServerOptions): Promise<EvalServer> {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-eval-'));
    const server = new EvalServer(options, folder);
    try {
      await mkdir(server.clean);
      const vectors = resolve(options.dataDir, 'vectors');
      await mkdir(vectors, { recursive: true });
      await symlink(vectors, join(server.clean, 'vectors'));
      const { served, env, warn } = options;
      for (const warning of server.config(server.clean).warnings) warn(warning);
      if (needsExplorer(served.file, env))
        server.explorer = await openEvalExplorer(server.config(server.clean), folder);
      // What a first start makes is made once; every state begins with a copy of it.
      await server.start(server.clean);
      if (servesSample(options.served)) await untilRead(server.url);
      await server.stop();
      await server.reset();
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** Everything that was said and saved since the start is gone afterwards. */
  async reset(): Promise<void> {
    await this.stop();
    await rm(this.used, { recursive: true, force: true });
    await cp(this.clean, this.used, { recursive: true, verbatimSymlinks: true });
    await this.start(this.used);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.explorer?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get clean(): string {
    return join(this.folder, 'clean');
  }

  private get used(): string {
    return join(this.folder, 'used');
  }

  private async start(dataDir: string): Promise<void> {
    const { served, models, startWorker } = this.options;
    const config = this.config(dataDir);
    const options = { served, models: models(config), startWorker };
    this.server = await startServer(config, silentLogger, options);
    this.url = this.server.url;
    await untilSettled(this.url);
  }

  private config(dataDir: string): Config {
    const { served, env } = this.options;
    const own = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', LEARN_FROM_USE: 'off' };
    return readConfig(
      { ...withoutOwn(env), ...own, ...(this.explorer && { EXPLORER_URL: this.explorer.url }) },
      served.plugins,
      served.file?.pluginSettings,
    );
  }

  private async stop(): Promise<void> {
    await this.server?.close();
    this.server = undefined;
  }
}

/** Callers are not told apart here, what is played teaches the next play nothing, and no database but its own is touched. */
function withoutOwn(env: Environment): Environment {
  const others = Object.entries(env).filter(
    ([name]) => !/^(AUTH|AUTH_.*|HOST|DATABASE_URL)$/.test(name),
  );
  return Object.fromEntries(others);
}

/** Until the tools are there and ranked, or would not be for long. */
async function untilSettled(url: string): Promise<void> {
  const giveUp = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUp) {
    const answer = await outboundFetch(`${url}/health/ready`);
    const { parts } = (await answer.json()) as { parts: Record<string, { detail?: string }> };
    const waits = Object.values(parts).some(({ detail = '' }) =>
      /being (built|read|indexed)|loading/.test(detail),
    );
    if (!waits) return;
    await sleep(POLL_MS);
  }
}

/** Until the sample's documents, which come in behind the start, are read. */
async function untilRead(url: string): Promise<void> {
  const giveUp = Date.now() + READY_WITHIN_MS;
  for (let seen = 0; Date.now() < giveUp;) {
    const answer = await outboundFetch(`${url}/v1/documents`);
    const { items } = (await answer.json()) as { items: readonly { state: string }[] };
    const isRead = items.every(({ state }) => state === 'ready' || state === 'failed');
    if (isRead && items.length > 0 && items.length === seen) return;
    seen = items.length;
    await sleep(5 * POLL_MS);
  }
}

/** The sample's graph, which is asked during an evaluation, made in `folder`; resolves when it can be searched. Nothing that is evaluated writes to it. */
async function openEvalExplorer(config: Config, folder: string) {
  const embedder = embedderFromConfig(config);
  const explorer = await startExplorer({
    port: 0,
    dataDir: join(folder, 'explorer'),
    sample: sampleGraph(config.explorer.samples),
    embedder,
    logger: silentLogger,
  });
  await explorer.built;
  return {
    url: explorer.url,
    close: async () => {
      await explorer.close();
      await embedder?.close?.();
    },
  };
}
