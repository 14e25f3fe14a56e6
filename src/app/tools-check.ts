import { readConfig } from './config/config.js';
import { configError } from '../foundation/errors.js';
import { closing, sayFailure } from '../foundation/program.js';
import { secretsIn } from '../foundation/secrets.js';
import { missedOf, reportText } from '../toolcheck/catalogue-check.js';
import { createCatalog } from '../agenttools/catalog.js';
import { builtInAgents, builtInTools } from '../plugins/built-in-parts.js';
import { ToolSelectionIndex } from '../toolindex/selection-index.js';
import { VectorCache } from '../toolindex/vector-cache.js';
import type { WatchedEmbedder } from '../toolindex/watched-embedder.js';
import { catalogueCheck, toolDocuments } from './catalogue-check.js';
import { openContext } from './modules/settings.module.js';
import { EMBEDDER } from './modules/injection.js';
import { ToolIndexModule } from './modules/tool-index.module.js';

// `npm run tools:check`: prints how the catalogue's examples find their tools. Needs no database.
// Exit code 1: more examples miss than are allowed; 2: it could not be checked.

try {
  process.exitCode = await check(allowed(process.argv.slice(2)));
} catch (error) {
  sayFailure(error, secretsIn(process.env));
  process.exitCode = 2;
}

async function check(limit: number): Promise<number> {
  const config = readConfig(process.env);
  const app = await openContext([ToolIndexModule], config);
  return closing(app, async () => {
    const catalog = createCatalog(await builtInTools(config.plugins));
    const index = app.get(ToolSelectionIndex);
    index.rebuild(toolDocuments(catalog.tools));
    while ((await index.settled()).kind === 'building');
    const embedder = app.get<WatchedEmbedder | undefined>(EMBEDDER);
    const cache = app.get(VectorCache);
    const check = catalogueCheck(catalog, builtInAgents, config, { index, embedder, cache });
    const report = await check.report();
    const missed = missedOf(report);
    console.log(reportText(report));
    console.log(`\n${missed} examples do not get their tool, ${limit} allowed.`);
    return missed > limit ? 1 : 0;
  });
}

function allowed(args: readonly string[]): number {
  const at = args.indexOf('--allow');
  const value = at < 0 ? 0 : Number(args[at + 1]);
  if (Number.isInteger(value) && value >= 0) return value;
  const message = '--allow takes a whole number: how many examples may not get their tool.';
  throw configError(message);
}
