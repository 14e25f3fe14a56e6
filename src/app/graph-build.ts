import { SingleBar } from 'cli-progress';
import { parseWords } from './cli/cli-context.js';
import { readConfig, type Config } from './config/config.js';
import { embedderFromConfig } from './embedder-from-config.js';
import { buildGraph, type BuildReport, type BuildStep } from '../explorer/build/build-graph.js';
import { openGraph } from '../explorer/explorer.js';
import { configError } from '../foundation/errors.js';
import { sayFailure } from '../foundation/program.js';
import { secretsIn } from '../foundation/secrets.js';

// `npm run graph -- <folder> [--collection name] [--only]`: builds the explorer's graph (docs/knowledge.md).
// Exit code 1: a document could not be read; 2: nothing was built.

const USAGE =
  'Say which folder: npm run graph -- <folder> [--collection name] [--only]. --only removes what was built from other folders.';

const steps: Readonly<Record<BuildStep, string>> = {
  documents: 'reading documents',
  references: 'following references',
  embeddings: 'embedding sections',
  similar: 'comparing sections',
};

try {
  process.exitCode = await run(readConfig(process.env));
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exitCode = 2;
}

async function run(config: Config): Promise<number> {
  const { folder, collection, only } = readArguments();
  const started = performance.now();
  const embedder = embedderFromConfig(config);
  const db = await openGraph(config.explorer.dataDir);
  const bar = new SingleBar({ format: '{bar} {value}/{total} {step}', noTTYOutput: true });
  bar.start(1, 0, { step: '' });
  try {
    const report = await buildGraph({
      db,
      folder,
      only,
      embedder,
      collection,
      onProgress: (step, done, total) => {
        bar.setTotal(total);
        bar.update(done, { step: steps[step] });
      },
    });
    bar.stop();
    tell(report, (performance.now() - started) / 1000);
    return report.failures.length === 0 ? 0 : 1;
  } finally {
    bar.stop();
    await embedder?.close?.();
    await db.close();
  }
}

function readArguments() {
  const { positionals, values } = parseWords(process.argv.slice(2), USAGE, {
    collection: { type: 'string' },
    only: { type: 'boolean', default: false },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw configError(USAGE);
  return { folder, ...values };
}

function tell(report: BuildReport, seconds: number): void {
  const { unresolved } = report;
  for (const { path, reason } of report.failures) console.error(`${path}: ${reason}`);
  console.log(
    `${report.documents} documents, ${report.changed} new or changed, ${report.removed} removed; ${report.embedded} sections embedded; ${seconds.toFixed(1)} s.`,
  );
  console.log(
    `The graph has ${report.sections} sections and ${report.references} references; ${unresolved.other_act} name an act that is not in it, ${unresolved.no_such_number + unresolved.ambiguous} lead nowhere.`,
  );
}
