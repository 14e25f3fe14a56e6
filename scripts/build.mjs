// `npm run build`: builds what is stale of the server (dist), the page (web/dist), the client, and the types they ship.
import './lib/node-version.mjs';
import { ensureBuilt, ensureTypesBuilt } from './lib/build.mjs';
import { command, root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureBuilt(root);
  await ensureTypesBuilt(root);
  return 0;
});
