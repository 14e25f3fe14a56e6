import { closing } from '../../foundation/program.js';
import { relative, resolve } from 'node:path';
import { configError } from '../../foundation/errors.js';
import {
  bestShare,
  fitLosing,
  tryShares,
  type ShareFigures,
  rememberingEmbedder,
  tryFeatures,
  type AblationRow,
} from '../../toolcheck/held-out.js';
import { readConfig } from '../config/config.js';
import { embedderFromConfig } from '../embedder-from-config.js';
import { writeTuning } from '../tuning.js';
import { LocalEmbedder } from '../../toolindex/embedders/local/local-embedder.js';
import { toolDocument } from '../../toolindex/document.js';
import { ToolIndex } from '../../toolindex/tool-index.js';
import { VectorCache } from '../../toolindex/vector-cache.js';
import { configOf, dataDirOf, type CliContext, type Command } from './cli-context.js';
import { readSources } from './read-sources.js';
import { defined } from '../../foundation/defined.js';
import type { Environment } from '../../foundation/settings-reader.js';

/** Fewer examples tell nothing about shares. */
const LEAST_EXAMPLES = 30;

/** Finds the share of words and meaning for the embedder by the tools' own examples, and stores it for the server. */
export const tuneCommand: Command = async (_words, _values, context) => {
  const { folder, env, say } = context;
  const { tools, count } = await readExamples(context);
  if (tools.length === 0)
    throw configError('There are no tools to tune by; "sextant check" says why.');
  if (count < LEAST_EXAMPLES)
    throw configError(
      `The tools have ${count} examples, and ${LEAST_EXAMPLES} are the least that tell anything: ${HOW_WRITTEN}`,
    );
  const embedder = embedderOf(env, 'tune');
  return closing(embedder, async () => {
    say(`${count} examples of ${tools.length} tools, each tried in an index without it:`);
    const signal = new AbortController().signal;
    const figures = await tryShares(tools, rememberingEmbedder(embedder), signal);
    for (const one of figures) say(`  ${titleOf(one)}: ${percent(recallOf(one))} % found`);
    const [before, best] = [figures[0], bestShare(figures)];
    if (before === undefined || best === undefined) return 1;
    const file = writeTuning(dataDirOf(context), {
      embedder: embedder.id,
      words_share: best.share,
      tools: tools.length,
      examples: count,
      recall_before: recallOf(before),
      recall: recallOf(best),
      measured_at: new Date().toISOString(),
    });
    say(`${decision(best)} ${relative(folder, resolve(file))} holds it; restart the server.`);
    for (const loss of [0.01, 0.05, 0.1])
      say(
        `  RAG_FIT_SCORE=${fitLosing(best, loss).toFixed(3)} would hold back the tools of ${loss * 100} % of these examples.`,
      );
    return 0;
  });
};

async function readExamples(context: CliContext) {
  const sources = await readSources(configOf(context), context);
  const tools = sources.flatMap((source) => [...source.tools]);
  return { tools, count: tools.reduce((sum, { examples }) => sum + examples.length, 0) };
}

const HOW_WRITTEN =
  'have some written with "sextant examples", and name the file under "examples:" of the source.';

function embedderOf(env: Environment, purpose: 'tune' | 'measure') {
  const embedder = embedderFromConfig(readConfig(env));
  if (embedder !== undefined) return embedder;
  throw configError(`EMBEDDER=none ranks nothing: there is nothing to ${purpose}.`);
}

function decision({ share }: ShareFigures): string {
  return share === undefined
    ? 'No share of words finds more than chance explains: the embedder stays as it is.'
    : `${percent(share)} % of a score from words finds most.`;
}

function titleOf({ share }: ShareFigures): string {
  return share === undefined ? 'as it is' : `${percent(share)} % words`;
}

function recallOf({ found, examples }: ShareFigures): number {
  return found / Math.max(1, examples);
}

function percent(value: number): string {
  return (100 * value).toFixed(1).replace(/\.0$/, '');
}

/** Measures selection by the tools' own examples, with all features and without each, for each named embedder. */
export const benchSelectionCommand: Command = async (_words, { embedder: named }, context) => {
  const { env, say } = context;
  const { tools, count } = await readExamples(context);
  if (count === 0) throw configError(`The tools have no examples to measure with: ${HOW_WRITTEN}`);
  say(`${count} examples of ${tools.length} tools, each tried in an index without it; in %:`);
  for (const name of named?.split(',') ?? [undefined]) {
    const embedder = embedderOf({ ...env, ...defined({ EMBEDDER: name?.trim() }) }, 'measure');
    await closing(embedder, async () => {
      const started = performance.now();
      const signal = new AbortController().signal;
      const rows = await tryFeatures(tools, rememberingEmbedder(embedder), signal);
      const seconds = Math.round((performance.now() - started) / 1000);
      say([`${embedder.id} (${seconds} s)`, ...rows.map(lineOf)].join('\n'));
    });
  }
  return 0;
};

function lineOf({ title, examples, found, first }: AblationRow): string {
  const percent = (count: number) => ((100 * count) / examples).toFixed(1).padStart(5);
  return `  ${title.padEnd(28)} among the six ${percent(found)}, first ${percent(first)}`;
}

const SHOWN = 12;

/** Says which tools of the sources a request finds, best first. */
export const toolsCommand: Command = async (words, _values, context) => {
  const sentence = words.join(' ');
  if (sentence.trim() === '')
    throw configError('Say what to look for: sextant tools "open pull requests".');
  const { tools } = await readExamples(context);
  if (tools.length === 0) {
    context.say('There are no tools to choose from; `sextant check` says why.');
    return 0;
  }
  const embedder = new LocalEmbedder();
  return closing(embedder, async () => {
    const index = await ToolIndex.build(tools.map(toolDocument), embedder, {
      cache: new VectorCache(resolve(dataDirOf(context), 'vectors')),
    });
    const allowed = new Set(index.names);
    const found = await index.search(sentence, { topK: SHOWN, minScore: -Infinity, allowed });
    const lines = found.map(({ name, score }) => {
      const tool = tools.find((one) => one.name === name);
      return `${score.toFixed(3)}  ${(tool?.effect ?? '').padEnd(7)} ${name}  ${tool?.title ?? ''}`;
    });
    context.say([`The best ${found.length} of ${tools.length} tools:`, ...lines].join('\n'));
    return 0;
  });
};
