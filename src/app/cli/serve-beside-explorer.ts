import { fileURLToPath } from 'node:url';
import type { Environment } from '../../foundation/settings-reader.js';
import { projectRoot } from '../version.js';

/** What `npm start` runs the server and the explorer with; plain modules, because they also run before a build. */
interface Supervisor {
  supervise(this: void, programs: { server: unknown; explorer: unknown }): Promise<number>;
}
interface Services {
  serverService(this: void, env: Environment, args: string[], cwd: string): unknown;
  explorerService(this: void, env: Environment, args: string[], cwd: string): Promise<unknown>;
}

/** Runs the server and the explorer, each in a process of its own, and starts no part of them here; answers the exit code. */
export async function serveBesideExplorer(env: Environment, folder: string): Promise<number> {
  const { supervise } = await script<Supervisor>('supervise.mjs');
  const { explorerService, serverService } = await script<Services>('services.mjs');
  const program = (name: string) => [fileURLToPath(new URL(`dist/src/${name}.js`, projectRoot))];
  const explorer = await explorerService(env, program('explorer-main'), folder);
  const own = (explorer as { env: Environment }).env;
  return supervise({ server: serverService(own, program('main'), folder), explorer });
}

async function script<Module>(name: string): Promise<Module> {
  return (await import(new URL(`scripts/lib/${name}`, projectRoot).href)) as Module;
}
