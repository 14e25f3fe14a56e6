// `npm run erp|explorer|eval|graph|tools:check [-- arguments]`: builds what is stale, then runs a program in this terminal.
import './lib/node-version.mjs';
import { resolve } from 'node:path';
import { ensureServerBuilt } from './lib/build.mjs';
import { command, root, runHere } from './lib/command.mjs';
import { ensureInstalled } from './lib/install.mjs';

/** What is run for each name, below dist. */
const PROGRAMS = /** @type {const} */ ({
  erp: ['samples/erp/main.js'],
  explorer: ['src/explorer-main.js'],
  eval: ['src/cli.js', 'eval'],
  graph: ['src/app/graph-build.js'],
  'tools-check': ['src/app/tools-check.js'],
});

await command(async () => {
  await ensureInstalled(root);
  await ensureServerBuilt(root);
  const [name = '', ...args] = process.argv.slice(2);
  const [program, ...first] = PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (name)];
  const given = name === 'graph' ? fromCaller(args) : args;
  return runHere(process.execPath, [`dist/${program}`, ...first, ...given]);
});

/**
 * npm starts scripts in the project's folder; the path of documents is meant from where npm was called.
 * @param {string[]} args
 */
function fromCaller(args) {
  const from = process.env.INIT_CWD ?? process.cwd();
  const folder = args.findIndex(
    (arg, at) => !arg.startsWith('-') && args[at - 1] !== '--collection',
  );
  return args.map((arg, at) => (at === folder ? resolve(from, arg) : arg));
}
