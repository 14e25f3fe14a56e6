import { runFake } from './cli.js';

await runFake(process.argv.slice(2));
