// `npm test [-- jest arguments]`: every test but the long ones, with one line of counts at the end.
import './lib/node-version.mjs';
import { command } from './lib/command.mjs';
import { runTests } from './lib/run-tests.mjs';

await command(() => runTests(process.argv.slice(2)));
