// `npm run build`: builds what is stale of the server (dist) and the page (web/dist).
import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { command, root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureBuilt(root);
  return 0;
});
