import { resolve } from 'node:path';
import { AppError } from '../../foundation/errors.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { checkReport } from './check-command.js';
import { dataDirOf, type CliContext, configOf } from './cli-context.js';
import { type CliValues, USAGE } from './command-line.js';
import { chosenSource, examplesCommand } from './examples/examples-command.js';
import { examplesDeps, wantedOf } from './examples/run-examples.js';
import { readSources, type ReadSource } from './read-sources.js';
import { approveTools, waitingReport } from './sources-command.js';
import { benchSelectionCommand } from './bench-selection/bench-selection-command.js';
import { tuneCommand } from './tune/tune-command.js';
import { createLocalEmbedder } from '../../toolindex/embedders/local/local-embedder.js';
import { toolDocument } from '../../toolindex/document.js';
import { ToolIndex } from '../../toolindex/tool-index.js';
import { VectorCache } from '../../toolindex/vector-cache.js';

/** The commands that read the sources of a config file. */
type SourceCommand = 'check' | 'tools' | 'examples' | 'tune' | 'bench-selection' | 'sources';

/** Runs one of them; answers its exit code. */
export async function sourceCommand(
  command: SourceCommand,
  words: readonly string[],
  values: CliValues,
  context: CliContext,
): Promise<number> {
  const config = configOf(context, values.config);
  switch (command) {
    case 'check':
      return check(config, values, context);
    case 'tools':
      return tools(words.join(' '), config, context);
    case 'examples':
      return examples(words[0], config, values, context);
    case 'tune':
      return tune(config, context);
    case 'bench-selection':
      return benchSelectionCommand(await read(config, context), {
        ...context,
        embedders: values.embedder,
      });
    case 'sources':
      return sources(words, config, context);
  }
}

const read = (config: ConfigFile, context: CliContext, validated = false) =>
  readSources(config, {
    ...{ validated, dataDir: dataDirOf(context) },
    startWorker: context.startWorker,
  });

async function check(config: ConfigFile, values: CliValues, context: CliContext): Promise<number> {
  const { text, faults } = checkReport(config, await read(config, context, true), {
    ...{ tools: values.tools, all: values.all },
    auth: context.env['AUTH']?.trim() || 'none',
  });
  context.say(text);
  return faults.length > 0 ? 1 : 0;
}

async function sources(
  [action, ...rest]: readonly string[],
  config: ConfigFile,
  context: CliContext,
): Promise<number> {
  if (action !== undefined && action !== 'approve')
    throw new AppError('config_error', `There is no "sources ${action}".\n\n${USAGE}`);
  const dataDir = dataDirOf(context);
  context.say(
    action === undefined
      ? await waitingReport(config, dataDir)
      : await approveTools(config, dataDir, rest),
  );
  return 0;
}

async function examples(
  id: string | undefined,
  config: ConfigFile,
  values: CliValues,
  context: CliContext,
): Promise<number> {
  const chosen = chosenSource(config, id);
  const only = { ...config, sources: config.sources.filter((source) => source.id === chosen) };
  const [source] = await read(only, context);
  const deps = examplesDeps(values, { ...context, dataDir: dataDirOf(context) });
  return examplesCommand(source as ReadSource, wantedOf(values), deps);
}

async function tune(config: ConfigFile, context: CliContext): Promise<number> {
  return tuneCommand(await read(config, context), { ...context, dataDir: dataDirOf(context) });
}

async function tools(sentence: string, config: ConfigFile, context: CliContext): Promise<number> {
  if (sentence.trim() === '')
    throw new AppError('config_error', 'Say what to look for: sextant tools "open pull requests".');
  const cacheFolder = resolve(dataDirOf(context), 'vectors');
  context.say(await selectionReport(sentence, await read(config, context), cacheFolder));
  return 0;
}

const SHOWN = 12;

/** Which tools of the sources a request finds, best first; vectors are kept in `cacheFolder`. */
async function selectionReport(
  sentence: string,
  sources: readonly ReadSource[],
  cacheFolder: string,
): Promise<string> {
  const tools = sources.flatMap((source) => source.tools);
  if (tools.length === 0) return 'There are no tools to choose from; `sextant check` says why.';
  const embedder = createLocalEmbedder();
  try {
    const index = await ToolIndex.build(tools.map(toolDocument), embedder, {
      cache: new VectorCache(cacheFolder),
    });
    const allowed = new Set(index.names);
    const found = await index.search(sentence, { topK: SHOWN, minScore: -Infinity, allowed });
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    const lines = found.map(({ name, score }) => {
      const tool = byName.get(name);
      return `${score.toFixed(3)}  ${(tool?.effect ?? '').padEnd(7)} ${name}  ${tool?.title ?? ''}`;
    });
    return [`The best ${found.length} of ${tools.length} tools:`, ...lines].join('\n');
  } finally {
    await embedder.close?.();
  }
}
