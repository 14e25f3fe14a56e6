import { carried } from '../../../../foundation/exact-json.js';
import {
  Client,
  isInputRequiredResult,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type AuthProvider,
  type InputRequests,
  type PriorDiscovery,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/client';
import { Subject, type Observable } from 'rxjs';
import { Deadline, systemTimer } from '../../../../foundation/clock.js';
import { AppError, configError, messageOf } from '../../../../foundation/errors.js';
import { defined } from '../../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';
import { KnownSecrets } from '../../../../foundation/secrets.js';
import type { CallLine, ElicitAnswer } from '../elicit/elicitation.js';
import { type McpLimits, nameOfPlace, type McpServerPlace } from './server-place.js';
import { boundedFetch, type CutSecrets } from './bounded-fetch.js';
import { ProcessTransport } from './process-transport.js';
import { listSent, setAside, taskSent, type SentList } from './raw-lists.js';
import { resultOfTask, TASKS, type TaskLine } from './task-call.js';

export interface ConnectionOptions {
  place: McpServerPlace;
  limits: McpLimits;
  version: string;
  /** Whether the server may ask the users of its calls; its list of tools may depend on it. */
  elicitation: boolean;
  /** Which protocol the server spoke the last time; absent: it is found out. */
  prior?: PriorDiscovery | undefined;
  /** Signs its requests as one user; absent: the operator's headers are all there is. */
  auth?: AuthProvider | undefined;
  secrets?: KnownSecrets | undefined;
}

export interface CallTime {
  signal: AbortSignal;
  timeoutMs: number;
  totalMs: number;
  /** Somebody has accepted it, and is not asked anything while it is made. */
  isWrite?: boolean;
  /** How the call reaches its user; absent: nobody watches it, and nothing can be asked. */
  line?: CallLine | undefined;
  /** The `Authorization` of its user here: never sent, and cut out of all that the server sends meanwhile. */
  token?: string | undefined;
}

const MAX_ROUNDS = 5;
/** The times of a call are held here, as they stand still while its user is asked. */
const NO_LIMIT_MS = 24 * 60 * 60 * 1000;

interface AnswerableCall {
  line: CallLine | undefined;
  token: string | undefined;
  pause: () => () => void;
  /** Whether it was answered for its user, who could not be asked. */
  isCancelled?: boolean;
}

/** One connection to an MCP server, from its handshake to its end. It is not opened again. */
export class McpConnection {
  /** Resolves with the reason once the connection has ended; never rejects. */
  readonly ended: Promise<string>;
  private readonly changes = new Subject<void>();
  private end: (reason: string) => void = () => {};
  private open = true;
  private readonly calls = new Set<AnswerableCall>();
  private cut: CutSecrets;

  private constructor(
    private readonly client: Client,
    private readonly transport: Transport,
    private readonly limits: McpLimits,
    private readonly elicitation: boolean,
    readonly isPersonal: boolean,
    private readonly secrets: KnownSecrets,
  ) {
    this.cut = secrets.cutter([]);
    this.ended = new Promise((resolve) => {
      this.end = (reason) => {
        this.open = false;
        resolve(reason);
      };
    });
    client.onclose = () => {
      if (!(transport instanceof ProcessTransport)) return this.end('the connection was closed');
      const { fault } = transport;
      this.end(fault ? `it was ended: ${fault.message}` : withWords('it has ended', transport));
    };
  }

  /** With the version of 2026 if the server knows it, else 2025. Rejects with what the server did instead. */
  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<McpConnection> {
    try {
      return await McpConnection.start(options, signal);
    } catch (error) {
      // Programs of before 2026 may end at a request that they do not know.
      const mayBeOld = options.prior === undefined && 'command' in options.place;
      const isNoProgram = error instanceof AppError && error.code === 'config_error';
      if (!mayBeOld || signal.aborted || isNoProgram) throw error;
      return await McpConnection.start({ ...options, prior: { kind: 'legacy' } }, signal);
    }
  }

  private static async start(
    { place, limits, version, prior, elicitation, auth, secrets }: ConnectionOptions,
    signal: AbortSignal,
  ): Promise<McpConnection> {
    const transport = transportTo(place, limits, auth, (text) => connection.cut(text));
    transport.onmessage = setAside;
    const client = new Client(
      { name: 'sextant', version },
      {
        versionNegotiation: { mode: 'auto' },
        // What is not declared may not be asked: nothing of the model, of the user where the operator says so.
        capabilities: {
          extensions: { [TASKS]: {} },
          ...(elicitation && { elicitation: { form: {}, url: {} } }),
        },
        listChanged: { tools: { autoRefresh: false, onChanged: () => connection.changes.next() } },
      },
    );
    const known = secrets ?? new KnownSecrets();
    const isOwn = auth !== undefined;
    const connection = new McpConnection(client, transport, limits, elicitation, isOwn, known);
    if (elicitation)
      client.setRequestHandler('elicitation/create', ({ params }) =>
        connection.asked(params as unknown as JsonObject),
      );
    try {
      await client.connect(transport, { signal, timeout: limits.connectMs, ...defined({ prior }) });
      return connection;
    } catch (error) {
      await client.close().catch(() => {});
      await transport.close().catch(() => {});
      throw connectFailure(error, place, transport);
    }
  }

  get isOpen(): boolean {
    return this.open;
  }

  get isBusy(): boolean {
    return this.calls.size > 0;
  }

  get toolsChanged$(): Observable<void> {
    return this.changes;
  }

  get server(): { name: string; version: string } {
    const { name = '', version = '' } = this.client.getServerVersion() ?? {};
    return { name, version };
  }

  get protocolVersion(): string {
    return this.client.getNegotiatedProtocolVersion() ?? '';
  }

  /** What to hand to the next connection, so that it need not find out the protocol. */
  get verdict(): PriorDiscovery {
    const discover = this.client.getDiscoverResult();
    return discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
  }

  /** All tools as the server describes them, page by page; nothing is checked of each. The first page says how long they count. */
  async listTools(signal: AbortSignal): Promise<SentList> {
    const found: unknown[] = [];
    const list: SentList = { tools: found, ttlMs: undefined, isPublic: true };
    if (this.client.getServerCapabilities()?.tools === undefined) return list;
    const { pages, tools, listMs } = this.limits;
    let cursor: string | undefined;
    for (let page = 0; page < pages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const request = { method: 'tools/list', params };
      const answer = await this.client.request(request, anyObject, { signal, timeout: listMs });
      const sent = listSent(answer);
      if (sent === undefined) throw new Error('it answered tools/list without a list of tools');
      for (const tool of sent.tools) found.push(tool);
      if (page === 0) list.ttlMs = sent.ttlMs;
      list.isPublic &&= sent.isPublic;
      const next = answer['nextCursor'];
      if (found.length > tools || typeof next !== 'string' || next === cursor) return list;
      cursor = next;
    }
    return list;
  }

  /** One tools/call, sent once unless the server comes back for answers; rejects with the SDK's own errors. */
  async callTool(name: string, input: JsonObject, time: CallTime): Promise<JsonObject> {
    const { line } = time;
    const idle = new Deadline(time.signal, systemTimer);
    const total = new Deadline(idle.signal, systemTimer);
    const late = (): Error => new Error('the time of the call is over');
    const restart = (): void => idle.start(time.timeoutMs / 1000, late);
    const pause = (): (() => void) => {
      const resumes = [idle.pause(), total.pause()];
      return () => resumes.forEach((resume) => resume());
    };
    const call: AnswerableCall = { line, token: time.token, pause };
    this.calls.add(call);
    this.noteTokens();
    restart();
    total.start(time.totalMs / 1000, late);
    try {
      const send = (more: JsonObject) => {
        const params = { name, arguments: carried(input), ...more };
        return this.client.request({ method: 'tools/call', params }, anyObject, {
          signal: total.signal,
          timeout: NO_LIMIT_MS,
          allowInputRequired: this.elicitation,
          onprogress: (note) => {
            restart();
            line?.progress(note);
          },
        });
      };
      const times = { signal: total.signal, timeout: time.timeoutMs };
      const first = await this.answered(send, call);
      const task = taskSent(first);
      const result = task ? await resultOfTask(task, this.taskLine(call, times, restart)) : first;
      if (time.isWrite && call.isCancelled && result['isError'] !== true)
        throw new SdkError(
          SdkErrorCode.CapabilityNotSupported,
          'it asked, and nobody is asked here',
        );
      return result;
    } finally {
      idle.stop();
      total.stop();
      this.calls.delete(call);
      this.noteTokens();
    }
  }

  private taskLine(
    call: AnswerableCall,
    times: { signal: AbortSignal; timeout: number },
    restart: () => void,
  ): TaskLine {
    let turns = 0;
    return {
      signal: times.signal,
      request: (method, params, signal = times.signal) =>
        this.client.request({ method, params }, anyObject, { ...times, signal }),
      working: (message) => {
        restart();
        call.line?.progress({ progress: turns++, ...defined({ message }) });
      },
      answer: (requests) => this.answersTo(requests, call),
      isOpen: () => this.open,
    };
  }

  private noteTokens(): void {
    const tokens = [...this.calls].map(({ token }) => token ?? '');
    this.cut = this.secrets.cutter([...new Set(tokens)]);
  }

  /** Servers of 2026 answer with what they want to know, and are asked again with the answers. */
  private async answered(
    send: (more: JsonObject) => Promise<JsonObject>,
    call: AnswerableCall,
  ): Promise<JsonObject> {
    let result = await send({});
    for (let round = 0; isInputRequiredResult(result); round += 1) {
      const tooMany = `it asked more than ${MAX_ROUNDS} times`;
      if (round === MAX_ROUNDS)
        throw new SdkError(SdkErrorCode.InputRequiredRoundsExceeded, tooMany);
      const { inputRequests = {}, requestState } = result;
      const inputResponses = await this.answersTo(inputRequests, call);
      result = await send({ inputResponses, ...defined({ requestState }) });
    }
    return result;
  }

  /** What the call's user answers, while the times of the call stand still. */
  private async answersTo(requests: InputRequests, call: AnswerableCall) {
    const { line } = call;
    call.isCancelled = line === undefined;
    const resume = call.pause();
    const answers: Record<string, ElicitAnswer> = {};
    for (const [key, { method, params }] of Object.entries(requests)) {
      if (method !== 'elicitation/create' || !this.elicitation)
        throw new SdkError(SdkErrorCode.CapabilityNotSupported, `it asked for ${method}`);
      const asked = params as unknown as JsonObject;
      answers[key] = (await line?.ask(asked)) ?? { action: 'cancel' };
    }
    resume();
    return answers;
  }

  /** Servers of 2025 do not say for which call they ask: only where all calls under way are one user's. */
  private async asked(params: JsonObject): Promise<ElicitAnswer> {
    const calls = [...this.calls];
    const [first] = calls;
    const line = first?.line;
    if (line === undefined || calls.some((call) => call.line?.userId !== line.userId)) {
      for (const call of calls) call.isCancelled = true;
      return { action: 'cancel' };
    }
    const resumes = calls.map(({ pause }) => pause());
    try {
      return await line.ask(params);
    } finally {
      resumes.forEach((resume) => resume());
    }
  }

  /** Ends it for a reason of our own, which {@link ended} then tells. */
  async close(reason = 'it was closed'): Promise<void> {
    this.end(reason);
    this.changes.complete();
    await this.client.close().catch(() => {});
    await this.transport.close().catch(() => {});
  }
}

/** The server has answered that it does not know who asks. */
export class CredentialsWanted extends Error {}

function transportTo(
  place: McpServerPlace,
  limits: McpLimits,
  authProvider: AuthProvider | undefined,
  cut: CutSecrets,
): Transport {
  if ('command' in place) return new ProcessTransport(place, limits, cut);
  return new StreamableHTTPClientTransport(new URL(place.url), {
    requestInit: { headers: { ...place.headers } },
    fetch: boundedFetch(limits, cut),
    ...defined({ authProvider }),
  });
}

const MAX_LAST_WORDS = 1_000;

/** The end of what a program said before it ended is most often the reason, which stands above the trace of a crash. */
function withWords(text: string, { lastWords }: ProcessTransport): string {
  const end = lastWords.slice(-MAX_LAST_WORDS).replaceAll(/\s+/g, ' ').trim();
  return end === '' ? text : `${text}; its last words were: ${end}`;
}

function connectFailure(error: unknown, place: McpServerPlace, transport: Transport): Error {
  const name = nameOfPlace(place);
  if (error instanceof AppError) return error;
  if (transport instanceof ProcessTransport) {
    const code = isObject(error) ? error['code'] : undefined;
    const look = 'Check that the command is installed and in PATH.';
    if (code === 'ENOENT' || code === 'EACCES')
      return configError(`${name} cannot be started: ${messageOf(error)}. ${look}`);
    const reason = transport.fault?.message ?? messageOf(error);
    return new Error(withWords(`${name} did not become an MCP server: ${reason}`, transport));
  }
  if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401))
    return new CredentialsWanted(
      `${name} answered 401: it wants other credentials (headers), or a sign-in. To sign in, start the server: an operator does it on the page, under Sources; the command line cannot.`,
    );
  if (error instanceof SdkHttpError && error.status === 403)
    return new Error(`${name} answered 403: it wants other credentials (headers).`);
  const cause = isObject(error) && isObject(error['cause']) ? `: ${messageOf(error['cause'])}` : '';
  return new Error(`${name} did not answer as an MCP server: ${messageOf(error)}${cause}`);
}

/** Takes any object: what is in it is checked part by part, so that one bad part costs no others. */
const anyObject: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': {
    version: 1,
    vendor: 'sextant',
    validate: (value) =>
      isObject(value) ? { value } : { issues: [{ message: 'it answered without an object' }] },
  },
};
