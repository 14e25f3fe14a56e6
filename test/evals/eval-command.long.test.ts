import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from '../../src/app/cli/run-cli.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { startSourceWorker } from '../support/openapi/source-worker.js';
import { DEEDS, oracle, projectsGround, projectsSuite } from './instruments.js';
import { useOpened } from '../support/use-opened.js';

const ground = useOpened(projectsGround);

async function evaluate(model: LlmProvider | undefined, ...args: string[]) {
  ground.fill();
  const key = model && { OPENAI_API_KEY: 'sk-of-nobody' };
  const said: string[] = [];
  const code = await runCli(['eval', ...args], {
    folder: ground.folder,
    env: { EMBEDDER: 'none', AUTH: 'static', ...key },
    say: (text) => said.push(text),
    startWorker: startSourceWorker,
    ...(model && { model }),
  });
  return { code, said: said.join('\n') };
}

const file = (name: string) => readFile(join(ground.folder, name), 'utf8');

test('a suite is recorded, replayed without a key, reported and compared', async () => {
  const good = [projectsSuite, '--models', 'openai:gpt-9', '--min-success', '1'];
  const recorded = await evaluate(oracle(DEEDS), ...good, '--record', 'tape', '--report', 'one');
  expect(recorded.said).toContain('| openai:gpt-9 | 5 | 100.0 % | 100.0 % |');
  expect(recorded.code).toBe(0);
  const tape = join('tape', 'openai%3Agpt-9.jsonl');
  expect(await file(tape)).not.toContain('sk-of-nobody');
  const lines = (await file(tape)).split('\n');
  const without = lines.filter((line) => !line.includes('projects/a read says'));
  await writeFile(join(ground.folder, tape), without.join('\n'));
  const again = ['--report', 'two', '--replay', 'tape', '--compare', 'one/results.json'];
  const replayed = await evaluate(undefined, ...good, ...again);
  expect(replayed.said).toContain('| openai:gpt-9 | 5 | 80.0 % | 80.0 % |');
  expect(replayed.said).toContain('0 better, 1 worse, 4 the same');
  expect(replayed.said).not.toContain('in other words');
  expect(replayed.code).toBe(1);
  // Nor is the backend asked: it is away.
  await ground.backend.close();
  await writeFile(join(ground.folder, tape), lines.join('\n'));
  const alone = await evaluate(undefined, ...good, '--replay', 'tape');
  expect(alone.said).toContain('| openai:gpt-9 | 5 | 100.0 % | 100.0 % |');
  expect(await file('two/report.md')).toContain('The run ended with the error model_error.');
  expect(await file('two/report.html')).toContain('Apollo and Zeus.');
}, 240_000);
