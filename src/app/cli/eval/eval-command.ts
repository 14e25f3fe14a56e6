import { existsSync, mkdirSync, writeFileSync, appendFileSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configError, messageOf } from '../../../foundation/errors.js';
import { secretsIn, redactor } from '../../../foundation/secrets.js';
import { readConfig } from '../../config/config.js';
import { evalClient } from '../../evals/ask-server.js';
import { evaluate, type Recording } from '../../evals/evaluate.js';
import { HelperModel, modelChoices } from '../../evals/model/models.js';
import type { Attempt } from '../../evals/play-scenario.js';
import { readSuites } from '../../evals/read-suite.js';
import {
  comparison,
  summarise,
  type Prices,
  type EvalResults,
  type ModelResult,
  type Offer,
} from '../../evals/report/summary.js';
import { htmlReport, markdownReport } from '../../evals/report/report.js';
import type { Scenario, Suite } from '../../evals/suite.model.js';
import { scenarioOfRun, suiteText } from '../../evals/scenario-of-run.js';
import { oneModel } from '../../../llm/models.js';
import { llmFromConfig } from '../../llm-from-config.js';
import { readServed } from '../../served/served.js';
import { readSources } from '../read-sources.js';
import { dataDirOf, type CliContext, configOf, parseWords } from '../cli-context.js';
import type { ExchangeEntry } from '../../evals/backend-tape.js';
import type { TapeEntry } from '../../evals/model/tape.js';
import type { Tool } from '../../../agenttools/tool.js';
import type { JsonObject } from '../../../foundation/json.js';

const SUITES = 'evals';

/** Plays scenarios, or writes them; answers the exit code. Rejects with what is wrong with them or the settings. */
export async function evalCommand(args: readonly string[], context: CliContext): Promise<number> {
  const options = evalOptions(args);
  const [action, ...rest] = options.words;
  if (options.help) context.say(EVAL_USAGE);
  else if (action === 'init') await initSuite(rest[0], context);
  else if (action === 'from-run') context.say(await runAsSuite(rest[0], options, context));
  else return play(action ?? SUITES, options, context);
  return 0;
}

async function play(path: string, options: EvalOptions, context: CliContext): Promise<number> {
  const { env, folder, say, startWorker, model } = context;
  const { record, replay, repeat } = options;
  const suites = chosen(readSuites(resolve(folder, path), env), options.only);
  const served = await readServed(env, folder);
  const results: ModelResult[] = [];
  for (const choice of modelChoices(options.models)) {
    for (const offer of options.offers) {
      say(`Playing with ${choice.name}${offer === 'all' ? ', all tools offered' : ''}:`);
      const fileIn = (of: string) => fileOf(resolve(folder, of), choice.name, offer);
      const played = await evaluate({
        suites,
        served,
        choice,
        offer,
        repeat,
        env,
        startWorker,
        warn: say,
        dataDir: dataDirOf(context),
        helper: new HelperModel(helperModel(options.helper, context)),
        keep: record === undefined ? undefined : startRecording(fileIn(record), secretsIn(env)),
        recorded: replay === undefined ? undefined : readRecording(fileIn(replay)),
        models: model && (() => oneModel(model)),
        onAttempt: (suite, scenario, attempt) => say(lineOf(suite, scenario, attempt)),
      });
      results.push(played);
    }
  }
  const found: EvalResults = { version: 1, results };
  say(`\n${markdownReport(found, options.prices)}`);
  if (options.compare !== undefined)
    say(comparison(readJson<EvalResults>(resolve(folder, options.compare)), found));
  if (options.report !== undefined) writeReport(resolve(folder, options.report), found, options);
  const least = Math.min(...results.map((one) => summarise(one, results).success));
  return least < options.minSuccess ? 1 : 0;
}

function lineOf(suite: Suite, { name }: Scenario, { faults }: Attempt): string {
  const [fault] = faults;
  const line = `  ${fault === undefined ? '✓' : '✗'} ${suite.name}: ${name}`;
  return fault === undefined ? line : `${line}\n      ${fault}`;
}

function chosen(suites: readonly Suite[], only = ''): readonly Suite[] {
  const wanted = only.toLowerCase();
  const left = suites
    .map((suite) => ({
      ...suite,
      scenarios: suite.scenarios.filter(({ name }) => name.toLowerCase().includes(wanted)),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
  if (left.length > 0) return left;
  throw configError(`No scenario has "${only}" in its name.`);
}

function helperModel(name: string | undefined, { env, model }: CliContext) {
  const [choice] = name === undefined ? [] : modelChoices(name);
  if (choice === undefined) return undefined;
  return model ?? llmFromConfig(readConfig({ ...env, ...choice.env }));
}

function writeReport(folder: string, found: EvalResults, { prices }: EvalOptions): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.md'), `# Evaluation\n\n${markdownReport(found, prices)}`);
  writeFileSync(join(folder, 'report.html'), htmlReport(found, prices));
  writeFileSync(join(folder, 'results.json'), JSON.stringify(found));
}

async function initSuite(agent: string | undefined, context: CliContext): Promise<void> {
  const { folder, say } = context;
  const file = configOf(context);
  const names = file.agents.map(({ contextType }) => contextType);
  const found = file.agents.find(({ contextType }) => contextType === (agent ?? names[0]));
  if (found === undefined)
    throw configError(`There is no such agent; there are ${names.join(', ')}.`);
  const sources = file.sources.filter(({ id }) => found.sources.includes(id));
  const tools = (await readSources({ sources }, context)).flatMap((one) => one.tools);
  const scenarios = knownItemScenarios(tools, found.contextType);
  if (scenarios.length === 0)
    throw configError(
      'None of its tools has an example request; "sextant examples" has a model write some.',
    );
  const path = join(folder, SUITES, `${found.contextType}.yaml`);
  if (existsSync(path)) throw configError(`${path} is there already.`);
  mkdirSync(join(folder, SUITES), { recursive: true });
  writeFileSync(path, suiteText(scenarios));
  say(`Wrote ${path} with ${scenarios.length} scenarios. "sextant eval" plays them.`);
}

async function runAsSuite(
  runId: string | undefined,
  { url }: EvalOptions,
  { env }: CliContext,
): Promise<string> {
  if (runId === undefined)
    throw configError('Which run? Give its id: sextant eval from-run RUN_ID.');
  const token = env['SEXTANT_TOKEN']?.trim();
  const client = evalClient(url, token ? `Bearer ${token}` : undefined);
  return suiteText([await scenarioOfRun(runId, client)]);
}

/** The file of one model and one way of offering tools, a model call or an answer of a backend a line. */
function fileOf(folder: string, model: string, offer: Offer): string {
  const name = encodeURIComponent(offer === 'all' ? `${model}, all tools` : model);
  return join(folder, `${name}.jsonl`);
}

/** Keeps model calls and answers of backends in a file, which is written afresh; `secrets` stand in none of its lines. */
function startRecording(file: string, secrets: readonly string[]) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  const redact = redactor(secrets);
  return (entry: TapeEntry | ExchangeEntry) =>
    appendFileSync(file, `${redact(JSON.stringify(entry))}\n`);
}

function readRecording(file: string): Recording {
  if (!existsSync(file))
    throw configError(`There is no recording ${file}; --record ${dirname(file)} makes one.`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const entries = lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TapeEntry | ExchangeEntry);
  return {
    calls: entries.filter((one) => 'role' in one),
    exchanges: entries.filter((one) => 'source' in one),
  };
}

/** A scenario per tool with an example: its request has to find the tool, and reads have to run it. */
export function knownItemScenarios(tools: readonly Tool[], agent: string): JsonObject[] {
  const used = new Set<string>();
  return tools.flatMap(({ name, title, examples, effect }) => {
    const say = examples.find((example) => example.trim() !== '');
    if (say === undefined) return [];
    const plain = title?.trim() || name;
    const unique = [plain, `${plain} (${name})`].find((one) => !used.has(one)) ?? name;
    used.add(unique);
    const expect = {
      offered: [name],
      ...(effect === 'read' ? { tools: { use: [name] }, changes: [] } : {}),
    };
    return [{ name: unique, agent, turns: [{ say, expect }] }];
  });
}

const EVAL_USAGE = `sextant eval [FILE or FOLDER]                 plays the scenarios of evals/, or of the file or folder named
sextant eval init [AGENT]                     writes evals/AGENT.yaml with a request for each tool that has an example
sextant eval from-run RUN_ID [--url URL]      prints a run of a running server as a scenario

  --models a,b        which to compare: provider:model, a provider, or a model of the configured provider
  --offer selected,all  the tools chosen for a message (as usual), and all that there are
  --repeat 3          plays each scenario so often
  --only TEXT         only scenarios with this in their names
  --record FOLDER     keeps what the models answer
  --replay FOLDER     gives it again; no model is asked and no key is needed
  --helper MODEL      plays users and judges answers where scenarios ask for it
  --report FOLDER     writes report.md, report.html and results.json
  --compare FILE      says what got better and worse since that results.json
  --min-success 0.9   ends with 1 where fewer attempts succeed
  --prices FILE       JSON: {"provider:model": {"input": 0.3, "output": 2.5}}, in US dollars for a million tokens`;

type EvalOptions = ReturnType<typeof evalOptions>;

const MOST_REPEATS = 100;

function evalOptions(args: readonly string[]) {
  const { positionals, values } = parseWords(args, EVAL_USAGE, {
    models: { type: 'string' },
    offer: { type: 'string', default: 'selected' },
    repeat: { type: 'string', default: '1' },
    only: { type: 'string' },
    record: { type: 'string' },
    replay: { type: 'string' },
    helper: { type: 'string' },
    report: { type: 'string' },
    compare: { type: 'string' },
    'min-success': { type: 'string', default: '0' },
    prices: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    help: { type: 'boolean', default: false },
  });
  if (values.record !== undefined && values.replay !== undefined)
    throw configError('Give --record or --replay, not both.');
  return {
    ...values,
    words: positionals,
    offers: offersOf(values.offer),
    repeat: numberOf('repeat', values.repeat, 1, MOST_REPEATS, Number.isInteger),
    minSuccess: numberOf('min-success', values['min-success'], 0, 1, Number.isFinite),
    prices: values.prices === undefined ? {} : readJson<Prices>(values.prices),
  };
}

function offersOf(text: string): readonly Offer[] {
  const offers = text.split(',').map((one) => one.trim());
  const wrong = offers.find((one) => one !== 'selected' && one !== 'all');
  if (wrong === undefined) return offers as Offer[];
  throw configError(`--offer takes selected, all or both, not "${wrong}".`);
}

function numberOf(
  name: string,
  text: string,
  least: number,
  most: number,
  fits: (value: number) => boolean,
): number {
  const value = Number(text);
  if (text.trim() !== '' && fits(value) && value >= least && value <= most) return value;
  throw configError(`--${name} takes a number from ${least} to ${most}.`);
}

function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    throw configError(`${path} cannot be read: ${messageOf(error)}.`);
  }
}
