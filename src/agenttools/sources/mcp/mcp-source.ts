import {
  InsufficientScopeError,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { faultsOf } from '../../arguments.js';
import { createHash } from 'node:crypto';
import {
  asyncScheduler,
  BehaviorSubject,
  concatMap,
  debounceTime,
  EMPTY,
  filter,
  from,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  Subject,
  switchMap,
  throttle,
  timer,
  type SchedulerLike,
  type Subscription,
} from 'rxjs';
import {
  type AppError,
  type ErrorDetail,
  conflict,
  messageOf,
} from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { readTextFile } from '../../../foundation/operator-file.js';
import { Turns } from '../../../foundation/turns.js';
import { silentLogger, type Logger } from '../../../foundation/logger.js';
import {
  type AskedBy,
  decide,
  noPolicies,
  unusedPolicyPatterns,
  type ChangePolicies,
  type PolicyDecision,
  type SetLimits,
} from '../../changes/policies/change-policy.js';
import { Questions } from '../../questions/questions.js';
import type { Tool } from '../../tool.js';
import type { Backend } from '../backend.js';
import { matchesGlob } from '../openapi/filter/operation-filter.js';
import { cleanText } from '../openapi/text/clean-text.js';
import { ExampleFile, MAX_EXAMPLES_BYTES, readExamples } from '../examples/example-file.js';
import type {
  QuarantinedTool,
  SeenDefinition,
  SourceSignIn,
  SourceStatus,
  ToolSource,
} from '../tool-source.js';
import { McpConnection, type ConnectionOptions } from './connect/mcp-connection.js';
import { McpSession, type SessionState } from './connect/mcp-session.js';
import {
  nameOfPlace,
  type McpServerPlace,
  defaultMcpLimits,
  type McpLimits,
} from './connect/server-place.js';
import { UserConnections, freshMs, UserLists } from './connect/user-connections.js';
import { notConnected } from './connect/call-failures.js';
import {
  checkOfArguments,
  prepareArguments,
  type RefusedTool,
  type ToolDefinition,
  readDefinitions,
} from './definitions/tool-definition.js';
import type { ServerSignIns } from './oauth/server-sign-ins.js';
import { SignInNeeded } from './oauth/sign-in-store.js';
import type { Pins } from './pins/pins.js';
import { createMcpBackend } from './mcp-backend.js';
import {
  isDryRun,
  isReadTool,
  meansTool,
  unusedToolPatterns,
  type McpPatterns,
  type NamedDefinition,
} from './mcp-rules.js';
import { mcpTools, nameDefinitions } from './mcp-tools.js';

/** What a source of an MCP server's tools is made of; the operator's words, never the server's. */
export interface McpSourceOptions
  extends
    Pick<ConnectionOptions, 'version'>,
    Partial<Pick<ConnectionOptions, 'limits' | 'elicitation' | 'secrets'>> {
  /** What the names of its tools begin with. */
  id: string;
  server: McpServerPlace;
  patterns?: McpPatterns;
  /** Arguments that the page's context fills: argument → context key. */
  fills?: Readonly<Record<string, string>>;
  /** Absolute path of the file of examples. */
  examplesFile?: string;
  policies?: ChangePolicies;
  /** Characters of JSON that the model is shown of one tool's arguments. */
  budget?: number;
  logger?: Logger;
  /** Holds its tools to what was approved; absent: whatever it lists is offered. */
  pins?: Pins;
  questions?: Questions;
  /** The sign-ins of users at it; absent where users never sign in. */
  signIns?: ServerSignIns;
  /** Emits when somebody may have approved something. */
  approvals$?: Observable<void>;
  /** Waits between two tries to connect, and between two readings of a list. */
  scheduler?: SchedulerLike;
}

/** What was read of a server. One that is down, or whose list cannot be read, keeps the tools it had. */
export interface McpStatus {
  state: 'connecting' | 'ready' | 'down';
  server: string;
  protocolVersion: string;
  counts?: { listed: number; offered: number };
  refused: readonly RefusedTool[];
  quarantined: readonly QuarantinedTool[];
  /** Patterns of the config file that mean no tool. */
  unused: readonly string[];
  reason?: string;
}

const SHOWN_BUDGET = 3000;
/** A server that tells of changes without end is asked no more often than this, */
const LIST_EVERY_MS = 1_000;
/** and so seldom that reading its lists takes at most a fiftieth of the time. */
const LIST_SHARE = 50;
/** A file is written in several steps. */
const SETTLE_MS = 100;

/** The tools of an MCP server: listed when it is connected, and again when it says that they have changed. */
export class McpSource implements ToolSource {
  readonly id: string;
  readonly kind = 'mcp';
  readonly backend: Backend;
  private readonly tools = new BehaviorSubject<readonly Tool[] | undefined>(undefined);
  private readonly status = new BehaviorSubject<McpStatus>({
    state: 'connecting',
    server: '',
    protocolVersion: '',
    refused: [],
    quarantined: [],
    unused: [],
  });
  private readonly session: McpSession;
  /** Those of users who have signed in. */
  private readonly users: UserConnections;
  private readonly lists: UserLists;
  private readonly limits: McpLimits;
  readonly examples?: ExampleFile;
  private readonly patterns: McpPatterns;
  private readonly logger: Logger;
  private readonly approved = new Subject<void>();
  private readonly abort = new AbortController();
  private running: Subscription | undefined;
  private listed = '';
  /** Whether the latest list may be shown to all users. */
  private isPublic = false;
  /** Told how long a list that was read counts, in ms. */
  private readonly fresh = new Subject<number>();
  private listEveryMs = LIST_EVERY_MS;
  private latest: readonly ToolDefinition[] = [];
  /** The definitions of the tools of now, by the server's names: what tells reads from changes. */
  private offered: ReadonlyMap<string, NamedDefinition> = new Map();

  constructor(private readonly options: McpSourceOptions) {
    const { id, server, version, limits = defaultMcpLimits, logger = silentLogger } = options;
    const { elicitation = false, questions = new Questions(), secrets } = options;
    this.id = id;
    this.limits = limits;
    this.lists = new UserLists(limits);
    this.logger = logger;
    this.patterns = options.patterns ?? {};
    if (options.examplesFile !== undefined) this.examples = new ExampleFile(options.examplesFile);
    const scheduler = options.scheduler ?? asyncScheduler;
    this.session = new McpSession({
      ...{ source: id, place: server, limits, version, elicitation, logger, scheduler },
      ...{ signIns: options.signIns, secrets },
    });
    this.users = new UserConnections(id, async (userId, signal) => {
      const { prior } = this.session;
      const auth = options.signIns?.authFor(userId);
      const own = { place: server, limits, version, elicitation, prior, auth, secrets };
      return McpConnection.open(own, signal);
    });
    this.backend = createMcpBackend({
      source: id,
      origin: nameOfPlace(server),
      limits,
      questions,
      connection: (userId, signal) => this.connectionFor(userId, signal),
      signInFor: (error, userId) => this.signInFor(error, userId),
      checkListed: (connection, tool, signal) => this.checkListed(connection, tool, signal),
      isRead: (tool, input) => this.isRead(tool, input),
      isOffered: (tool) => this.offered.has(tool),
    });
  }

  /** The tools of the latest list; nothing before the first. */
  get tools$(): Observable<readonly Tool[]> {
    return this.tools.pipe(filter((tools) => tools !== undefined));
  }

  get status$(): Observable<SourceStatus> {
    return this.status.pipe(map((status) => describeStatus(status, this.options.server)));
  }

  get server$(): Observable<McpStatus> {
    return this.status;
  }

  /** All tools of the latest list as the server described them, approved or not. */
  get definitions(): readonly ToolDefinition[] {
    return this.latest;
  }

  /** Begins to connect; what fails is told by {@link status$}. */
  open(): void {
    const { scheduler = asyncScheduler } = this.options;
    this.running = this.session.state$
      .pipe(
        switchMap((now) => {
          if (now.state !== 'ready') return of(now);
          const { connection } = now;
          const changes = connection.toolsChanged$.pipe(
            throttle(() => timer(this.listEveryMs, scheduler), { leading: true, trailing: true }),
          );
          const { approvals$ = NEVER } = this.options;
          const examples$ = this.examples?.changes$ ?? NEVER;
          const files = merge(approvals$, examples$).pipe(debounceTime(SETTLE_MS, scheduler));
          // Many that ask one server, and lists that end together, are spread out.
          const stale = this.fresh.pipe(
            switchMap((ms) => timer(ms * (1 + Math.random() / 10), scheduler)),
          );
          const lists = merge(of(undefined), changes, files, this.approved, stale).pipe(
            concatMap(() => from(this.list(connection))),
          );
          return lists.pipe(switchMap(() => EMPTY));
        }),
      )
      .subscribe((now) => this.follow(now));
    this.running.add(
      this.options.signIns?.changes$.subscribe((userId) => void this.users.drop(userId)),
    );
    this.session.start();
  }

  /** A connection that is signed as one user carries that user's calls and no other's. */
  private async connectionFor(userId: string, signal: AbortSignal): Promise<McpConnection> {
    const { signIns, id } = this.options;
    if (signIns === undefined) return this.session.connection(signal);
    if (await signIns.isSignedIn(userId)) return this.users.get(userId);
    if (await signIns.isWanted()) throw new SignInNeeded(id);
    const shared = await this.session.connection(signal);
    if (shared.isPersonal) throw new SignInNeeded(id);
    return shared;
  }

  /** A list that is private to the operator who signed in says nothing of what others may call. */
  private async checkListed(
    connection: McpConnection,
    tool: string,
    signal: AbortSignal,
  ): Promise<void> {
    const found = this.offered.get(tool)?.definition;
    if (!connection.isPersonal || this.isPublic || found === undefined) return;
    if (await this.lists.names(connection, found, signal)) return;
    const why = `it does not list ${tool} to this user, or with other arguments than it was approved with`;
    throw notConnected(this.id, why);
  }

  private async signInFor(error: unknown, userId: string): Promise<AppError | undefined> {
    const { signIns, id } = this.options;
    if (signIns === undefined) return undefined;
    if (error instanceof InsufficientScopeError) {
      await signIns.noteScope(userId, error.requiredScope);
      const rights = cleanText(error.requiredScope, 200);
      return new SignInNeeded(id, `this call needs further rights there (${rights})`);
    }
    const isRefused = error instanceof SdkHttpError && error.status === 401;
    if (!isRefused && !(error instanceof UnauthorizedError)) return undefined;
    signIns.noteWanted();
    return new SignInNeeded(id);
  }

  /** What was taken away since a change was proposed is not called, nor with arguments that do not fit any more. */
  checkChange({ tool, arguments: input }: JsonObject): readonly ErrorDetail[] {
    if (this.status.value.counts === undefined) return [];
    const found = this.offered.get(String(tool));
    if (found !== undefined) {
      const { toolName, definition } = found;
      const prepared = prepareArguments(
        definition.inputSchema,
        this.options.budget ?? SHOWN_BUDGET,
      );
      const check = checkOfArguments(toolName, prepared);
      const named = prepared.aliases.redo(isObject(input) ? input : {}) as JsonObject;
      return faultsOf(() => check(named));
    }
    const message = `The tool ${String(tool)} is not offered any more: the server has dropped or changed it, or the config file leaves it out.`;
    return [{ path: 'tool', message }];
  }

  async approve(seen: readonly SeenDefinition[], by: string): Promise<void> {
    const { quarantined } = this.status.value;
    const isShown = ({ tool, sha256 }: SeenDefinition): boolean =>
      quarantined.some((one) => one.tool === tool && one.sha256 === sha256);
    const others = seen.filter((one) => !isShown(one)).map(({ tool }) => tool.slice(0, 128));
    const gone = `${others.join(', ')} does not wait, or is another one by now. Look at GET /v1/agent/sources again.`;
    if (others.length > 0) throw conflict(`Nothing was approved: ${gone}`);
    const names = new Set(seen.map(({ tool }) => tool));
    const chosen = this.latest.filter(({ name }) => names.has(name));
    await this.options.pins?.approve(chosen, by);
    this.approved.next();
  }

  policyOf({ tool, arguments: input }: JsonObject, by: AskedBy): PolicyDecision {
    const name = String(tool);
    const names = [name, this.offered.get(name)?.toolName ?? name];
    const matches = (pattern: string) => names.some((one) => matchesGlob(pattern, one));
    const subject = { matches, values: { arguments: input } };
    return decide(this.options.policies ?? noPolicies, subject, by);
  }

  get signIn(): SourceSignIn | undefined {
    return this.options.signIns;
  }

  get setLimits(): SetLimits {
    return this.options.policies?.limits ?? {};
  }

  async close(): Promise<void> {
    this.abort.abort();
    this.running?.unsubscribe();
    await this.users.close();
    await this.session.close();
    this.tools.complete();
    this.status.complete();
  }

  private isRead(tool: string, input: JsonObject): boolean {
    const known = this.offered.get(tool);
    if (known === undefined) return false;
    return isReadTool(this.patterns, known) || isDryRun(this.patterns, tool, input);
  }

  private follow(now: SessionState): void {
    const { reason: _before, ...rest } = this.status.value;
    if (now.state === 'down') this.status.next({ ...rest, state: 'down', reason: now.reason });
    else if (rest.state !== 'ready') this.status.next({ ...rest, state: 'connecting' });
  }

  /** Never rejects: a server whose list cannot be read is connected again. */
  private async list(connection: McpConnection): Promise<void> {
    try {
      const listed = await connection.listTools(this.abort.signal);
      this.session.confirm(connection);
      const ms = freshMs(listed.ttlMs);
      if (ms !== undefined) this.fresh.next(ms);
      this.isPublic = listed.isPublic;
      await this.accept(connection, listed.tools);
    } catch (error) {
      if (this.abort.signal.aborted || !connection.isOpen) return;
      await connection.close(`its tools cannot be listed: ${messageOf(error)}`);
    }
  }

  private async accept(connection: McpConnection, listed: readonly unknown[]): Promise<void> {
    const { id, fills = {}, budget = SHOWN_BUDGET } = this.options;
    const { patterns } = this;
    const examples = await this.readExamples();
    const turns = new Turns();
    const { definitions: readable, refused } = await readDefinitions(listed, this.limits, turns);
    const unpinned = { approved: readable, held: [] };
    const { approved: definitions, held } =
      (await this.options.pins?.review(readable, turns)) ?? unpinned;
    this.latest = readable;
    const named = nameDefinitions(id, definitions);
    // A list that says the same again leaves the tools, and so the index, as they are.
    const all = createHash('sha256').update(JSON.stringify(examples));
    for (const definition of definitions) {
      all.update(JSON.stringify(definition));
      await turns.next();
    }
    const hash = all.digest('hex');
    const isSame = hash === this.listed && this.tools.value !== undefined;
    const tools = isSame
      ? (this.tools.value ?? [])
      : await mcpTools(named, { source: id, patterns, examples, fills, budget }, turns);
    this.listed = hash;
    this.listEveryMs = Math.max(LIST_EVERY_MS, turns.workedMs * LIST_SHARE);
    const offered = tools.filter(({ operation }) => operation !== undefined);
    const names = new Set(offered.map(({ name }) => name));
    this.offered = new Map(
      named.filter((one) => names.has(one.toolName)).map((one) => [one.definition.name, one]),
    );
    if (!isSame) this.tools.next(tools);
    const means = (pattern: string) => named.some((tool) => meansTool(pattern, tool));
    const unused = unusedPolicyPatterns(this.options.policies ?? noPolicies, means);
    const { name, version } = connection.server;
    this.status.next({
      state: 'ready',
      server: cleanText(`${name} ${version}`, 120),
      protocolVersion: connection.protocolVersion,
      counts: { listed: listed.length, offered: offered.length },
      refused,
      quarantined: held,
      unused: [
        ...unusedToolPatterns(patterns, named),
        ...unused.map((pattern) => `policies: "${pattern}"`),
      ],
    });
  }

  private async readExamples(): Promise<Readonly<Record<string, readonly string[]>>> {
    const { examplesFile } = this.options;
    if (examplesFile === undefined) return {};
    try {
      return readExamples(await readTextFile(examplesFile, MAX_EXAMPLES_BYTES));
    } catch (error) {
      this.logger.warn({ source: this.id, reason: messageOf(error) }, 'examples cannot be read');
      return {};
    }
  }
}

function describeStatus(status: McpStatus, place: McpServerPlace): SourceStatus {
  const { state, server, protocolVersion, counts, refused, unused, reason } = status;
  if (counts === undefined) {
    if (state === 'down') return { state, detail: reason ?? 'it is not connected' };
    return { state: 'loading', detail: `connecting to ${nameOfPlace(place)}` };
  }
  const { quarantined } = status;
  const offered = `${server} (MCP ${protocolVersion}): ${counts.offered} of ${counts.listed} tools are offered`;
  const lists = { refused, quarantined };
  if (state !== 'ready') {
    const detail = `${offered}; not connected: ${reason ?? 'connecting'}`;
    return { state: 'down', detail, ...lists };
  }
  const faults = [
    ...(counts.listed === 0 ? ['it lists none'] : []),
    ...(quarantined.length > 0 ? [`${quarantined.length} wait to be approved`] : []),
    ...(unused.length > 0 ? [`no tool is meant by ${unused.join(', ')}`] : []),
  ];
  if (faults.length > 0)
    return { state: 'degraded', detail: [offered, ...faults].join('; '), ...lists };
  return { state: 'ok', detail: offered, ...lists };
}
