import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { AppError } from '../../foundation/errors.js';
import { CONFIG_FILE } from '../config/file/read-config-file.js';

/** What a new config file is made of. */
export interface InitAnswers {
  /** Short id of the source. */
  id: string;
  /** Path or URL of its document. */
  openapi: string;
  baseUrl: string;
}

/** Writes a config file with one source and one agent; refuses to replace one that is there. */
export function writeConfigFile(folder: string, { id, openapi, baseUrl }: InitAnswers): string {
  const path = resolve(folder, CONFIG_FILE);
  if (existsSync(path)) {
    throw new AppError(
      'config_error',
      `${path} is there already; remove it, or edit it and run "sextant check".`,
    );
  }
  const text = stringify({
    default_agent: 'auto',
    sources: { [id]: { openapi, base_url: baseUrl, auth: { forward: 'authorization' } } },
    agents: { [id]: { title: titleOf(id), sources: [id] } },
  });
  writeFileSync(path, text);
  return path;
}

function titleOf(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
