import { configError } from '../../../foundation/errors.js';
import { tryFeatures, type AblationRow } from '../../../toolcheck/held-out.js';
import { rememberingEmbedder } from '../../../toolcheck/remembering-embedder.js';
import { readConfig } from '../../config/config.js';
import { embedderFromConfig } from '../../embedder-from-config.js';
import { configOf, type Command } from '../cli-context.js';
import { readSources } from '../read-sources.js';

/**
 * Measures selection on these tools by their own examples, with all features and without each, for one embedder after the
 * other: those named, with commas between them, or the configured one.
 */
export const benchSelectionCommand: Command = async (_words, { embedder: named }, context) => {
  const { env, say } = context;
  const sources = await readSources(configOf(context), context);
  const tools = sources.flatMap((source) => [...source.tools]);
  const count = tools.reduce((sum, { examples }) => sum + examples.length, 0);
  if (count === 0)
    throw configError(
      'The tools have no examples to measure with: have some written with "sextant examples", and name the file under "examples:" of the source.',
    );
  say(`${count} examples of ${tools.length} tools, each tried in an index without it; in %:`);
  const names = named?.split(',').map((name) => name.trim()) ?? [undefined];
  for (const name of names) {
    const embedder = embedderFromConfig(
      readConfig(name === undefined ? env : { ...env, EMBEDDER: name }),
    );
    if (embedder === undefined)
      throw configError('EMBEDDER=none ranks nothing: there is nothing to measure.');
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
};

function lineOf({ title, examples, found, first }: AblationRow): string {
  const percent = (count: number) => ((100 * count) / examples).toFixed(1).padStart(5);
  return `  ${title.padEnd(28)} among the six ${percent(found)}, first ${percent(first)}`;
}
