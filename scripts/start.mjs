// `npm start`: installs what is missing, builds what is stale, then runs the server in this terminal.
import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureBuilt(root);
  return runHere(process.execPath, ['dist/main.js', ...process.argv.slice(2)]);
});
