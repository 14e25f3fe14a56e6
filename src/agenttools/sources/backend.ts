import { configError } from '../../foundation/errors.js';
import type { TraceHeaders } from '../../foundation/trace-headers.js';
import type { LiveCall, Caller } from '../tool.js';
import {
  createReadClient,
  createWriteClient,
  type BackendClientOptions,
} from './backend-client.js';
import type { ReadClient } from './clients.js';
import { grantWrites } from './write-access.js';
import { readsOf, type IsRead, type ReadRule } from './read-rules.js';

/** What a backend is called with; the operator's, never a document's or a tool's. */
export interface BackendSettings extends Pick<
  BackendClientOptions,
  'credentials' | 'signedBy' | 'secrets' | 'timeoutMs' | 'source'
> {
  /** Origin and optional base path, without a trailing slash; asked at each call. */
  baseUrl: () => string;
  /** Requests of other methods than GET and HEAD that only read; a function tells it of all requests. */
  reads?: readonly ReadRule[] | IsRead;
  /** Where a person is told that changes go; asked at each. Absent: a change is not bound to a place. */
  origin?: () => string;
  /** The `Authorization` header of a caller's requests; absent: the caller's own. */
  authorization?: (caller: Caller) => string | undefined;
}

export interface ClientScope {
  /** Ends every request; absent: requests end by their time limit only. */
  signal?: AbortSignal;
  traceHeaders?: TraceHeaders | undefined;
  /** How the call reaches its user meanwhile; absent: nobody watches it. */
  live?: LiveCall;
}

/** A backend whose clients are made for one caller at a time. It gives none that writes. */
export interface Backend {
  /** Where its changes go, as a person is shown it; one that was shown for another place is stale. */
  origin?(): string;
  readFor(caller: Caller, scope?: ClientScope): ReadClient;
}

/** A {@link Backend} over HTTP; rejects a read rule of the wrong form with `config_error`. */
export function createBackend(settings: BackendSettings): Backend {
  const { reads = [], credentials, secrets, signedBy, timeoutMs, source } = settings;
  const isRead = typeof reads === 'function' ? reads : readsOf(reads);
  const optionsFor = (caller: Caller, scope: ClientScope = {}): BackendClientOptions => ({
    baseUrl: settings.baseUrl(),
    authorization: settings.authorization ? settings.authorization(caller) : caller.authorization,
    credentials,
    secrets,
    signedBy,
    timeoutMs,
    source,
    traceHeaders: scope.traceHeaders,
    signal: scope.signal ?? new AbortController().signal,
  });
  const backend: Backend = Object.freeze({
    ...(settings.origin && { origin: settings.origin }),
    readFor: (caller: Caller, scope?: ClientScope) =>
      createReadClient(optionsFor(caller, scope), isRead),
  });
  return grantWrites(backend, (caller) => createWriteClient(optionsFor(caller)));
}

/** Stands for the backend of a source that has none: every request is refused. */
export const noBackend: Backend = grantWrites(
  Object.freeze({ readFor: () => refusing('read') }),
  () => refusing('write'),
);

function refusing<Access extends 'read' | 'write'>(access: Access) {
  const refuse = async (): Promise<never> => {
    throw configError('The source of this tool has no backend to ask.');
  };
  return Object.freeze({ access, get: refuse, send: refuse, exchange: refuse });
}
