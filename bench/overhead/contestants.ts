import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contestant } from './load.js';

const peers = fileURLToPath(new URL('../peers/', import.meta.url));

const plain = { path: '/', body: (message: string, tools: number) => ({ message, tools }) };
const sextant = {
  script: 'overhead/sextant.ts',
  path: '/v1/agent/chat',
  body: (message: string) => ({ message, context_type: 'tables' }),
};

/** The floor, Sextant with few and with all of its tools offered, and the peers. */
export function contestants(): Contestant[] {
  const database = process.env['BENCH_DATABASE_URL'];
  const ours: Contestant[] = [
    { ...sextant, name: 'Sextant', env: { BENCH_EMBEDDER: 'local', BENCH_DATABASE_URL: '' } },
  ];
  if (database)
    ours.push({ ...sextant, name: 'Sextant, PostgreSQL', env: { BENCH_EMBEDDER: 'local' } });
  return [
    { ...plain, name: 'bare node:http', script: 'overhead/bare.mjs' },
    ...ours,
    { ...plain, name: 'AI SDK 7', script: 'peers/ai-sdk.mjs' },
    { ...plain, name: 'LangGraph JS', script: 'peers/langgraph.mjs' },
    { ...plain, name: 'Mastra', script: 'peers/mastra.mjs' },
  ];
}

/** Installs the peers beside the product, as their lock file says, when they are not there. */
export function installPeers(): void {
  if (existsSync(`${peers}node_modules/ai`)) return;
  console.log('Installing what is measured against, below bench/peers …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: peers,
    stdio: 'inherit',
  });
}
