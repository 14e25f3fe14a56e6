/**
 * `npm start`: installs what is missing, builds what is stale, then runs the server in this terminal, and
 * the explorer with the knowledge graph beside it where what is served needs one.
 */
import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { command, root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { explorerService, serverService } from './lib/services.mjs';
import { supervise } from './lib/supervise.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureBuilt(root);
  const { needsExplorerIn } = await import('../dist/src/app/served/needs-explorer.js');
  const explorer = needsExplorerIn(root, process.env)
    ? await explorerService(process.env, ['dist/src/explorer-main.js'])
    : undefined;
  const env = { ...process.env, ...explorer?.env };
  const server = serverService(env, ['dist/src/main.js', ...process.argv.slice(2)]);
  return supervise({ server, ...(explorer ? { explorer } : {}) });
});
