import type { RunEvent } from '../../../src/app/evals/transcript.js';
import { scenarioOfRun, suiteText } from '../../../src/app/evals/scenario-of-run.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { getJson, sextant } from '../api/client.js';
import { saveFile } from '../ui/outside.js';

/** Saves a run as a scenario of an evaluation (docs/evaluation.md); rejects when it cannot be read. */
export async function saveScenario(runId: string, context: JsonObject): Promise<void> {
  const scenario = await scenarioOfRun(runId, { events: eventsOf, get: getJson }, context);
  saveFile(`${runId}.yaml`, suiteText([scenario]));
}

async function eventsOf(runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const update of sextant.resume(runId)) {
    if (update.type === 'refused') throw update.problem;
    if (update.type !== 'event') continue;
    events.push({ event: update.event.type, data: { ...update.event.data } });
  }
  return events;
}
