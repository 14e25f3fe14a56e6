// `npm run tools:check`: tells which example queries do not find their tool; exit code 1 when there are any.
import './lib/node-version.mjs';
import { ensureServerBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureServerBuilt(root);
  return runHere(process.execPath, ['dist/src/app/tools-check.js', ...process.argv.slice(2)]);
});
