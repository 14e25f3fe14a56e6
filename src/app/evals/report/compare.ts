import type { EvalResults, ModelResult, ScenarioResult } from '../results.model.js';
import { titleOf } from './markdown.js';
import { succeeded } from './summary.js';

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
  return attempts.length === 0 ? 0 : attempts.filter(succeeded).length / attempts.length;
}
