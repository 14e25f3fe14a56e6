import type { JsonObject } from '../../../src/foundation/json.js';
import { MAX_CPU_MS } from '../../support/hostile.js';
import { playing, says, ScriptedModel } from '../../support/scripted-model.js';
import { useServer } from '../../support/server.js';
import { hostileCases } from './cases.js';
import { runCorpus } from './run-corpus.js';

const llm = playing(() => new ScriptedModel([[says('Yes.')]]));

/** The whole corpus has at least so many cases. */
const WHOLE = 5_000;

/** Sends every `step`th case of the corpus to a whole server, which answers each of them as the caller's mistake. */
export function hostileCorpus(title: string, step: number): void {
  const server = useServer({ llm });

  test(title, async () => {
    const read = async (path: string) => (await fetch(server.url + path)).json();
    const documents = await Promise.all(['/openapi.json', '/v1/openapi.json'].map(read));
    const cases = hostileCases(server.routes, documents as JsonObject[]);
    expect(cases.length).toBeGreaterThanOrEqual(WHOLE);
    const tried = cases.filter((_, at) => at % step === 0);
    const { wrong, ...measured } = await runCorpus(server.url, tried);
    expect(wrong).toEqual([]);
    // The times while other work is done are for people: as a limit they would fail by chance.
    const { slowest, ...figures } = measured;
    const longest = { ms: slowest[0]?.ms, cpuMs: Math.max(...slowest.map((one) => one.cpuMs)) };
    process.stderr.write(`hostile corpus: ${JSON.stringify({ ...figures, longest })}\n`);
    expect(slowest.filter(({ cpuMs }) => cpuMs > MAX_CPU_MS)).toEqual([]);
    const events = await server.chat({ message: 'hi', context_type: 'workflow' });
    expect(events.at(-1)?.event).toBe('message_complete');
  });
}
