// `npm run erp`: builds what is stale, then runs the sample ERP in this terminal.
import './lib/node-version.mjs';
import { ensureServerBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureServerBuilt(root);
  return runHere(process.execPath, ['dist/samples/erp/main.js']);
});
