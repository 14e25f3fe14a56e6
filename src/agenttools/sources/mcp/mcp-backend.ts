import { parseJson, writeJson } from '../../../foundation/exact-json.js';
import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { Caller } from '../../tool.js';
import type { Backend, ClientScope } from '../backend.js';
import type { BackendAnswer, BackendRequest, ReadClient, WriteClient } from '../clients.js';
import { grantWrites } from '../write-access.js';
import type { Questions } from '../../questions/questions.js';
import { resultError } from './answer/shape-result.js';
import { callLine } from './elicit/elicitation.js';
import { callFailure, isSessionLost, notConnected } from './connect/call-failures.js';
import type { CallTime } from './connect/mcp-connection.js';
import type { ServerConnections } from './connect/server-connections.js';
import { SESSION_LOST } from './connect/mcp-session.js';
import { nameOfPlace, type McpLimits, type McpServerPlace } from './connect/server-place.js';
import type { McpListing } from './mcp-listing.js';
import { SignInNeeded } from './oauth/sign-in-store.js';

export interface McpBackendOptions {
  source: string;
  place: McpServerPlace;
  limits: McpLimits;
  connections: ServerConnections;
  /** Tells reads from changes before each call, and what is offered now. */
  listing: McpListing;
  /** Asks the users of calls, where the operator lets the server do so. */
  questions: Questions;
}

/** Requests are calls of an MCP server's tools, with the operator's credentials: nothing of the caller's is sent. */
export function createMcpBackend(options: McpBackendOptions): Backend {
  const { limits } = options;
  const reading = { timeoutMs: limits.readMs, totalMs: limits.readTotalMs };
  const writing = { timeoutMs: limits.writeMs, totalMs: limits.writeMs, isWrite: true };
  const backend: Backend = Object.freeze({
    origin: () => nameOfPlace(options.place),
    readFor: ({ userId, authorization }: Caller, scope: ClientScope = {}): ReadClient => {
      const signal = scope.signal ?? new AbortController().signal;
      const ask: Ask = async (request) => {
        const { tool, input } = callIn(request);
        if (!options.listing.isRead(tool, input))
          throw new AppError(
            'write_refused',
            `${tool} was not called: tools only read, and its operator has not said that it does. A change is proposed, and sent once a person has accepted it.`,
          );
        const { source, questions } = options;
        const { live } = scope;
        const line = live && callLine(source, userId, live, questions, signal);
        try {
          const time = { ...reading, signal, line, token: authorization };
          return await call(options, { tool, input, userId }, time);
        } catch (error) {
          if (error instanceof SignInNeeded) live?.show('sign_in_needed', { source });
          throw error;
        }
      };
      return Object.freeze({ access: 'read', ...methods(ask) });
    },
  });
  return grantWrites(backend, ({ userId, authorization }): WriteClient => {
    const ask: Ask = async (request) => {
      const { signal } = new AbortController();
      const requested = { ...callIn(request), userId };
      await options.connections.of(userId, signal);
      const gone = `its tool ${requested.tool} is not offered any more: its description has changed and waits to be approved, or the config file leaves it out`;
      if (options.listing.find(requested.tool) === undefined)
        throw notConnected(options.source, gone);
      return call(options, requested, { ...writing, signal, token: authorization });
    };
    return Object.freeze({ access: 'write', ...methods(ask, true) });
  });
}

type Ask = (request: BackendRequest) => Promise<JsonObject>;

interface RequestedCall {
  tool: string;
  input: JsonObject;
}

async function call(
  options: McpBackendOptions,
  { tool, input, userId }: RequestedCall & { userId: string },
  time: CallTime,
): Promise<JsonObject> {
  const { source, connections, listing } = options;
  const connected = () => connections.of(userId, time.signal);
  const send = async () => {
    const connection = await connected();
    await listing.checkListed(connection, tool, time.signal);
    return connection.callTool(tool, input, time);
  };
  try {
    return await send().catch(async (error: unknown) => {
      if (!isSessionLost(error)) throw error;
      // The server did not look at the call: a new session may send it.
      const lost = await connected();
      await lost.close(SESSION_LOST);
      return send();
    });
  } catch (error) {
    const { timeoutMs, signal, isWrite = false } = time;
    const needed = await connections.signInFor(error, userId);
    if (needed !== undefined) throw needed;
    throw callFailure(error, { source, tool, timeoutMs, isWrite, cancelled: signal.aborted });
  }
}

function callIn({ method, segments, body }: BackendRequest): RequestedCall {
  const [tool, ...others] = segments ?? [];
  if (method === 'POST' && tool !== undefined && others.length === 0 && isObject(body)) {
    // What was checked is what is sent, whatever the caller does to its own objects meanwhile.
    return { tool, input: parseJson(writeJson(body)) as JsonObject };
  }
  throw new AppError(
    'write_refused',
    'An MCP server is asked by POST, with the name of a tool as the only segment and its arguments as the body; nothing was sent.',
  );
}

function methods(ask: Ask, isWrite = false) {
  const exchange = async (request: BackendRequest): Promise<BackendAnswer> => {
    const result = await ask(request);
    const status = result['isError'] === true ? 422 : 200;
    return { status, headers: { 'content-type': 'application/json' }, text: writeJson(result) };
  };
  const send = async <T>(request: BackendRequest): Promise<T> => {
    const result = await ask(request);
    if (result['isError'] === true)
      throw resultError(String(request.segments?.[0]), result, isWrite);
    return result as T;
  };
  const get = async (): Promise<never> => {
    const message = 'An MCP server has tools only: nothing can be read by GET.';
    throw new AppError('write_refused', message);
  };
  return { get, send, exchange };
}
