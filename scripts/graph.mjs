// `npm run graph -- <folder>`: builds the knowledge graph from a folder's documents, with a progress bar.
import './lib/node-version.mjs';
import { resolve } from 'node:path';
import { ensureServerBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureServerBuilt(root);
  // npm starts scripts in the project's folder; paths are meant from where npm was called.
  const from = process.env.INIT_CWD ?? process.cwd();
  const args = process.argv.slice(2);
  const folder = args.findIndex(
    (arg, at) => !arg.startsWith('-') && args[at - 1] !== '--collection',
  );
  if (folder >= 0) args[folder] = resolve(from, args[folder]);
  return runHere(process.execPath, ['dist/src/app/graph-build.js', ...args]);
});
