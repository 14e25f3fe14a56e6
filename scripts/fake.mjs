// `npm run fake -- gemini --script file.json`: a model API on this machine that answers from a script.
import './lib/node-version.mjs';
import { root } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled(root);
await import('../test/support/typescript.mjs');
await import('../test/support/fakes/main.ts');
