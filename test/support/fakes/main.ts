import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { messageOf } from '../../../src/foundation/errors.js';
import { embeddings } from './embeddings.js';
import { FakeServer } from './fake-server.js';
import { fakeApis, fakeNames, type FakeName } from './fakes.js';
import { parseScript, type FakeScript } from './script.js';

const USAGE = `npm run fake -- <${fakeNames.join('|')}> [--script file.json] [--port 0] [--once]

Starts a server that speaks the API of that name and answers from the script, and prints the variables
with which Sextant uses it. Without a script it greets. Ctrl-C stops it. With --once it answers 500 when
the script is used up, instead of beginning again. Scripts: docs/providers.md.`;

const GREETING: FakeScript = { turns: [[{ text: 'Hello, ' }, { text: 'I am a fake.' }]] };

/** Starts one fake as the command line says, prints how to use it, and runs until it is stopped. */
async function start(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      script: { type: 'string' },
      port: { type: 'string', default: '0' },
      once: { type: 'boolean', default: false },
    },
  });
  const name = positionals[0] as FakeName | undefined;
  if (name === undefined || !fakeNames.includes(name)) throw new Error('Which API?');
  const text = values.script && (await readFile(values.script, 'utf8'));
  const script = text === undefined ? GREETING : parseScript(JSON.parse(text) as unknown);
  const fake = await FakeServer.start(fakeApis[name], {
    port: Number(values.port),
    repeat: !values.once,
    routes: name === 'anthropic' ? [] : [embeddings[name]()],
    ...script,
  });
  console.log(`The fake of ${name} is ready at ${fake.url}. Start Sextant with:`);
  for (const [variable, value] of Object.entries(fake.env)) console.log(`${variable}=${value}`);
  console.log('');
}

try {
  await start(process.argv.slice(2));
} catch (error) {
  console.error(`${messageOf(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
