// `npm run build`: builds what is stale of the server (dist), the page (web/dist), and what the package ships beside them.
import './lib/node-version.mjs';
import { ensureBuilt, ensurePluginTypesBuilt } from './lib/build.mjs';
import { command, root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureBuilt(root);
  await ensurePluginTypesBuilt(root);
  return 0;
});
