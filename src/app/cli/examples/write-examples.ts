import type { Tool } from '../../../agenttools/tool.js';
import type { LlmProvider, Usage } from '../../../llm/types.js';
import { toolDocument } from '../../../toolindex/document.js';
import { WordIndex } from '../../../toolindex/word-index.js';
import { askExamples, examplesPrompt, type ToolAmongOthers, type Wanted } from './ask-examples.js';
import { lineId, type ExampleLine } from '../../../agenttools/sources/examples/example-line.js';
import { toolHash } from './example-lines.js';

/** So many tools in one request: more, and small models begin to leave some out. */
const BATCH = 12;
const OTHERS = 3;
/** A tool that the model left out is asked for once more. */
const TRIES = 2;
/** Rough, for the estimate alone. */
const CHARS_PER_TOKEN = 4;
const TOKENS_PER_EXAMPLE = 25;

/** Tools in batches, each with those that it is easily mistaken for. */
export async function batchesOf(
  missing: readonly Tool[],
  all: readonly Tool[],
): Promise<ToolAmongOthers[][]> {
  const index = await WordIndex.of(all.map(toolDocument));
  const titles = new Map(all.map(({ name, title }) => [name, title ?? name]));
  const allowed = new Set(titles.keys());
  const among = missing.map((tool) => {
    const scores = index.query(`${tool.title ?? ''} ${tool.description}`);
    const near = scores.top({ topK: OTHERS + 1, minScore: 0.01, allowed });
    const others = near.filter(({ name }) => name !== tool.name).slice(0, OTHERS);
    return { tool, others: others.map(({ name }) => titles.get(name) ?? name) };
  });
  const batches: ToolAmongOthers[][] = [];
  for (let at = 0; at < among.length; at += BATCH) batches.push(among.slice(at, at + BATCH));
  return batches;
}

/** What asking for these batches will take, about: known before anything is sent. */
export function estimate(batches: readonly ToolAmongOthers[][], wanted: Wanted): Usage {
  const chars = batches.map((batch) => examplesPrompt(batch, wanted).length + 500);
  const tools = batches.reduce((sum, batch) => sum + batch.length, 0);
  return {
    inputTokens: Math.ceil(chars.reduce((sum, one) => sum + one, 0) / CHARS_PER_TOKEN),
    outputTokens: tools * wanted.number * TOKENS_PER_EXAMPLE,
  };
}

/** How far the writing is, and what it has taken. */
export interface Written {
  lines: readonly ExampleLine[];
  usage: Usage;
}

/**
 * Asks for the examples batch by batch; what a batch gave is told at once, so that a stop loses one batch at
 * most. Rejects when the model cannot be reached.
 */
export async function* writeExamples(
  model: LlmProvider,
  batches: readonly ToolAmongOthers[][],
  wanted: Wanted,
  signal: AbortSignal,
): AsyncGenerator<Written> {
  for (const batch of batches) {
    let open: readonly ToolAmongOthers[] = batch;
    for (let tried = 0; tried < TRIES && open.length > 0; tried += 1) {
      const usage: Usage = { inputTokens: 0, outputTokens: 0 };
      const spend = (more: Usage): void => {
        usage.inputTokens += more.inputTokens;
        usage.outputTokens += more.outputTokens;
      };
      const found = await askExamples(model, open, wanted, { signal, spend });
      const lines = open.flatMap(({ tool }): ExampleLine[] => {
        const examples = found.get(lineId(tool));
        return examples === undefined ? [] : [{ id: lineId(tool), examples, hash: toolHash(tool) }];
      });
      yield { lines, usage };
      open = open.filter(({ tool }) => !found.has(lineId(tool)));
    }
  }
}
