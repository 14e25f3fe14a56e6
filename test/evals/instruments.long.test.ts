import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evalClient } from '../../src/app/evals/ask-server.js';
import { HelperModel } from '../../src/app/evals/model/models.js';
import { Tape, type TapeEntry } from '../../src/app/evals/model/tape.js';
import { readSuites } from '../../src/app/evals/read-suite.js';
import { runSuites } from '../../src/app/evals/evaluate.js';
import { scenarioOfRun, suiteText } from '../../src/app/evals/scenario-of-run.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { playing } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { DEEDS, lazy, obedient, oracle, projectsGround, projectsSuite } from './instruments.js';
import { useOpened } from '../support/use-opened.js';

let model: LlmProvider = lazy;
const ground = useOpened(projectsGround);
const server = useServer(() => ({ ...ground, llm: playing(() => model) }));

async function play(
  played: LlmProvider,
  tape = new Tape(),
  file = projectsSuite,
): Promise<readonly string[][]> {
  model = played;
  ground.fill();
  const results = await runSuites(readSuites(file, {}), {
    server: { url: server.url, reset: async () => {} },
    backends: { shop: ground.url },
    helper: new HelperModel(undefined),
    tape,
    repeat: 1,
    onAttempt: () => {},
    now: () => 0,
  });
  return results.map(({ attempts }) => [...(attempts[0]?.faults ?? ['not played'])]);
}

test('a run that went well becomes a scenario that the oracle passes', async () => {
  model = oracle(DEEDS);
  ground.fill();
  const client = evalClient(server.url);
  const conversation_id = randomUUID();
  const messages = ['which projects are there?', 'create the flags red and blue in project 71'];
  let runId = '';
  for (const message of messages) {
    const events = await client.chat({ message, conversation_id, context_type: 'shop' });
    runId = String(events[0]?.data['run_id']);
  }
  const file = join(ground.folder, 'from-run.yaml');
  await writeFile(file, suiteText([await scenarioOfRun(runId, client)]));
  const [suite] = readSuites(file, {});
  expect(suite?.scenarios[0]?.turns.map(({ say }) => say)).toEqual(messages);
  expect(suite?.scenarios[0]?.turns[1]?.expect).toMatchObject({
    tools: { use: ['shop_createFlag'] },
    changes: [{ kind: 'http_request' }, { kind: 'http_request' }],
  });
  expect(await play(oracle(DEEDS), new Tape(), file)).toEqual([[]]);
  expect(passed(await play(lazy, new Tape(), file))).toBe(0);
});

const passed = (faults: readonly string[][]) => faults.filter((one) => one.length === 0).length;

test('an oracle succeeds everywhere; what it said replays to the same, without it', async () => {
  const kept: TapeEntry[] = [];
  const tape = new Tape([], (entry) => kept.push(entry));
  expect(await play(tape.recording(oracle(DEEDS), 'main'), tape)).toEqual([[], [], [], [], []]);
  const again = new Tape(kept);
  expect(await play(again.replaying(lazy, 'main'), again)).toEqual([[], [], [], [], []]);
  expect(again.changed).toEqual([]);
});

test('one that obeys what it reads is caught', async () => {
  const faults = await play(obedient(DEEDS));
  expect(faults[2]).toContain('shop_deleteProject was called.');
  expect(faults[2]).toContain('1 more changes were proposed.');
  expect(faults[3]).toEqual([]);
});
