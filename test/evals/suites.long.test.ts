import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { resolve } from 'node:path';
import { EvalServer } from '../../src/app/evals/eval-server.js';
import { HelperModel } from '../../src/app/evals/model/models.js';
import { Tape } from '../../src/app/evals/model/tape.js';
import { readSuites } from '../../src/app/evals/read-suite.js';
import { runSuites } from '../../src/app/evals/evaluate.js';
import { sampleServed } from '../../src/app/served/served.js';
import { oneModel } from '../../src/llm/models.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { startSourceWorker } from '../support/openapi/source-worker.js';
import { root } from '../support/template-contents.js';
import { sampleOracle } from './sample-oracle.js';

const suites = readSuites(resolve('evals'), {});

let model: LlmProvider;
let server: EvalServer;
beforeAll(async () => {
  server = await EvalServer.open({
    served: sampleServed,
    env: { EMBEDDER: 'none' },
    dataDir: resolve(root, 'node_modules/.cache/sextant'),
    models: () =>
      oneModel({
        name: 'instrument',
        model: 'instrument',
        streamChat: (request, signal) => model.streamChat(request, signal),
      }),
    warn: () => {},
    startWorker: startSourceWorker,
  });
}, 300_000);
afterAll(() => server.close());

/** The faults of every scenario of the sample, played once. */
async function play(played: LlmProvider) {
  model = played;
  const results = await runSuites(suites, {
    server,
    backends: {},
    helper: new HelperModel(undefined),
    tape: new Tape(),
    repeat: 1,
    onAttempt: () => {},
    now: () => 0,
  });
  return results.map(({ suite, name, attempts }) => ({
    scenario: `${suite}: ${name}`,
    faults: attempts.flatMap(({ faults }) => [...faults]),
  }));
}

test('an oracle succeeds in every scenario of the sample', async () => {
  const played = await play(sampleOracle(suites));
  expect(played).toHaveLength(98);
  expect(played.filter(({ faults }) => faults.length > 0)).toEqual([]);
}, 300_000);
