// `npm run fake -- gemini --script file.json`: a model API on this machine that answers from a script.
import './lib/node-version.mjs';
import { root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled(root);
await import('../test/support/typescript.mjs');
const { runFake } = await import('../test/support/fakes/cli.ts');
await runFake(process.argv.slice(2));
