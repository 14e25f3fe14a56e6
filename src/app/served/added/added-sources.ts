import { stringify } from 'yaml';
import {
  type AppError,
  type ErrorDetail,
  conflict,
  invalidRequest,
  messageOf,
  notFound,
} from '../../../foundation/errors.js';
import { type JsonObject, isObject } from '../../../foundation/json.js';
import type { Logger } from '../../../foundation/logger.js';
import { repeat } from '../../../foundation/clock.js';
import type { AddedSource, AddedSourceStore } from '../../../store/added-sources.store.js';
import type { ConfigFile, AgentConfig, SourceConfig } from '../../config/file/config-file.model.js';
import { sampleFile } from '../served.js';
import { isLoopback, parseUrl } from '../../../foundation/parse-url.js';
import { readAgent } from '../../config/file/read-config-file.js';
import { checkConfigValue } from '../../config/file/check-config-value.js';
import { readSource } from '../../config/file/source-config.js';

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
      throw conflict(`There is a source or agent "${one.id}" already; choose another id.`);
    return {
      ...file,
      sources: [...file.sources, source],
      agents: agent === undefined ? file.agents : [...file.agents, agent],
    };
  }

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

  async add(one: AddedSource, userId: string): Promise<void> {
    this.with(this.overWith(this.added), one);
    if (this.added.length >= MAX_SOURCES)
      throw conflict(
        `${MAX_SOURCES} sources were added, the most there can be; remove one, or write them into the config file.`,
      );
    await this.store.add(one, userId);
    await this.load();
  }

  definition(id: string): AddedSource {
    const found = this.added.find((one) => one.id === id);
    if (found === undefined) throw notAdded(id);
    return found;
  }

  async replace(one: AddedSource, userId: string): Promise<void> {
    this.definition(one.id);
    this.with(this.overWith(this.added.filter(({ id }) => id !== one.id)), one);
    if (!(await this.store.replace(one, userId))) throw notAdded(one.id);
    await this.load();
  }

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
  return notFound(`No source "${id}" was added here; those of the config file are changed there.`);
}

/** Stands for a document that was sent, where the config file names one. */
const SENT = 'https://sent.invalid/';

/** Reads an added source; `invalid_request` for what is not valid or the config file's alone: files, programs, secrets. */
export function readAdded(
  added: AddedSource,
  mayForwardTo: ReadonlySet<string>,
): { source: SourceConfig; agent?: AgentConfig } {
  const { id, agent, document } = added;
  const source = document === undefined ? added.source : { ...added.source, openapi: SENT };
  const agentValue = agent && { ...agent, sources: [id] };
  const value = { sources: { [id]: source }, ...(agentValue && { agents: { [id]: agentValue } }) };
  const faults: ErrorDetail[] = [
    ...checkConfigValue(value).map(({ path, message }) => ({ path: path.join('.'), message })),
    ...notHere(added),
  ];
  if (faults.length > 0) throw refused(faults);
  const context = {
    // No path and no variable of the server's is read: what names one was refused.
    folder: '/',
    env: {},
    fault: (path: readonly string[], message: string) =>
      void faults.push({ path: path.join('.'), message }),
  };
  const read = readSource(id, source, context);
  const readBy = agentValue && readAgent(id, agentValue, context);
  const waiting = waitingFor(added, read, mayForwardTo, context.fault);
  if (faults.length > 0) throw refused(faults);
  const whole =
    document !== undefined && read.kind === 'openapi'
      ? { ...waiting, document: { text: document } }
      : waiting;
  return { source: whole, ...(readBy && { agent: readBy }) };
}

/** The source; one that would send the tokens of users to an origin that nobody allowed waits for that. */
function waitingFor(
  { id, forwardTo }: AddedSource,
  read: SourceConfig,
  mayForwardTo: ReadonlySet<string>,
  fault: (path: readonly string[], message: string) => void,
): SourceConfig {
  const url = read.kind === 'openapi' && read.auth.kind === 'forward' && parseUrl(read.baseUrl);
  const { origin, hostname } = url || {};
  if (forwardTo !== undefined && forwardTo !== origin)
    fault(
      ['forward_to'],
      origin === undefined
        ? `allows an address, and sources.${id} sends no token of users; leave it out`
        : `must be ${origin}, the origin of base_url, or be left out`,
    );
  const isAllowed =
    origin === undefined ||
    forwardTo === origin ||
    isLoopback(hostname ?? '') ||
    mayForwardTo.has(origin);
  if (isAllowed || read.kind !== 'openapi') return read;
  return { ...read, auth: { ...read.auth, waitsFor: origin } };
}

function notHere({ id, source, agent, document }: AddedSource): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const fault = (path: string, message: string) => faults.push({ path, message });
  const { openapi, mcp, auth } = source;
  if (document !== undefined && (openapi !== undefined || mcp !== undefined))
    fault(`sources.${id}`, 'names a place beside the document that is sent; leave one of them out');
  if (typeof openapi === 'string' && !/^https?:\/\//i.test(openapi))
    fault(`sources.${id}.openapi`, 'must be an https URL here; send a file as "document"');
  if (typeof openapi === 'string' && openapi.includes('${'))
    fault(
      `sources.${id}.openapi`,
      'names a variable of the server, so it stands in the config file',
    );
  if (isObject(mcp)) checkServer(`sources.${id}.mcp`, mcp, fault);
  const isOpen = auth === undefined || auth === 'none';
  if (!isOpen && !(isObject(auth) && auth['forward'] !== undefined))
    fault(`sources.${id}.auth`, 'names a secret of the server, so it stands in the config file');
  for (const key of ['examples', 'overlay'])
    if (source[key] !== undefined)
      fault(`sources.${id}.${key}`, 'is a file of the server, so it stands in the config file');
  if (typeof agent?.['instructions'] === 'string' && /\.(?:md|txt)\s*$/.test(agent['instructions']))
    fault(`agents.${id}.instructions`, 'must be the text itself here, not a file');
  return faults;
}

function checkServer(
  path: string,
  { command, headers, oauth }: JsonObject,
  fault: (path: string, message: string) => void,
): void {
  if (command !== undefined)
    fault(path, 'must be the URL of a server here; programs stand in the config file');
  if (headers !== undefined)
    fault(`${path}.headers`, 'may hold a secret, so it stands in the config file');
  if (isObject(oauth) && oauth['client_secret'] !== undefined)
    fault(`${path}.oauth.client_secret`, 'is a secret, so it stands in the config file');
}

function refused(faults: readonly ErrorDetail[]): AppError {
  const told = faults.map(({ path = '', message }) => `${path} ${message}`).join('; ');
  return invalidRequest(`The source is not valid: ${told}.`, [...faults]);
}
