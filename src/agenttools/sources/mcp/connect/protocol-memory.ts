import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import type { Clock } from '../../../../foundation/clock.js';
import { messageOf } from '../../../../foundation/errors.js';
import { isObject } from '../../../../foundation/json.js';
import type { Logger } from '../../../../foundation/logger.js';

/** Remembers which protocol a server speaks. */
export interface ProtocolMemory {
  /** Undefined where it has to be found out; never rejects. */
  read(): Promise<PriorDiscovery | undefined>;
  /** Keeps it, or with `undefined` forgets it; never rejects. */
  write(verdict: PriorDiscovery | undefined): Promise<void>;
}

/** Until its process ends. */
export class BriefMemory implements ProtocolMemory {
  private verdict: PriorDiscovery | undefined;

  async read(): Promise<PriorDiscovery | undefined> {
    return this.verdict;
  }

  async write(verdict: PriorDiscovery | undefined): Promise<void> {
    this.verdict = verdict;
  }
}

/** What a file of a verdict is kept with. */
export interface ProtocolFileOptions {
  path: string;
  /** The command or address: what another server spoke says nothing of this one. */
  server: string;
  clock: Clock;
  logger: Logger;
}

/** A server that also speaks an older protocol never contradicts it: what it speaks is asked again each day. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** In a file, over restarts. One that cannot be read or written costs a probe, and nothing else. */
export class ProtocolFile implements ProtocolMemory {
  constructor(private readonly options: ProtocolFileOptions) {}

  async read(): Promise<PriorDiscovery | undefined> {
    const { path, server, clock } = this.options;
    try {
      const value: unknown = JSON.parse(await readFile(path, 'utf8'));
      if (!isObject(value) || value['server'] !== server) return undefined;
      const age = clock().getTime() - Date.parse(String(value['at']));
      const isFresh = age >= 0 && age < MAX_AGE_MS;
      return isFresh ? verdictIn(value['verdict']) : undefined;
    } catch {
      return undefined;
    }
  }

  async write(verdict: PriorDiscovery | undefined): Promise<void> {
    const { path, server, clock, logger } = this.options;
    try {
      if (verdict === undefined) return await rm(path, { force: true });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const next = `${path}.${process.pid}.new`;
      const text = JSON.stringify({ server, at: clock().toISOString(), verdict });
      await writeFile(next, text, { mode: 0o600 });
      await rename(next, path);
    } catch (error) {
      logger.warn({ path, reason: messageOf(error) }, 'the protocol of a server is not remembered');
    }
  }
}

function verdictIn(value: unknown): PriorDiscovery | undefined {
  if (!isObject(value)) return undefined;
  if (value['kind'] === 'legacy') return { kind: 'legacy' };
  const discover: unknown = value['discover'];
  const isDiscovery =
    isObject(discover) &&
    Array.isArray(discover['supportedVersions']) &&
    isObject(discover['capabilities']);
  if (value['kind'] !== 'modern' || !isDiscovery) return undefined;
  return { kind: 'modern', discover: discover as never };
}
