import { closing } from '../../../foundation/program.js';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { configError } from '../../../foundation/errors.js';
import type { Environment } from '../../../foundation/settings-reader.js';
import { addUsage, type LlmProvider, type Usage } from '../../../llm/types.js';
import { LocalEmbedder } from '../../../toolindex/embedders/local/local-embedder.js';
import type { Tool } from '../../../agenttools/tool.js';
import { readConfig } from '../../config/config.js';
import { llmFromConfig } from '../../llm-from-config.js';
import {
  configOf,
  dataDirOf,
  type CliContext,
  type Command,
  type CliValues,
} from '../cli-context.js';
import { chosenSource, readSources, type ReadSource } from '../read-sources.js';
import {
  type ExamplesRequest,
  missingTools,
  readLines,
  withLines,
  writeLines,
  batchesOf,
  estimate,
  writeExamples,
} from './write-examples.js';
import { lineId } from '../../../agenttools/sources/examples/example-file.js';
import { checkContext, rankExamples, reportText } from '../../../toolcheck/catalogue-check.js';
import { VectorCache } from '../../../toolindex/vector-cache.js';

const TOP = 6;

/** Has the model write the examples that a source lacks, and checks them all; after a stop it goes on where it was. */
export const examplesCommand: Command = async ([id], values, context) => {
  const wanted = wantedOf(values);
  const { sources } = configOf(context);
  const [source] = await readSources(
    { sources: [chosenSource(sources, id, 'sextant examples')] },
    context,
  );
  const { config, tools } = source as ReadSource;
  if (tools.length === 0) throw configError(`${config.id} has no tools; "sextant check" says why.`);
  const path = config.examplesFile ?? resolve(context.folder, `${config.id}.examples.jsonl`);
  const missing = missingTools(tools, readLines(path));
  if (missing.length > 0 && !(await write(path, { missing, tools, wanted, values }, context)))
    return 1;
  context.say(await report(source as ReadSource, path, context));
  if (config.examplesFile === undefined)
    context.say(
      `To have them used, add to sextant.yaml under sources.${config.id}:\n  examples: ./${relative(context.folder, path)}`,
    );
  return 0;
};

const MAX_EXAMPLES = 8;

function wantedOf({ number = '3', languages = 'English' }: CliValues): ExamplesRequest {
  const count = Number(number);
  if (!Number.isInteger(count) || count < 1 || count > MAX_EXAMPLES)
    throw configError(`--number takes 1 to ${MAX_EXAMPLES}, not "${number}".`);
  const named = languages.split(',').map((one) => one.trim());
  return { number: count, languages: named.filter((one) => one !== '') };
}

interface Writing {
  missing: readonly Tool[];
  tools: readonly Tool[];
  wanted: ExamplesRequest;
  values: CliValues;
}

async function write(
  path: string,
  { missing, tools, wanted, values }: Writing,
  { env, say, model = configuredModel(env) }: CliContext,
): Promise<boolean> {
  const batches = await batchesOf(missing, tools);
  const requests = batches.length === 1 ? '1 request' : `${batches.length} requests`;
  const cost = tokens(estimate(batches, wanted));
  say(
    `${missing.length} of ${tools.length} tools have no examples: ${requests} to ${model.model}, about ${cost}.`,
  );
  if (values.yes !== true && !(await confirmed('Ask it?'))) return false;
  const spent: Usage = { inputTokens: 0, outputTokens: 0 };
  const spend = (usage: Usage) => addUsage(spent, usage);
  const call = { signal: new AbortController().signal, spend };
  const left = new Set(missing.map(lineId));
  for await (const lines of writeExamples(model, batches, wanted, call)) {
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

function configuredModel(env: Environment): LlmProvider {
  const config = readConfig(env);
  if (config.llm.provider !== 'none') return llmFromConfig(config);
  throw configError(
    'No model is configured to write examples: set LLM_PROVIDER and its key (docs/providers.md).',
  );
}

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw configError('Nobody can be asked here: add --yes to go on.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return closing(terminal, async () => {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  });
}

/** Which examples find their tool among the best six, each tried without itself, and which tools stand in the way. */
async function report({ config, tools }: ReadSource, path: string, context: CliContext) {
  const lines = readLines(path);
  const known = new Map(lines.map(({ id, examples }) => [id, examples]));
  const used = new Set<string>();
  const withExamples = tools.map((tool) => {
    const id = known.has(lineId(tool)) ? lineId(tool) : tool.name;
    used.add(id);
    return { ...tool, examples: known.get(id) ?? [] };
  });
  const embedder = new LocalEmbedder();
  return closing(embedder, async () => {
    const names = new Set(tools.map(({ name }) => name));
    const cache = new VectorCache(resolve(dataDirOf(context), 'vectors'));
    const { signal } = new AbortController();
    const [ranks = []] = await rankExamples(withExamples, [names], embedder, { cache, signal });
    const check = checkContext(names, ranks, { topK: TOP, minScore: 0, core: new Set<string>() });
    const of = { contextType: config.id, title: relative(context.folder, path) };
    const text = reportText({ topK: TOP, contexts: [{ ...of, ...check }] });
    const stale = lines.filter(({ id }) => !used.has(id)).map(({ id }) => id);
    const told = stale.length === 0 ? [] : [`Of no tool there is now: ${stale.join(', ')}.`];
    return [text, ...told].join('\n');
  });
}
