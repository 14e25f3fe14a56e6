import { defined } from '../../../foundation/defined.js';
import type { Attempt } from '../play-scenario.js';
import type { CallRecord } from '../transcript.js';

/** US dollars for a million tokens, by the model's name in the report. */
export type Prices = Readonly<Record<string, { input: number; output: number }>>;

export type Summary = ReturnType<typeof summarise>;

const UNOFFERED = new Set(['unknown_tool', 'tool_not_offered']);

/** The figures of a result; `all` says which tools successful runs of any model used. */
export function summarise(result: ModelResult, all: readonly ModelResult[], prices: Prices = {}) {
  const attempts = result.scenarios.flatMap((scenario) => scenario.attempts);
  const good = attempts.filter(succeeded);
  const turns = attempts.flatMap((attempt) => attempt.turns);
  const calls = turns.flatMap((turn) => turn.calls);
  const unoffered = calls.filter(isUnoffered).length;
  const inputTokens = sum(turns, (turn) => turn.inputTokens);
  const outputTokens = sum(turns, (turn) => turn.outputTokens);
  const whole = result.scenarios.filter((one) => one.attempts.every(succeeded));
  const mean = (of: (one: Attempt) => number) => share(sum(good, of), good.length);
  const price = prices[result.model];
  const recall = recallOf(result.scenarios, all);
  return {
    scenarios: result.scenarios.length,
    attempts: attempts.length,
    success: share(good.length, attempts.length),
    /** Share of scenarios of which every attempt succeeded. */
    passK: share(whole.length, result.scenarios.length),
    /** Turns and calls of a successful attempt, in the mean. */
    turns: mean((one) => one.turns.length),
    toolCalls: mean((one) => sum(one.turns, (turn) => turn.calls.length)),
    /** Calls with wrong arguments, or that failed, over all attempts. */
    failedCalls: calls.filter(({ isError }) => isError).length - unoffered,
    unofferedCalls: unoffered,
    userMistakes: attempts.filter(({ userMistake }) => userMistake !== undefined).length,
    inputTokens,
    outputTokens,
    /** US dollars; absent without a price. */
    ...(price && { cost: (inputTokens * price.input + outputTokens * price.output) / 1e6 }),
    seconds: sum(turns, (turn) => turn.seconds),
    /** Share of the tools that a scenario needs that were offered; absent where none needs one. */
    ...defined({ recall }),
  };
}

export function succeeded({ faults }: Attempt): boolean {
  return faults.length === 0;
}

/** True for a call of a tool that was not offered, or that nobody has. */
export function isUnoffered({ code }: CallRecord): boolean {
  return code !== undefined && UNOFFERED.has(code);
}

function recallOf(scenarios: readonly ScenarioResult[], all: readonly ModelResult[]) {
  let needed = 0;
  let offered = 0;
  for (const scenario of scenarios) {
    const names = neededFor(scenario, all);
    for (const { turns } of scenario.attempts) {
      const there = new Set(turns.flatMap((turn) => turn.offered));
      needed += names.size;
      offered += [...names].filter((name) => there.has(name)).length;
    }
  }
  return needed === 0 ? undefined : offered / needed;
}

/** The tools that ran in an attempt that succeeded, whichever model it was. */
function neededFor({ suite, name }: ScenarioResult, all: readonly ModelResult[]): Set<string> {
  const same = all.flatMap(({ scenarios }) =>
    scenarios.filter((one) => one.suite === suite && one.name === name),
  );
  const turns = same.flatMap(({ attempts }) => attempts.filter(succeeded)).flatMap((a) => a.turns);
  const ran = turns.flatMap(({ calls }) => calls.filter(({ isError }) => !isError));
  return new Set(ran.map((call) => call.name));
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** What got better and worse since an earlier evaluation, scenario by scenario, as Markdown. */
export function comparison(before: EvalResults, now: EvalResults): string {
  const sections = now.results.map((result) => {
    const earlier = before.results.find((one) => titleOf(one) === titleOf(result));
    return earlier === undefined
      ? `## ${titleOf(result)}: not in the earlier evaluation`
      : sectionOf(earlier, result);
  });
  return `${sections.join('\n\n')}\n`;
}

function sectionOf(before: ModelResult, now: ModelResult): string {
  const earlier = new Map(before.scenarios.map((one) => [keyOf(one), one]));
  const pairs = now.scenarios.flatMap((one) => {
    const old = earlier.get(keyOf(one));
    return old === undefined ? [] : [{ name: keyOf(one), from: rate(old), to: rate(one) }];
  });
  const worse = pairs.filter(({ from, to }) => to < from);
  const better = pairs.filter(({ from, to }) => to > from);
  const same = pairs.length - worse.length - better.length;
  const alone = now.scenarios.length - pairs.length;
  const gone = before.scenarios.length - pairs.length;
  return [
    `## ${titleOf(now)}: ${better.length} better, ${worse.length} worse, ${same} the same`,
    ...(alone > 0 ? [`${alone} scenarios are new.`] : []),
    ...(gone > 0 ? [`${gone} scenarios were not played this time.`] : []),
    ...worse.map((one) => `- worse: ${lineOf(one)}`),
    ...better.map((one) => `- better: ${lineOf(one)}`),
  ].join('\n');
}

function lineOf({ name, from, to }: { name: string; from: number; to: number }): string {
  return `${name} (${Math.round(100 * from)} → ${Math.round(100 * to)} % of attempts)`;
}

function keyOf({ suite, name }: ScenarioResult): string {
  return `${suite}: ${name}`;
}

function rate({ attempts }: ScenarioResult): number {
  return share(attempts.filter(succeeded).length, attempts.length);
}

export function titleOf({ model, offer }: ModelResult): string {
  return offer === 'all' ? `${model}, all tools` : model;
}

/** How tools are offered: the best ones for the message, or all of the context. */
export type Offer = 'selected' | 'all';

export interface ModelResult {
  model: string;
  offer: Offer;
  scenarios: readonly ScenarioResult[];
  /** Calls that were asked in other words than when they were recorded. */
  changedRequests: readonly string[];
}

export interface ScenarioResult {
  suite: string;
  name: string;
  attempts: readonly Attempt[];
}

export interface EvalResults {
  version: 1;
  results: readonly ModelResult[];
}
