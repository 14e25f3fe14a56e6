// `npm run eval [-- arguments]`: plays the scenarios of evals/ with the model of the settings; see docs/evaluation.md.
import './lib/node-version.mjs';
import { ensureServerBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await command(async () => {
  await ensureInstalled(root);
  await ensureServerBuilt(root);
  return runHere(process.execPath, ['dist/src/cli.js', 'eval', ...process.argv.slice(2)]);
});
