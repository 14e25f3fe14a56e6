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
import { type ErrorDetail, conflict, messageOf } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { silentLogger } from '../../../foundation/logger.js';
import {
  type AskedBy,
  decide,
  noPolicies,
  type PolicyDecision,
  type SetLimits,
} from '../../changes/policies/change-policy.js';
import { Questions } from '../../questions/questions.js';
import type { Tool } from '../../tool.js';
import type { Backend } from '../backend.js';
import { ExampleFile } from '../examples/example-file.js';
import { matchesGlob } from '../openapi/filter/operation-filter.js';
import type { SeenDefinition, SourceSignIn, SourceStatus, ToolSource } from '../tool-source.js';
import type { ConnectionOptions, McpConnection } from './connect/mcp-connection.js';
import type { SessionState } from './connect/mcp-session.js';
import { ServerConnections } from './connect/server-connections.js';
import { defaultMcpLimits, type McpServerPlace } from './connect/server-place.js';
import { freshMs } from './connect/user-lists.js';
import type { ToolDefinition } from './definitions/tool-definition.js';
import { createMcpBackend } from './mcp-backend.js';
import { McpListing, type ListingOptions } from './mcp-listing.js';
import { describeStatus, type McpStatus } from './mcp-status.js';
import type { ServerSignIns } from './oauth/server-sign-ins.js';

/** What a source of an MCP server's tools is made of; the operator's words, never the server's. */
export interface McpSourceOptions
  extends
    ListingOptions,
    Pick<ConnectionOptions, 'version'>,
    Partial<Pick<ConnectionOptions, 'elicitation' | 'secrets'>> {
  server: McpServerPlace;
  questions?: Questions;
  signIns?: ServerSignIns;
  /** Emits when somebody may have approved something. */
  approvals$?: Observable<void>;
  /** Waits between two tries to connect, and between two readings of a list. */
  scheduler?: SchedulerLike;
}

/** A file is written in several steps. */
const SETTLE_MS = 100;

/** The tools of an MCP server: listed when it is connected, and again when it says that they have changed. */
export class McpSource implements ToolSource {
  readonly id: string;
  readonly kind = 'mcp';
  readonly backend: Backend;
  readonly examples?: ExampleFile;
  private readonly tools = new BehaviorSubject<readonly Tool[] | undefined>(undefined);
  private readonly status = new BehaviorSubject<McpStatus>({
    state: 'connecting',
    server: '',
    protocolVersion: '',
    refused: [],
    quarantined: [],
    unused: [],
  });
  private readonly connections: ServerConnections;
  private readonly listing: McpListing;
  private readonly approved = new Subject<void>();
  /** Told how long a list that was read counts, in ms. */
  private readonly fresh = new Subject<number>();
  private readonly abort = new AbortController();
  private running: Subscription | undefined;

  constructor(private readonly options: McpSourceOptions) {
    const {
      id,
      server: place,
      version,
      limits = defaultMcpLimits,
      logger = silentLogger,
    } = options;
    const { elicitation = false, questions = new Questions(), secrets, signIns } = options;
    const { scheduler = asyncScheduler } = options;
    this.id = id;
    if (options.examplesFile !== undefined) this.examples = new ExampleFile(options.examplesFile);
    const shared = { source: id, place, limits };
    const own = { version, elicitation, logger, scheduler, signIns, secrets };
    this.connections = new ServerConnections({ ...shared, ...own });
    this.listing = new McpListing(options);
    const { connections, listing } = this;
    this.backend = createMcpBackend({ ...shared, questions, connections, listing });
  }

  get tools$(): Observable<readonly Tool[]> {
    return this.tools.pipe(filter((tools) => tools !== undefined));
  }

  get status$(): Observable<SourceStatus> {
    return this.status.pipe(map((status) => describeStatus(status, this.options.server)));
  }

  get server$(): Observable<McpStatus> {
    return this.status;
  }

  get definitions(): readonly ToolDefinition[] {
    return this.listing.definitions;
  }

  /** Begins to connect; what fails is told by {@link status$}. */
  open(): void {
    const { scheduler = asyncScheduler, approvals$ = NEVER } = this.options;
    this.running = this.connections.session.state$
      .pipe(
        switchMap((now) => {
          if (now.state !== 'ready') return of(now);
          const changes = now.connection.toolsChanged$.pipe(
            throttle(() => timer(this.listing.everyMs, scheduler), {
              leading: true,
              trailing: true,
            }),
          );
          const examples$ = this.examples?.changes$ ?? NEVER;
          const files = merge(approvals$, examples$).pipe(debounceTime(SETTLE_MS, scheduler));
          // Many that ask one server, and lists that end together, are spread out.
          const stale = this.fresh.pipe(
            switchMap((ms) => timer(ms * (1 + Math.random() / 10), scheduler)),
          );
          return merge(of(undefined), changes, files, this.approved, stale).pipe(
            concatMap(() => from(this.list(now.connection))),
            switchMap(() => EMPTY),
          );
        }),
      )
      .subscribe((now) => this.follow(now));
    this.connections.start();
  }

  checkChange(payload: JsonObject): readonly ErrorDetail[] {
    return this.listing.checkChange(payload);
  }

  async approve(seen: readonly SeenDefinition[], by: string): Promise<void> {
    const { quarantined } = this.status.value;
    const isShown = ({ tool, sha256 }: SeenDefinition): boolean =>
      quarantined.some((one) => one.tool === tool && one.sha256 === sha256);
    const others = seen.filter((one) => !isShown(one)).map(({ tool }) => tool.slice(0, 128));
    const gone = `${others.join(', ')} does not wait, or is another one by now. Look at GET /v1/agent/sources again.`;
    if (others.length > 0) throw conflict(`Nothing was approved: ${gone}`);
    const names = new Set(seen.map(({ tool }) => tool));
    const chosen = this.definitions.filter(({ name }) => names.has(name));
    await this.options.pins?.approve(chosen, by);
    this.approved.next();
  }

  policyOf({ tool, arguments: input }: JsonObject, by: AskedBy): PolicyDecision {
    const name = String(tool);
    const names = [name, this.listing.find(name)?.toolName ?? name];
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
    await this.connections.close();
    this.tools.complete();
    this.status.complete();
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
      this.connections.session.confirm(connection);
      const ms = freshMs(listed.ttlMs);
      if (ms !== undefined) this.fresh.next(ms);
      const status = await this.listing.take(connection, listed);
      const { tools } = this.listing;
      if (tools !== this.tools.value) this.tools.next(tools);
      this.status.next(status);
    } catch (error) {
      if (this.abort.signal.aborted || !connection.isOpen) return;
      await connection.close(`its tools cannot be listed: ${messageOf(error)}`);
    }
  }
}
