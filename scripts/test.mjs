// `npm test [-- jest arguments]`: every test but the long ones, unless one is named; a line of counts at the end.
import './lib/node-version.mjs';
import { command } from './lib/command.mjs';
import { runTests } from './lib/run-tests.mjs';

const args = process.argv.slice(2);
const namesLong = args.some((arg) => arg.includes('.long'));
const ignored = namesLong ? [] : ['--testPathIgnorePatterns=\\.long\\.test\\.ts$'];
await command(() => runTests([...args, ...ignored]));
