import { isDeepStrictEqual } from 'node:util';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { concatMap, debounceTime, from, merge, type Subscription } from 'rxjs';
import type { LiveAgents } from '../../agentloop/agent.js';
import type { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { messageOf } from '../../foundation/errors.js';
import { fileChanges } from '../../foundation/operator-file.js';
import type { Logger } from '../../foundation/logger.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import type { AddedSources } from './added/added-sources.js';
import { usualAgentOf, type ServedAgents } from './served-agents.js';
import { fillsOf, type SourceOpener } from './source-opener.js';

export interface FollowerOptions {
  file: ConfigFile;
  /** What stands beside it, and is followed too. */
  added: Pick<AddedSources, 'over' | 'open' | 'close'>;
  /** Reads it again; throws `config_error` when it is not valid any more. */
  readAgain: () => ConfigFile;
  opener: Pick<SourceOpener, 'open'>;
  catalog: Pick<LiveCatalog, 'add' | 'remove'>;
  agents: Pick<LiveAgents, 'replace'>;
  served: Pick<ServedAgents, 'of'>;
  logger: Logger;
}

/** Editors write a file in several steps. */
const SETTLE_MS = 250;

/** Takes up changed sources and agents; a file that is not valid changes nothing, and health says what is wrong. */
export class ConfigFileFollower implements OnModuleInit, OnApplicationShutdown {
  private file: ConfigFile;
  private fault = '';
  private watching: Subscription | undefined;
  /** One after the other: each begins where the one before left off. */
  private taking: Promise<void> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {
    this.file = options.file;
  }

  get state(): { state: 'ok' | 'degraded'; detail: string } {
    if (this.fault !== '') return { state: 'degraded', detail: this.fault };
    const { sources, agents } = this.file;
    return { state: 'ok', detail: `${sources.length} sources, ${agents.length} agents` };
  }

  /** Begins to watch the file, where there is one, and the files of instructions. */
  onModuleInit(): void {
    const { path, agents } = this.file;
    const files = [
      ...(path === undefined ? [] : [path]),
      ...agents.flatMap(({ instructionsFile }) => instructionsFile ?? []),
    ];
    this.watching = merge(...files.map(fileChanges))
      .pipe(
        debounceTime(SETTLE_MS),
        concatMap(() => from(this.take())),
      )
      .subscribe();
    this.options.added.open(() => this.take());
  }

  onApplicationShutdown(): void {
    this.options.added.close();
    this.watching?.unsubscribe();
  }

  /** Reads the file again and takes up what has changed; never rejects. */
  async take(): Promise<void> {
    this.taking = this.taking.then(() => this.takeNow());
    return this.taking;
  }

  private async takeNow(): Promise<void> {
    const { added, logger, readAgain } = this.options;
    try {
      this.fault = await this.apply(added.over(readAgain()));
    } catch (error) {
      this.fault = `The former state is kept: ${messageOf(error)}`;
    }
    if (this.fault === '') logger.info({ file: this.file.path }, 'the config file was read again');
    else logger.warn({ file: this.file.path, reason: this.fault }, 'a change of the config file');
  }

  /** Answers what only a restart takes up; empty when that is nothing. */
  private async apply(next: ConfigFile): Promise<string> {
    const { opener, catalog, agents, served } = this.options;
    const list = served.of(next);
    const before = this.file;
    this.file = { ...next, ...Object.fromEntries(AT_START.map((key) => [key, before[key]])) };
    for (const { id } of before.sources) {
      if (!isDeepStrictEqual(part(before, id), part(next, id))) await catalog.remove(id);
    }
    for (const { id } of next.sources) {
      if (!isDeepStrictEqual(part(before, id), part(next, id)))
        catalog.add(await opener.open(next, id));
    }
    agents.replace(list, usualAgentOf(next));
    return forRestart(before, next);
  }
}

function part(file: ConfigFile, id: string): unknown {
  const config = file.sources.find((source) => source.id === id);
  return config && [config, fillsOf(file, id)];
}

const AT_START = ['sample', 'plugins', 'pluginChanges', 'pluginSettings'] as const;

function forRestart(before: ConfigFile, next: ConfigFile): string {
  const keys = AT_START.filter((key) => !isDeepStrictEqual(before[key], next[key]));
  return keys.length === 0
    ? ''
    : `The server has to be started again for the changes of ${keys.map(named).join(', ')}.`;
}

function named(key: (typeof AT_START)[number]): string {
  return key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
}
