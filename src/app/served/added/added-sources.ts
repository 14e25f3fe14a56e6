import { stringify } from 'yaml';
import { AppError, messageOf } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Logger } from '../../../foundation/logger.js';
import { repeat } from '../../../foundation/clock.js';
import type { AddedSource, AddedSourceStore } from '../../../store/added-sources.store.js';
import type { ConfigFile } from '../../config/file/config-file.model.js';
import { sampleFile } from '../served.js';
import { readAdded } from './read-added.js';
import { isDeepStrictEqual } from 'node:util';
import { filter, firstValueFrom, map, race, switchMap, timer } from 'rxjs';
import type { EditSources } from '../../../agentapi/sources/sources.model.js';
import type { LiveCatalog, SourceReport } from '../../../agenttools/sources/live-catalog.js';
import type { ConfigFileFollower } from '../config-file-follower.js';

/** Other servers of the same database may add some too. */
const POLL_MS = 10_000;
const MAX_SOURCES = 50;

/** Sources that operators have added while the server runs, beside those of the config file. */
export class AddedSources {
  private added: readonly AddedSource[] = [];
  private version = '';
  /** As it was last read, without what was added. */
  private file: ConfigFile = sampleFile;
  private stop = (): void => {};

  constructor(
    private readonly store: AddedSourceStore,
    /** Names that are taken beside those of the config file, by plugins. */
    private readonly taken: ReadonlySet<string>,
    private readonly logger: Logger,
    /** Origins that may be sent the tokens of users without an operator's word. */
    private readonly mayForwardTo: ReadonlySet<string>,
  ) {}

  /** Reads what there is; to be called before {@link over}. */
  async load(): Promise<void> {
    this.version = await this.store.version();
    this.added = await this.store.list();
  }

  get ids(): readonly string[] {
    return this.added.map(({ id }) => id);
  }

  /** A config file with what was added; what does not fit to it any more is left out and logged. */
  over(file: ConfigFile): ConfigFile {
    this.file = file;
    return this.overWith(this.added);
  }

  private overWith(added: readonly AddedSource[]): ConfigFile {
    let whole = this.file;
    for (const one of added) {
      try {
        whole = this.with(whole, one);
      } catch (error) {
        this.logger.warn(
          { source: one.id, reason: messageOf(error) },
          'an added source is left out',
        );
      }
    }
    return whole;
  }

  private with(file: ConfigFile, one: AddedSource): ConfigFile {
    const { source, agent } = readAdded(one, this.mayForwardTo);
    const names = [...file.sources.map(({ id }) => id), ...this.taken];
    const agents = file.agents.map(({ contextType }) => contextType);
    if (names.includes(one.id) || (agent !== undefined && agents.includes(one.id)))
      throw new AppError(
        'conflict',
        `There is a source or agent "${one.id}" already; choose another id.`,
      );
    return {
      ...file,
      sources: [...file.sources, source],
      agents: agent === undefined ? file.agents : [...file.agents, agent],
    };
  }

  /** Follows what other servers add or remove. */
  open(changed: () => Promise<void>): void {
    this.stop = repeat(
      POLL_MS,
      () => this.poll(changed),
      (error) =>
        this.logger.warn({ reason: messageOf(error) }, 'added sources could not be read again'),
    );
  }

  close(): void {
    this.stop();
  }

  /** Rejects with `invalid_request` or `conflict` what could not be served. */
  async add(one: AddedSource, userId: string): Promise<void> {
    this.with(this.overWith(this.added), one);
    if (this.added.length >= MAX_SOURCES)
      throw new AppError(
        'conflict',
        `${MAX_SOURCES} sources were added, the most there can be; remove one, or write them into the config file.`,
      );
    await this.store.add(one, userId);
    await this.load();
  }

  /** As it was added; throws `not_found` where it was not. */
  definition(id: string): AddedSource {
    const found = this.added.find((one) => one.id === id);
    if (found === undefined) throw notAdded(id);
    return found;
  }

  /** Rejects with `not_found`, and with `invalid_request` or `conflict` what could not be served. */
  async replace(one: AddedSource, userId: string): Promise<void> {
    this.definition(one.id);
    this.with(this.overWith(this.added.filter(({ id }) => id !== one.id)), one);
    if (!(await this.store.replace(one, userId))) throw notAdded(one.id);
    await this.load();
  }

  /** Rejects with `not_found` where it was not added. */
  async remove(id: string): Promise<void> {
    if (!(await this.store.remove(id))) throw notAdded(id);
    await this.load();
  }

  /** What was added as a config file, with the documents that were sent beside it. */
  export(): Record<string, string> {
    const files: Record<string, string> = {};
    const sources = this.added.map(({ id, source, document }): [string, JsonObject] => {
      if (document === undefined) return [id, source];
      const name = `${id}.openapi.${document.trimStart().startsWith('{') ? 'json' : 'yaml'}`;
      files[name] = document;
      return [id, { openapi: `./${name}`, ...source }];
    });
    const agents = this.added.flatMap(({ id, agent }): [string, JsonObject][] =>
      agent === undefined ? [] : [[id, { ...agent, sources: [id] }]],
    );
    const value = { sources: Object.fromEntries(sources), agents: Object.fromEntries(agents) };
    return { 'sextant.yaml': stringify(value), ...files };
  }

  private async poll(changed: () => Promise<void>): Promise<void> {
    if ((await this.store.version()) === this.version) return;
    await this.load();
    await changed();
  }
}

function notAdded(id: string): AppError {
  return new AppError(
    'not_found',
    `No source "${id}" was added here; those of the config file are changed there.`,
  );
}

/** How long an answer waits for a document or server to be read. */
const WAIT_MS = 10_000;

/** Adds, changes and removes sources for the routes: stored first, then taken up. */
export function editSources(
  added: AddedSources,
  follower: Pick<ConfigFileFollower, 'take'>,
  catalog: Reports,
): EditSources {
  return {
    added: () => added.ids,
    export: () => added.export(),
    add: async (source, userId) => {
      await added.add(source, userId);
      await follower.take();
      return reportOf(source.id, catalog);
    },
    definition: (id) => added.definition(id),
    replace: async (source, userId) => {
      const isSame = isDeepStrictEqual(added.definition(source.id), source);
      // The report of the former one must not be taken for the answer.
      const gone = (report: SourceReport | undefined) => (report?.state ?? 'loading') === 'loading';
      const left = isSame ? undefined : settled(source.id, catalog, gone);
      await added.replace(source, userId);
      await follower.take();
      await left;
      return reportOf(source.id, catalog);
    },
    remove: async (id) => {
      await added.remove(id);
      await follower.take();
      await settled(id, catalog, (report) => report === undefined);
    },
  };
}

async function reportOf(id: string, catalog: Reports): Promise<SourceReport> {
  const isRead = (report: SourceReport | undefined) =>
    report !== undefined && report.state !== 'loading';
  const report = await settled(id, catalog, isRead);
  if (report !== undefined) return report;
  throw new AppError(
    'conflict',
    `"${id}" was stored, but is not served; the part config_file of /health/ready says why.`,
  );
}

type Reports = Pick<LiveCatalog, 'reports' | 'reports$'>;

/** The report of a source once it is as wanted, or after the wait. */
async function settled(
  id: string,
  { reports$ }: Reports,
  isWanted: (report: SourceReport | undefined) => boolean,
): Promise<SourceReport | undefined> {
  const own = reports$.pipe(map((all) => all.find((report) => report.id === id)));
  const late = timer(WAIT_MS).pipe(switchMap(() => own));
  return firstValueFrom(race(own.pipe(filter(isWanted)), late));
}
