import { stringify } from 'yaml';
import { AppError, messageOf } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { Logger } from '../../../foundation/logger.js';
import { repeat } from '../../../foundation/clock.js';
import type { AddedSource, AddedSourceStore } from '../../../store/added-sources.store.js';
import type { ConfigFile } from '../../config/file/config-file.model.js';
import { sampleFile } from '../served.js';
import { readAdded } from './read-added.js';

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
