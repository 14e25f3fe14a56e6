import { command } from '../../scripts/lib/command.mjs';
import { explorerService, serverService } from '../../scripts/lib/services.mjs';
import { supervise } from '../../scripts/lib/supervise.mjs';
import { defined } from '../../src/foundation/defined.js';

// The supervisor as `npm start` runs it, over the programs and the time between checks it is told.

const [server, explorer, checkMs] = process.argv.slice(2);
if (process.env['IN_TERMINAL'] === 'yes') process.stdin.isTTY = true;
const loader = new URL('../support/typescript.mjs', import.meta.url).href;
const flags = ['--disable-warning=ExperimentalWarning', '--import', loader];
const run = (script: string) => [...flags, ...script.split(' ')];

const beside = explorer ? await explorerService(process.env, run(explorer)) : undefined;
await command(() =>
  supervise({
    server: serverService({ ...process.env, ...beside?.env }, run(server ?? '')),
    ...defined({ explorer: beside }),
    checkMs: Number(checkMs),
  }),
);
