// `npm run test:all [-- jest arguments]`: every test, also the long ones; `-- .long.test` is these alone.
import './lib/node-version.mjs';
import { command } from './lib/command.mjs';
import { runTests } from './lib/run-tests.mjs';

await command(() => runTests(process.argv.slice(2)));
