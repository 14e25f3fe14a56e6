import type { Environment } from '../../foundation/settings-reader.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { findConfigFile, readConfigFile } from '../config/file/read-config-file.js';

/** True where the law plugin needs an explorer here. Loads no plugin, for the supervisor stays small. */
export function needsExplorer(file: ConfigFile | undefined, env: Environment): boolean {
  const servesLaw = file === undefined || file.sample || file.plugins.includes('law');
  return servesLaw && !env['EXPLORER_URL']?.trim();
}

/** The same for what `folder` serves; false where its config file is not valid, as the server says. */
export function needsExplorerIn(folder: string, env: Environment): boolean {
  try {
    const path = findConfigFile(env, folder);
    return needsExplorer(path === undefined ? undefined : readConfigFile(path, env), env);
  } catch {
    return false;
  }
}
