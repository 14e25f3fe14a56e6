import {
  BehaviorSubject,
  catchError,
  concatMap,
  combineLatest,
  connectable,
  debounceTime,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  map,
  of,
  race,
  ReplaySubject,
  skip,
  startWith,
  switchMap,
  timer,
  type Observable,
  type Subscription,
} from 'rxjs';
import { atOnce, inTurns } from '../../foundation/turns.js';
import { defined } from '../../foundation/defined.js';
import {
  AppError,
  type ErrorDetail,
  configError,
  conflict,
  messageOf,
  notFound,
} from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import { catalogOf, compileEntry, type Catalog, type CatalogEntry } from '../catalog.js';
import type { ChangeKinds } from '../changes/change-kind.js';
import type {
  AskedBy,
  PolicyBook,
  PolicyDecision,
  SetLimits,
} from '../changes/policies/change-policy.js';
import type { Tool } from '../tool.js';
import { cleanExamples, type ExamplesEdit } from './examples/example-file.js';
import { noBackend, type Backend } from './backend.js';
import {
  SOURCE_ID,
  type SourceSignIn,
  type SourceStatus,
  type ToolSource,
  type SeenDefinition,
} from './tool-source.js';

export interface SourceReport extends Required<Omit<SourceStatus, 'counts'>> {
  id: string;
  title: string;
  kind: ToolSource['kind'];
  forwards?: boolean | undefined;
  counts?: SourceStatus['counts'];
  tools: number;
  changes: number;
}

interface SourceTools {
  source: ToolSource;
  tools: readonly Tool[];
  status: SourceStatus;
}

interface Built {
  catalog: Catalog;
  reports: readonly SourceReport[];
}

/** A file that was edited is read again within a second; a large document takes longer. */
const FILE_EDIT_MS = 5000;
/** Changes that come together, such as those of several sources at start, make one catalogue. */
const SETTLE_MS = 20;

/** The tools of all sources, followed while chats run. What cannot be offered, or fails, costs itself alone and is reported. */
export class LiveCatalog implements PolicyBook {
  private readonly built: BehaviorSubject<Built>;
  private readonly subscription: Subscription;
  private readonly feeds: BehaviorSubject<readonly SourceFeed[]>;
  private readonly removed = new Set<string>();

  constructor(
    sources: readonly ToolSource[],
    private readonly kinds: Pick<ChangeKinds, 'find'>,
    private readonly logger: Logger,
  ) {
    sources.forEach((source, at) => checkId(source, sources.slice(0, at)));
    this.feeds = new BehaviorSubject<readonly SourceFeed[]>(sources.map(feedOf));
    const given = this.feeds.pipe(
      switchMap((feeds) =>
        feeds.length === 0 ? of([]) : combineLatest(feeds.map(({ given }) => given)),
      ),
    );
    // What sources have at once is there at once: a server that has started offers its tools.
    let first: readonly SourceTools[] = [];
    given.subscribe((all) => (first = all)).unsubscribe();
    this.built = new BehaviorSubject(atOnce(this.build(first)));
    // Given again at once, as it is kept for each who subscribes.
    this.subscription = given
      .pipe(
        skip(1),
        debounceTime(SETTLE_MS),
        concatMap((all) => inTurns(this.build(all))),
      )
      .subscribe(({ catalog, reports }) => {
        // A source whose status alone has changed leaves the catalogue, and so its index, as it is.
        const { current } = this;
        const isSame =
          catalog.tools.length === current.tools.length &&
          catalog.tools.every((tool, at) => tool === current.tools[at]);
        this.built.next({ catalog: isSame ? current : catalog, reports });
      });
  }

  /** For the runs to come; rejects with `config_error` an id that is taken or of another form. */
  add(source: ToolSource): void {
    const others = this.feeds.value.map((feed) => feed.source);
    checkId(source, others);
    this.removed.delete(source.id);
    this.feeds.next([...this.feeds.value, feedOf(source)]);
  }

  /** Removes a source and closes it; answers whether it was there. Runs that still offer its tools get a clear error. */
  async remove(id: string): Promise<boolean> {
    const feed = this.feeds.value.find(({ source }) => source.id === id);
    if (feed === undefined) return false;
    this.removed.add(id);
    this.feeds.next(this.feeds.value.filter((other) => other !== feed));
    await this.closeFeed(feed);
    return true;
  }

  /** The catalogue of now; a run keeps the one it began with. */
  get current(): Catalog {
    return this.built.value.catalog;
  }

  get catalog$(): Observable<Catalog> {
    return this.built.pipe(
      map(({ catalog }) => catalog),
      distinctUntilChanged(),
    );
  }

  /** How each source stands, now and whenever that changes; the catalogue is in step with it. */
  get reports$(): Observable<readonly SourceReport[]> {
    return this.built.pipe(map(({ reports }) => reports));
  }

  get reports(): readonly SourceReport[] {
    return this.built.value.reports;
  }

  /** A catalogue that always answers as the current one does, for readers outside of runs. */
  get view(): Catalog {
    const current = () => this.current;
    return {
      get tools() {
        return current().tools;
      },
      find: (name) => current().find(name),
      names: (groups) => current().names(groups),
    };
  }

  /** One that refuses all where the source has none; rejects with `platform_unavailable` a source that was removed. */
  backendOf(id: string): Backend {
    if (this.removed.has(id))
      throw new AppError(
        'platform_unavailable',
        `The source "${id}" was removed from this server, so nothing was read or sent. Continue without its tools, and tell the user.`,
      );
    return this.sourceOf(id)?.backend ?? noBackend;
  }

  signInOf(id: string): SourceSignIn | undefined {
    return this.sourceOf(id)?.signIn;
  }

  checkChange(source: string, payload: JsonObject): readonly ErrorDetail[] {
    const found = this.sourceOf(source);
    if (found !== undefined) return found.checkChange?.(payload) ?? [];
    return [{ message: `The source "${source}" that it goes to is not there any more.` }];
  }

  policyOf(source: string, payload: JsonObject, by: AskedBy): PolicyDecision {
    return this.sourceOf(source)?.policyOf?.(payload, by) ?? { policy: 'preview' };
  }

  limitsOf(source: string): SetLimits {
    return this.sourceOf(source)?.setLimits ?? {};
  }

  /** As {@link ToolSource.approve}; rejects with `not_found` a source that has nothing to approve. */
  async approve(id: string, seen: readonly SeenDefinition[], by: string): Promise<void> {
    const source = this.sourceOf(id);
    if (source?.approve !== undefined) return source.approve(seen, by);
    throw notFound(`There is no source ${id.slice(0, 40)} whose tools are approved.`);
  }

  canEditExamples({ source }: Tool): boolean {
    return this.sourceOf(source)?.examples !== undefined;
  }

  /** Writes them to the file of its source and waits until they are taken up; rejects as {@link ExampleFile.edit} too. */
  async editExamples(name: string, edit: ExamplesEdit): Promise<Tool> {
    const tool = this.current.find(name)?.tool;
    const unknown = `There is no tool ${name.slice(0, 64)}. GET /v1/agent/tools lists those there are.`;
    if (tool === undefined) throw notFound(unknown);
    const file = this.sourceOf(tool.source)?.examples;
    if (file === undefined)
      throw conflict(
        `The examples of ${name} stand in no file: its source "${tool.source}" names none. Where it stands in sextant.yaml, name one there (sources.${tool.source}.examples: ./${tool.source}.examples.jsonl), then edit again.`,
      );
    await file.edit(tool, edit);
    const latest = this.catalog$.pipe(map((catalog) => catalog.find(name)?.tool ?? tool));
    const wanted = cleanExamples(edit.examples).join('\n');
    const taken = latest.pipe(filter(({ examples }) => examples.join('\n') === wanted));
    return firstValueFrom(race(taken, timer(FILE_EDIT_MS).pipe(switchMap(() => latest))));
  }

  private sourceOf(id: string): ToolSource | undefined {
    return this.feeds.value.find(({ source }) => source.id === id)?.source;
  }

  async close(): Promise<void> {
    this.subscription.unsubscribe();
    this.built.complete();
    for (const feed of this.feeds.value) await this.closeFeed(feed);
  }

  private async closeFeed({ source, subscription }: SourceFeed): Promise<void> {
    subscription.unsubscribe();
    try {
      await source.close?.();
    } catch (error) {
      const reason = messageOf(error);
      this.logger.warn({ source: source.id, reason }, 'a source did not close');
    }
  }

  /** Step by step: of a thousand tools that takes 30 ms. */
  private *build(all: readonly SourceTools[]): Generator<undefined, Built> {
    const entries = new Map<string, CatalogEntry>();
    const reports: SourceReport[] = [];
    for (const given of all) {
      const refused = [...(given.status.refused ?? [])];
      let changes = 0;
      let tools = 0;
      for (const tool of given.tools) {
        yield;
        const entry = this.entryOf(tool, entries, refused);
        if (entry === undefined) continue;
        entries.set(tool.name, entry);
        tools += 1;
        if (tool.effect === 'propose') changes += 1;
      }
      reports.push(reportOf(given, { tools, changes, refused }));
    }
    return { catalog: catalogOf(entries), reports };
  }

  private entryOf(
    tool: Tool,
    taken: ReadonlyMap<string, CatalogEntry>,
    refused: { tool: string; reason: string }[],
  ): CatalogEntry | undefined {
    if (!isObject(tool)) {
      refused.push({ tool: '', reason: 'It is no tool: an object with a name is needed.' });
      return undefined;
    }
    // Compiling a schema costs milliseconds: a tool that stayed keeps its check.
    const known = taken.has(tool.name) ? undefined : this.built?.value.catalog.find(tool.name);
    if (known?.tool === tool) return known;
    try {
      return compileEntry(tool, taken, this.kinds);
    } catch (error) {
      const fault = { tool: String(tool.name), reason: messageOf(error) };
      this.logger.warn({ source: tool.source, ...fault }, 'a tool is not offered');
      refused.push(fault);
      return undefined;
    }
  }
}

function checkId({ id }: ToolSource, others: readonly ToolSource[]): void {
  if (SOURCE_ID.test(id) && others.every((other) => other.id !== id)) return;
  throw configError(
    `The source id "${id}" is taken, or is not made of 1 to 20 small letters, digits and underscores that begin with a letter.`,
  );
}

/** A source and what it gave last. One subscription for each: reading a document or asking a server is not done twice. */
interface SourceFeed {
  source: ToolSource;
  given: Observable<SourceTools>;
  subscription: Subscription;
}

function feedOf(source: ToolSource): SourceFeed {
  const given = connectable(givenBy(source), {
    connector: () => new ReplaySubject<SourceTools>(1),
    // Static sources complete at once, and what they gave stays.
    resetOnDisconnect: false,
  });
  return { source, given, subscription: given.connect() };
}

/** A source's latest tools and status; a stream that fails leaves no tools and says why. */
function givenBy(source: ToolSource): Observable<SourceTools> {
  type ReadTools = Pick<SourceTools, 'tools'> & { failure?: string };
  const failed = (failure: string): ReadTools => ({ tools: [], failure });
  const tools$ = source.tools$.pipe(
    map((tools) =>
      Array.isArray(tools) ? { tools } : failed('it gave something that is no list of tools'),
    ),
    catchError((error: unknown) => of(failed(messageOf(error)))),
    startWith<ReadTools>({ tools: [] }),
  );
  const status$ = source.status$.pipe(
    catchError((error: unknown) => of<SourceStatus>({ state: 'down', detail: messageOf(error) })),
    startWith<SourceStatus>({ state: 'loading', detail: 'not read yet' }),
  );
  return combineLatest([tools$, status$]).pipe(
    map(([{ tools, failure }, status]): SourceTools => {
      if (failure === undefined) return { source, tools, status };
      return { source, tools, status: { state: 'down', detail: failure } };
    }),
  );
}

function reportOf(
  { source, status }: SourceTools,
  counts: Pick<SourceReport, 'tools' | 'changes' | 'refused'>,
): SourceReport {
  const { id, title = id, kind, forwards } = source;
  const of = { id, title, kind, ...defined({ forwards, counts: status.counts }) };
  const isPartial = status.state === 'ok' && counts.refused.length > 0;
  const state = isPartial ? 'degraded' : status.state;
  const detail = isPartial
    ? `${status.detail}; not offered: ${counts.refused.length}`
    : status.detail;
  return { ...of, state, detail, ...counts, quarantined: status.quarantined ?? [] };
}
