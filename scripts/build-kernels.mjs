// `npm run build:kernels`: assembles the WebAssembly text in src into the modules beside it.
import './lib/node-version.mjs';
import { assembleKernels } from './lib/assemble-kernels.mjs';
import { command, root } from './lib/command.mjs';

await command(async () => {
  for (const file of await assembleKernels(root)) console.log(file);
  return 0;
});
