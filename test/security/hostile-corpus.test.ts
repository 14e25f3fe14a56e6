import type { JsonObject } from '../../src/foundation/json.js';
import { MAX_CPU_MS } from '../support/hostile.js';
import { playing, says, ScriptedModel } from '../support/scripted-model.js';
import { useServer } from '../support/server.js';
import { hostileCases } from './corpus/cases.js';
import { runCorpus } from './corpus/run-corpus.js';

/** Every so many cases one: a share of each kind that takes seconds. CORPUS_STEP=1 is the whole, in minutes. */
const STEP = Number(process.env['CORPUS_STEP'] ?? 29);
/** The whole corpus has at least so many cases. */
const WHOLE = 5_000;

const server = useServer({ llm: playing(() => new ScriptedModel([[says('Yes.')]])) });

test('no hostile request is answered as the server’s fault, and chats are answered afterwards', async () => {
  const read = async (path: string) => (await fetch(server.url + path)).json();
  const documents = await Promise.all(['/openapi.json', '/v1/openapi.json'].map(read));
  const cases = hostileCases(server.routes, documents as JsonObject[]);
  expect(cases.length).toBeGreaterThanOrEqual(WHOLE);
  const tried = cases.filter((_, at) => at % STEP === 0);
  const { wrong, ...measured } = await runCorpus(server.url, tried);
  expect(wrong).toEqual([]);
  // The times while other work is done are for people: as a limit they would fail by chance.
  const { slowest, ...figures } = measured;
  const longest = { ms: slowest[0]?.ms, cpuMs: Math.max(...slowest.map((one) => one.cpuMs)) };
  process.stderr.write(`hostile corpus: ${JSON.stringify({ ...figures, longest })}\n`);
  expect(slowest.filter(({ cpuMs }) => cpuMs > MAX_CPU_MS)).toEqual([]);
  const events = await server.chat({ message: 'hi', context_type: 'workflow' });
  expect(events.at(-1)?.event).toBe('message_complete');
}, 600_000);
