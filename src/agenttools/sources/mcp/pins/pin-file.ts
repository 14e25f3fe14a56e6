import { mkdirSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defer, type Observable } from 'rxjs';
import { type AppError, configError, messageOf } from '../../../../foundation/errors.js';
import { fileChanges } from '../../../../foundation/operator-file.js';
import { isObject, asObject } from '../../../../foundation/json.js';
import type { ToolDefinition } from '../definitions/tool-definition.js';

export interface Pin {
  sha256: string;
  approved_at: string;
  /** `first contact`, or the name of a person. */
  by: string;
  definition: ToolDefinition;
}

export interface PinEntry {
  at: string;
  by: string;
  what: 'pinned' | 'approved' | 'replaced';
  tools: string[];
}

export interface PinnedServer {
  server: string;
  tools: Record<string, Pin>;
  log: PinEntry[];
}

const MAX_LOG = 500;

/** A file of pins: JSON that people can read, replaced as a whole. */
export class PinFile {
  constructor(readonly path: string) {}

  get changes$(): Observable<void> {
    return defer(() => {
      // Its folder is watched, also before the file is there.
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      return fileChanges(this.path);
    });
  }

  /** Undefined where nothing was approved yet; rejects with `config_error` a file that cannot be read. */
  async read(): Promise<PinnedServer | undefined> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (asObject(error)['code'] === 'ENOENT') return undefined;
      throw unreadable(this.path, messageOf(error));
    });
    if (text === undefined) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw unreadable(this.path, messageOf(error));
    }
    const { server, tools, log } = asObject(value);
    if (typeof server === 'string' && isObject(tools) && Array.isArray(log))
      return value as PinnedServer;
    throw unreadable(this.path, isObject(value) ? 'it has another form' : 'it is no object');
  }

  async write(pinned: PinnedServer): Promise<void> {
    const text = JSON.stringify({ ...pinned, log: pinned.log.slice(-MAX_LOG) }, undefined, 2);
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const next = `${this.path}.${process.pid}.new`;
    await writeFile(next, `${text}\n`, { mode: 0o600 });
    await rename(next, this.path);
  }
}

function unreadable(path: string, why: string): AppError {
  return configError(
    `The approved tools in ${path} cannot be read (${why}), so none is offered. Correct the file, or remove it to approve the server again.`,
  );
}
