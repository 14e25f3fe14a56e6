import { closing } from '../../foundation/program.js';
import { type EvalClient, evalClient } from './ask-server.js';
import type { HelperModel, ModelChoice } from './model/models.js';
import { Tape, type TapeEntry } from './model/tape.js';
import { playScenario, type Attempt } from './play-scenario.js';
import type { ScenarioResult, ModelResult, Offer } from './report/summary.js';
import type { Scenario, Suite } from './suite.model.js';
import { configError } from '../../foundation/errors.js';
import { mapModels, type Models } from '../../llm/models.js';
import { modelsFromConfig } from '../llm-from-config.js';
import type { Config } from '../config/config.js';
import type { SourceConfig } from '../config/file/config-file.model.js';
import type { Served } from '../served/served.js';
import {
  type ExchangeEntry,
  tapeBackend,
  type BackendTapeOptions,
  type TapedBackend,
} from './backend-tape.js';
import { EvalServer, type EvalServerOptions } from './eval-server.js';

interface Ground {
  server: { url: string; reset(): Promise<void> };
  backends: Readonly<Record<string, string>>;
  helper: HelperModel;
  tape: Tape;
  repeat: number;
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
    helper,
    now,
  };
}

/** Conversations do not see each other; what was accepted is there for all. */
function savedSomething({ turns }: Attempt): boolean {
  return turns.some(({ changes }) => changes.some(({ state }) => state !== 'waiting'));
}

/** What the model and the sources' backends answered when it was recorded. */
export interface Recording {
  calls: readonly TapeEntry[];
  exchanges: readonly ExchangeEntry[];
}

interface EvaluateOptions extends Omit<EvalServerOptions, 'models'> {
  suites: readonly Suite[];
  choice: ModelChoice;
  offer: Offer;
  repeat: number;
  helper: HelperModel;
  /** Given again instead of asking the model. */
  recorded?: Recording;
  keep?: (entry: TapeEntry | ExchangeEntry) => void;
  models?: (config: Config) => Models;
  onAttempt: (suite: Suite, scenario: Scenario, attempt: Attempt) => void;
}

/** `RAG_TOP_K` takes no more. */
const MOST_OFFERED = 128;

/** Plays the suites with one model; rejects with what is wrong with the settings. */
export async function evaluate(options: EvaluateOptions): Promise<ModelResult> {
  const { recorded, keep } = options;
  const tape = new Tape(recorded?.calls ?? [], keep);
  const exchanges = recorded?.exchanges ?? [];
  const isTaped = exchanges.length > 0 || keep !== undefined;
  const backends = await openBackends(
    options.served,
    isTaped
      ? { recorded: exchanges, keep: (one) => keep?.(one), place: () => tape.place }
      : undefined,
  );
  return closing(backends, async () => {
    return await playWith({ ...options, served: backends.served }, tape, backends.addresses);
  });
}

async function playWith(
  options: EvaluateOptions,
  tape: Tape,
  backends: Readonly<Record<string, string>>,
): Promise<ModelResult> {
  const { suites, choice, offer, served, dataDir, helper, recorded, startWorker, warn } = options;
  const chosen = recorded === undefined ? choice.env : nobody;
  const env = { ...options.env, ...chosen, ...(offer === 'all' && everyTool) };
  const server = await EvalServer.open({
    served,
    env,
    dataDir,
    warn,
    startWorker,
    models: (config) => taped(config, options, tape),
  });
  return closing(server, async () => {
    if (offer === 'all') await checkFew(server.url);
    const isReplayed = (recorded?.exchanges.length ?? 0) > 0;
    const scenarios = await runSuites(isReplayed ? suites.map(withoutCommands) : suites, {
      server,
      helper,
      tape,
      backends,
      repeat: options.repeat,
      onAttempt: options.onAttempt,
      now: () => performance.now(),
    });
    return { model: choice.name, offer, scenarios, changedRequests: [...tape.changed] };
  });
}

/** There is no backend to be brought into a state. */
function withoutCommands(suite: Suite): Suite {
  return { ...suite, scenarios: suite.scenarios.map(({ before: _, ...rest }) => rest) };
}

const everyTool = { RAG_TOP_K: String(MOST_OFFERED), RAG_MIN_SCORE: '-1' };

/** Where a recording answers, no key is needed. */
const nobody = { LLM_PROVIDER: 'none', LLM_MODEL: '' };

async function checkFew(url: string): Promise<void> {
  const tools = (await evalClient(url).get('/v1/agent/tools')) as { total: number };
  const count = tools.total;
  if (count <= MOST_OFFERED) return;
  throw configError(
    `--offer all: there are ${count} tools, and at most ${MOST_OFFERED} can be offered at once.`,
  );
}

/** Where there is a recording none of the models is asked, and no key is needed. */
function taped(config: Config, options: EvaluateOptions, tape: Tape): Models {
  const { choice, recorded, models } = options;
  const asked = models?.(config) ?? modelsFromConfig(config);
  const known = { name: choice.name, model: choice.name };
  return mapModels(asked, (llm, role) =>
    recorded === undefined ? tape.recording(llm, role) : tape.replaying(known, role),
  );
}

/** Puts a recording in front of every backend; without `options` each is asked itself. */
async function openBackends(served: Served, options: BackendTapeOptions | undefined) {
  const { file, readAgain, ...rest } = served;
  const opened: TapedBackend[] = [];
  const addresses: Record<string, string> = {};
  const sources: SourceConfig[] = [];
  for (const source of file?.sources ?? []) {
    sources.push(source);
    if (source.kind !== 'openapi') continue;
    addresses[source.id] = source.baseUrl;
    if (options === undefined) continue;
    const taped = await tapeBackend(source.id, source.baseUrl, options);
    opened.push(taped);
    addresses[source.id] = taped.url;
    sources[sources.length - 1] = { ...source, baseUrl: taped.url };
  }
  return {
    // The file read again would name the real addresses.
    served:
      file === undefined || opened.length === 0 ? served : { ...rest, file: { ...file, sources } },
    addresses,
    close: () => Promise.all(opened.map((one) => one.close())),
  };
}
