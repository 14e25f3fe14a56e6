import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { filter, firstValueFrom } from 'rxjs';
import { OpenApiSource } from '../../src/agenttools/sources/openapi/openapi-source.js';
import type { DocumentTool } from '../../src/agenttools/sources/openapi/operation.js';
import { LocalEmbedder } from '../../src/toolindex/embedders/local/local-embedder.js';
import { ToolIndex } from '../../src/toolindex/tool-index.js';
import { VectorCache } from '../../src/toolindex/vector-cache.js';
import { startSourceWorker } from '../../test/support/openapi/source-worker.js';
import type { BenchSource } from './prepare.js';
import { toolDocument } from '../../src/toolindex/document.js';

/** From the file to tools that can be searched, in ms. */
export interface StartTimes {
  toolsMs: number;
  coldMs: number;
  cachedMs: number;
  delay: { p99: number; longest: number };
  heapMb: number;
}

/** The monitor's own step, which is part of what it reports. */
const STEP_MS = 1;

/** Starts the source with an empty cache of vectors, then with a full one, watched. */
export async function startTimes({ id, text }: BenchSource): Promise<StartTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-sources-'));
  const file = join(folder, 'api.json');
  await writeFile(file, text);
  const embedder = new LocalEmbedder();
  const cache = new VectorCache(folder);
  const start = async (source: OpenApiSource) => {
    const begun = performance.now();
    source.open();
    const tools = await firstValueFrom(source.tools$);
    const toolsMs = performance.now() - begun;
    const index = await ToolIndex.build(tools.map(toolDocument), embedder, { cache });
    return { tools, index, toolsMs, readyMs: performance.now() - begun };
  };
  // Validation keeps no process alive by itself.
  const alive = setInterval(() => {}, 1000);
  const sourceOf = (): OpenApiSource =>
    new OpenApiSource({ id, document: { file }, startWorker: startSourceWorker });
  try {
    await embedder.embed(['warm up'], { kind: 'query' });
    const first = sourceOf();
    const { readyMs: coldMs } = await start(first);
    await first.close();
    const before = heapMb();
    const monitor = monitorEventLoopDelay({ resolution: STEP_MS });
    monitor.enable();
    const second = sourceOf();
    const kept = await start(second);
    await firstValueFrom(second.document$.pipe(filter(({ validated }) => validated)));
    monitor.disable();
    const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - STEP_MS);
    const delay = { p99: ms(monitor.percentile(99)), longest: ms(monitor.max) };
    const grown = heapMb() - before;
    await second.close();
    return {
      toolsMs: kept.toolsMs,
      coldMs,
      cachedMs: kept.readyMs,
      delay,
      heapMb: held(kept) && grown,
    };
  } finally {
    clearInterval(alive);
    await embedder.close?.();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Needs `--expose-gc`: garbage would count otherwise. */
function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

/** Keeps what is measured alive until it is. */
function held(kept: { tools: readonly DocumentTool[]; index: ToolIndex }): true {
  if (kept.tools.length !== kept.index.names.length) throw new Error('Some tools are not indexed.');
  return true;
}
