/**
 * `npm run build`: builds what is stale of the server (dist), the page (web/dist), and what the package ships beside them.
 * `npm run build:kernels`: assembles the WebAssembly text in src into the modules beside it.
 */
import './lib/node-version.mjs';
import { assembleKernels, ensureBuilt, ensureTypesBuilt } from './lib/build.mjs';
import { command, root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  if (process.argv[2] === 'kernels') {
    for (const file of await assembleKernels(root)) console.log(file);
    return 0;
  }
  await ensureBuilt(root);
  await ensureTypesBuilt(root);
  return 0;
});
