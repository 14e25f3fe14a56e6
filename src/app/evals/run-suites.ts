import type { EvalClient } from './ask-server.js';
import { evalClient } from './ask-server.js';
import type { HelperModel } from './model/ask.js';
import type { Tape } from './model/tape.js';
import { playScenario, type Attempt } from './play-scenario.js';
import type { ScenarioResult } from './results.model.js';
import type { Scenario, Suite } from './suite.model.js';

/** What suites are played on. */
export interface Ground {
  server: { url: string; reset(): Promise<void> };
  /** Addresses of the sources' backends, by the source's id. */
  backends: Readonly<Record<string, string>>;
  helper: HelperModel;
  tape: Tape;
  repeat: number;
  /** Told of every attempt. */
  onAttempt: (suite: Suite, scenario: Scenario, attempt: Attempt) => void;
  now: () => number;
}

/** Plays every scenario as often as asked, each from the server's beginning where one before saved something. */
export async function runSuites(
  suites: readonly Suite[],
  ground: Ground,
): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const suite of suites) {
    for (const scenario of suite.scenarios) {
      const attempts: Attempt[] = [];
      for (let number = 1; number <= ground.repeat; number += 1) {
        ground.tape.begin({ scenario: `${suite.name}/${scenario.name}`, attempt: number });
        const played = await playScenario(scenario, suite, stageFor(suite, ground));
        const { leakedCalls } = ground.tape;
        const attempt = leakedCalls === 0 ? played : { ...played, leakedCalls };
        attempts.push(attempt);
        ground.onAttempt(suite, scenario, attempt);
        if (scenario.before !== undefined || savedSomething(attempt)) await ground.server.reset();
      }
      results.push({ suite: suite.name, name: scenario.name, attempts });
    }
  }
  return results;
}

function stageFor({ authorization }: Suite, { server, backends, helper, now }: Ground) {
  const asked = Object.entries(backends).map(([id, url]): [string, Pick<EvalClient, 'get'>] => [
    id,
    evalClient(url, authorization),
  ]);
  return {
    client: evalClient(server.url, authorization),
    url: server.url,
    backends: Object.fromEntries(asked),
    ...{ helper, now },
  };
}

/** Conversations do not see each other; what was accepted is there for all. */
function savedSomething({ turns }: Attempt): boolean {
  return turns.some(({ changes }) => changes.some(({ state }) => state !== 'waiting'));
}
