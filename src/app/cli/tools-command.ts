import { resolve } from 'node:path';
import { configError } from '../../foundation/errors.js';
import { createLocalEmbedder } from '../../toolindex/embedders/local/local-embedder.js';
import { toolDocument } from '../../toolindex/document.js';
import { ToolIndex } from '../../toolindex/tool-index.js';
import { VectorCache } from '../../toolindex/vector-cache.js';
import { configOf, dataDirOf, type Command } from './cli-context.js';
import { readSources, type ReadSource } from './read-sources.js';

const SHOWN = 12;

/** Shows which tools a request finds. */
export const toolsCommand: Command = async (words, _values, context) => {
  const sentence = words.join(' ');
  if (sentence.trim() === '')
    throw configError('Say what to look for: sextant tools "open pull requests".');
  const cacheFolder = resolve(dataDirOf(context), 'vectors');
  const sources = await readSources(configOf(context), context);
  context.say(await selectionReport(sentence, sources, cacheFolder));
  return 0;
};

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
