/**
 * Sextant in the overhead bench, run log on: `BENCH_EMBEDDER` as EMBEDDER, and on the embedded database,
 * or on an empty database of its own at `BENCH_DATABASE_URL`.
 */
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config/config.js';
import { silentLogger } from '../../src/foundation/logger.js';
import { oneModel } from '../../src/llm/models.js';
import { startServer } from '../../src/app/server.js';
import { defined } from '../../src/foundation/defined.js';
import { benchModel } from './bench-model.js';
import { tellParent } from './serve.mjs';

// As src/main.ts does.
setFlagsFromString('--max-semi-space-size=0');
const dataDir = await mkdtemp(join(tmpdir(), 'sextant-overhead-'));
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  SAMPLE_DOCUMENTS: 'off',
  LLM_PROVIDER: 'none',
  EMBEDDER: process.env['BENCH_EMBEDDER'] ?? 'local',
  MAX_RUNS: '10000',
  MAX_RUNS_PER_USER: '10000',
  ...defined({ DATABASE_URL: process.env['BENCH_DATABASE_URL'] || undefined }),
});
const server = await startServer(config, silentLogger, { models: oneModel(benchModel) });
for (;;) {
  const answer = await fetch(`${server.url}/health/ready`);
  const { parts } = (await answer.json()) as { parts: { tool_index: { detail: string } } };
  if (!parts.tool_index.detail.startsWith('being built')) break;
}
tellParent(Number(new URL(server.url).port));
