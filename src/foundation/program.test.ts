import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('../../test/support/typescript.mjs', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('../../test/support/stopping.child.ts', import.meta.url));

test.each([
  ['SIGTERM', 0, null],
  ['SIGINT', 0, null],
  ['SIGHUP', null, 'SIGHUP'],
] as const)('%s lets a program close what it has open, heard or not', async (signal, code, by) => {
  const child = spawn(process.execPath, ['--import', LOADER, PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  await once(child, 'message');
  if (signal === 'SIGHUP') for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  child.kill(signal);
  expect(await ended).toEqual([code, by]);
  expect(said).toEqual(['open', 'closed']);
});
