import { AppError } from '../../../foundation/errors.js';
import type { Environment } from '../../../foundation/settings-reader.js';
import { tryFeatures, type AblationRow } from '../../../toolcheck/ablation.js';
import { rememberingEmbedder } from '../../../toolcheck/remembering-embedder.js';
import { readConfig } from '../../config/config.js';
import { embedderFromConfig } from '../../embedder-from-config.js';
import type { ReadSource } from '../read-sources.js';

export interface BenchSelectionContext {
  env: Environment;
  /** Names of embedders, comma-separated; absent: the configured one. */
  embedders: string | undefined;
  say: (text: string) => void;
}

/**
 * Measures selection on these tools by their own examples, with all features and without each, for one embedder after the
 * other; answers the exit code.
 */
export async function benchSelectionCommand(
  sources: readonly ReadSource[],
  { env, embedders, say }: BenchSelectionContext,
): Promise<number> {
  const tools = sources.flatMap((source) => [...source.tools]);
  const count = tools.reduce((sum, { examples }) => sum + examples.length, 0);
  if (count === 0) {
    throw new AppError(
      'config_error',
      'The tools have no examples to measure with: have some written with "sextant examples", and name the file under "examples:" of the source.',
    );
  }
  say(`${count} examples of ${tools.length} tools, each tried in an index without it; in %:`);
  const names = embedders?.split(',').map((name) => name.trim()) ?? [undefined];
  for (const name of names) {
    const embedder = embedderFromConfig(
      readConfig(name === undefined ? env : { ...env, EMBEDDER: name }),
    );
    if (embedder === undefined)
      throw new AppError(
        'config_error',
        'EMBEDDER=none ranks nothing: there is nothing to measure.',
      );
    try {
      const started = performance.now();
      const signal = new AbortController().signal;
      const rows = await tryFeatures(tools, rememberingEmbedder(embedder), signal);
      const seconds = Math.round((performance.now() - started) / 1000);
      say([`${embedder.id} (${seconds} s)`, ...rows.map(lineOf)].join('\n'));
    } finally {
      await embedder.close?.();
    }
  }
  return 0;
}

function lineOf({ title, recall, first }: AblationRow): string {
  return `  ${title.padEnd(28)} among the six ${percent(recall)}, first ${percent(first)}`;
}

function percent(value: number): string {
  return (100 * value).toFixed(1).padStart(5);
}
