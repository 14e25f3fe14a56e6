import { checkContext } from '../../../toolcheck/context-check.js';
import { rankExamples } from '../../../toolcheck/rank-examples.js';
import { reportText } from '../../../toolcheck/report-text.js';
import type { Tool } from '../../../agenttools/tool.js';
import type { Embedder } from '../../../toolindex/embedder.js';
import { VectorCache } from '../../../toolindex/vector-cache.js';

const TOP = 6;

/** Which examples find their tool among the best six, each tried without itself, and which tools stand in the way. */
export async function examplesReport(
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
