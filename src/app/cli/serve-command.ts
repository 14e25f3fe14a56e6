import { fileURLToPath } from 'node:url';
import type { Environment } from '../../foundation/settings-reader.js';
import { needsExplorerIn } from '../served/needs-explorer.js';
import { projectRoot } from '../version.js';
import type { Command } from './cli-context.js';
interface Services {
  serverService(this: void, env: Environment, args: string[], cwd: string): unknown;
  explorerService(this: void, env: Environment, args: string[], cwd: string): Promise<unknown>;
}

/** Runs the server in this process; with the explorer each in a process of its own, and then no part of them is started here. */
export const serveCommand: Command = async (_words, _values, { env, folder }) => {
  if (!needsExplorerIn(folder, env)) {
    const { runServer } = await import('../run-server.js');
    const { readServed } = await import('../served/served.js');
    await runServer(await readServed(env, folder), env);
    return 0;
  }
  const { supervise } = await script<{
    supervise(this: void, programs: { server: unknown; explorer: unknown }): Promise<number>;
  }>('supervise.mjs');
  const { explorerService, serverService } = await script<Services>('services.mjs');
  const program = (name: string) => [fileURLToPath(new URL(`dist/src/${name}.js`, projectRoot))];
  const explorer = await explorerService(env, program('explorer-main'), folder);
  const own = (explorer as { env: Environment }).env;
  return supervise({ server: serverService(own, program('main'), folder), explorer });
};

async function script<Module>(name: string): Promise<Module> {
  return (await import(new URL(`scripts/lib/${name}`, projectRoot).href)) as Module;
}
