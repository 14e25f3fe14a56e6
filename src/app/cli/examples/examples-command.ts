import { relative, resolve } from 'node:path';
import { AppError } from '../../../foundation/errors.js';
import type { LlmProvider, Usage } from '../../../llm/types.js';
import { createLocalEmbedder } from '../../../toolindex/embedders/local/local-embedder.js';
import type { Tool } from '../../../agenttools/tool.js';
import type { ConfigFile } from '../../config/file/config-file.model.js';
import type { ReadSource } from '../read-sources.js';
import type { ExamplesRequest } from './ask-examples.js';
import { lineId } from '../../../agenttools/sources/examples/example-file.js';
import {
  missingTools,
  readLines,
  withLines,
  writeLines,
  batchesOf,
  estimate,
  writeExamples,
} from './write-examples.js';
import { checkContext } from '../../../toolcheck/context-check.js';
import { rankExamples } from '../../../toolcheck/rank-examples.js';
import { reportText } from '../../../toolcheck/report-text.js';
import type { Embedder } from '../../../toolindex/embedder.js';
import { VectorCache } from '../../../toolindex/vector-cache.js';

const TOP = 6;

/** Which examples find their tool among the best six, each tried without itself, and which tools stand in the way. */
async function examplesReport(
  source: { id: string; title: string; tools: readonly Tool[] },
  embedder: Embedder,
  cacheFolder: string,
  signal: AbortSignal,
): Promise<string> {
  const started = performance.now();
  const names = new Set(source.tools.map(({ name }) => name));
  const cache = new VectorCache(cacheFolder);
  const [ranks = []] = await rankExamples(source.tools, [names], { embedder, cache, signal });
  const rule = { topK: TOP, minScore: 0, core: new Set<string>() };
  const check = checkContext(names, ranks, rule);
  const context = { contextType: source.id, title: source.title, ...check };
  return reportText({ topK: TOP, elapsedMs: performance.now() - started, contexts: [context] });
}

export interface ExamplesDeps {
  /** Where paths are shown from. */
  folder: string;
  cacheFolder: string;
  say: (text: string) => void;
  /** Whether to spend what was said; asked before anything is sent. */
  agree: (question: string) => Promise<boolean>;
  /** Rejects with `config_error` where no model is configured. */
  model: () => LlmProvider;
}

/** The source of an id, or the only one; throws `config_error` that names those there are. */
export function chosenSource({ sources }: ConfigFile, id: string | undefined): string {
  const ids = sources.map((source) => source.id);
  const chosen = id ?? (ids.length === 1 ? ids[0] : undefined);
  if (chosen !== undefined && ids.includes(chosen)) return chosen;
  const what = id === undefined ? 'Say for which source' : `There is no source "${id}"`;
  throw new AppError('config_error', `${what}: sextant examples ${ids.join(' | ')}.`);
}

/**
 * Writes the examples that a source lacks into its file, and checks them all; answers the exit code. Run again
 * after a stop it goes on where it was.
 */
export async function examplesCommand(
  source: ReadSource,
  wanted: ExamplesRequest,
  deps: ExamplesDeps,
): Promise<number> {
  const { config, tools } = source;
  if (tools.length === 0)
    throw new AppError('config_error', `${config.id} has no tools; "sextant check" says why.`);
  const path = config.examplesFile ?? resolve(deps.folder, `${config.id}.examples.jsonl`);
  const missing = missingTools(tools, readLines(path));
  if (missing.length > 0 && !(await write(path, missing, tools, wanted, deps))) return 1;
  deps.say(await report(source, path, deps));
  if (config.examplesFile === undefined)
    deps.say(
      `To have them used, add to sextant.yaml under sources.${config.id}:\n  examples: ./${relative(deps.folder, path)}`,
    );
  return 0;
}

async function write(
  path: string,
  missing: readonly Tool[],
  tools: readonly Tool[],
  wanted: ExamplesRequest,
  { say, agree, model: modelOf }: ExamplesDeps,
): Promise<boolean> {
  const model = modelOf();
  const batches = await batchesOf(missing, tools);
  const requests = batches.length === 1 ? '1 request' : `${batches.length} requests`;
  const cost = tokens(estimate(batches, wanted));
  say(
    `${missing.length} of ${tools.length} tools have no examples: ${requests} to ${model.model}, about ${cost}.`,
  );
  if (!(await agree('Ask it?'))) return false;
  const stop = new AbortController();
  const spent: Usage = { inputTokens: 0, outputTokens: 0 };
  const left = new Set(missing.map(lineId));
  for await (const { lines, usage } of writeExamples(model, batches, wanted, stop.signal)) {
    spent.inputTokens += usage.inputTokens;
    spent.outputTokens += usage.outputTokens;
    writeLines(path, withLines(readLines(path), lines));
    for (const { id } of lines) left.delete(id);
    say(`  ${missing.length - left.size} of ${missing.length}`);
  }
  say(`Written: ${missing.length - left.size} tools, ${tokens(spent)}.`);
  if (left.size > 0)
    say(
      `The model wrote none that can be used for ${[...left].join(', ')}; run this again, or write them into the file.`,
    );
  return true;
}

function tokens({ inputTokens, outputTokens }: Usage): string {
  return `${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`;
}

async function report(
  { config, tools }: ReadSource,
  path: string,
  { folder, cacheFolder }: ExamplesDeps,
): Promise<string> {
  const lines = readLines(path);
  const known = new Map(lines.map(({ id, examples }) => [id, examples]));
  const used = new Set<string>();
  const withExamples = tools.map((tool) => {
    const id = known.has(lineId(tool)) ? lineId(tool) : tool.name;
    used.add(id);
    return { ...tool, examples: known.get(id) ?? [] };
  });
  const embedder = createLocalEmbedder();
  try {
    const source = { id: config.id, title: relative(folder, path), tools: withExamples };
    const text = await examplesReport(source, embedder, cacheFolder, new AbortController().signal);
    const stale = lines.filter(({ id }) => !used.has(id)).map(({ id }) => id);
    const told = stale.length === 0 ? [] : [`Of no tool there is now: ${stale.join(', ')}.`];
    return [text, ...told].join('\n');
  } finally {
    await embedder.close?.();
  }
}
