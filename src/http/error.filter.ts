import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AppError,
  type ErrorCode,
  invalidRequest,
  messageOf,
  toErrorBody,
} from '../foundation/errors.js';
import { asObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import type { BodyLimits } from './json-bodies.js';
import { securityHeaders } from './edge-policy.js';

/** How long an outage that was logged needs no second line. */
const OUTAGE_LOG_MS = 60_000;

/** Logs what we caused, once; what the client caused is the client's to read. */
export class FaultLog {
  private outage = { loggedAt: -Infinity, unlogged: 0 };

  constructor(private readonly logger: Logger) {}

  /** An outage of the database fails every request: it is logged once in a while, with how many it failed. */
  readonly note = (thrown: unknown): void => {
    const repeats = thrown instanceof AppError && thrown.code === 'database_error';
    if (!repeats && thrown instanceof AppError && statusOf(thrown.code) !== 500) return;
    const now = performance.now();
    if (repeats && now - this.outage.loggedAt < OUTAGE_LOG_MS) {
      this.outage.unlogged += 1;
      return;
    }
    const { unlogged } = this.outage;
    if (repeats) this.outage = { loggedAt: now, unlogged: 0 };
    const more = repeats && unlogged > 0 ? { unlogged } : {};
    this.logger.error({ err: thrown, ...more }, 'a request failed unexpectedly');
  };
}

/** Turns whatever a route, a pipe or the body parser throws into `{error:{code,message,details}}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly faults: FaultLog,
    private readonly limits: BodyLimits,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { routeOptions } = http.getRequest<Partial<FastifyRequest>>();
    const maxBytes = routeOptions?.bodyLimit ?? this.limits.maxBytes;
    const error = toAppError(thrown, { ...this.limits, maxBytes });
    this.faults.note(error ?? thrown);
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) return;
    const seconds = error === undefined ? undefined : retryAfterOf(error.code);
    if (seconds !== undefined) void reply.header('retry-after', seconds);
    const status = error === undefined ? 500 : statusOf(error.code);
    void reply.status(status).send(toErrorBody(error ?? thrown));
  }
}

/** Our own error, or one that Nest (`HttpException`) or Fastify (`statusCode`) raised for a bad request. */
export function toAppError(thrown: unknown, limits: BodyLimits): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  const status = statusIn(thrown);
  if (status === undefined || status >= 500) return undefined;
  const code = codeOfStatus(status);
  if (code === 'body_too_large')
    return new AppError(
      'body_too_large',
      `The request body is too large: at most ${limits.maxBytes} bytes are accepted. Send a shorter message, history or context.`,
    );
  return new AppError(code, sentenceOf(code, thrown), [], { cause: thrown });
}

/** Plain sentences for what the HTTP layer refuses in its own jargon, by our code or by Fastify's. */
const sentences: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY:
    'The request body is not valid JSON, or has a key that JSON from outside must not have (__proto__).',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty: send a JSON object.',
  FST_ERR_BAD_URL: 'The URL is not valid: a percent sign in it is followed by no hex number.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the URL is too long.',
  unsupported_media_type:
    'The request body must be JSON: send it with the header content-type: application/json.',
};

function sentenceOf(code: ErrorCode, thrown: unknown): string {
  const known = sentences[code] ?? sentences[fastifyCode(thrown)];
  if (known !== undefined) return known;
  const message = messageOf(thrown);
  return code === 'not_found' ? `${message}: there is no such route.` : `${message}.`;
}

/** Fastify's code of an error, which Nest wraps in an `HttpException`. */
function fastifyCode(thrown: unknown): string {
  const { cause, code } = thrown as { cause?: { code?: unknown }; code?: unknown };
  return String(code ?? cause?.code);
}

function statusIn(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const { statusCode: status } = asObject(thrown);
  return typeof status === 'number' ? status : undefined;
}

/** The HTTP status of each error code that is not a plain 500; `docs/errors.md` shows the same. */
const statuses: Partial<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_arguments: 400,
  unknown_context_type: 400,
  unauthorized: 401,
  origin_refused: 403,
  approval_needed: 403,
  role_needed: 403,
  not_found: 404,
  draft_not_found: 404,
  conflict: 409,
  preview_decided: 409,
  preview_stale: 409,
  preview_unknown: 409,
  preview_superseded: 409,
  unknown_change_kind: 409,
  change_refused: 409,
  cancelled: 409,
  draft_expired: 410,
  preview_expired: 410,
  form_expired: 410,
  run_gone: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  invalid_rule: 422,
  invalid_config: 422,
  invalid_document: 422,
  too_many_runs: 429,
  too_many_requests: 429,
  platform_error: 502,
  explorer_error: 502,
  model_error: 502,
  model_not_allowed: 502,
  tool_required: 502,
  response_failed: 502,
  turn_limit: 502,
  token_limit: 502,
  platform_unavailable: 503,
  explorer_unavailable: 503,
  model_unavailable: 503,
  index_error: 503,
  identity_unavailable: 503,
  server_busy: 503,
  shutting_down: 503,
  interrupted: 503,
  database_error: 503,
  time_limit: 504,
};

/** When what was refused may be tried again, in seconds: the answer's `Retry-After`. */
const retryAfter: Partial<Record<ErrorCode, number>> = {
  too_many_runs: 5,
  too_many_requests: 1,
  server_busy: 5,
  shutting_down: 5,
  database_error: 5,
};

/** The seconds after which a refusal of this code may have passed; undefined where waiting is no help. */
export function retryAfterOf(code: ErrorCode): number | undefined {
  return retryAfter[code];
}

export function statusOf(code: ErrorCode): number {
  return statuses[code] ?? 500;
}

/** The code for an error that Nest or Fastify raised before our own code ran. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 404) return 'not_found';
  if (status === 413) return 'body_too_large';
  if (status === 415) return 'unsupported_media_type';
  return status >= 400 && status < 500 ? 'invalid_request' : 'internal';
}

const MAX_HEADER = 'The headers of the request are too large together: at most 16 kB are read.';
const SLOW = 'The request did not arrive whole in time; send it again.';
const BROKEN =
  'The request is not valid HTTP, so it was not read any further. Check what is sent, and a proxy in between.';
const TLS =
  'This port speaks HTTP, and the request came with TLS. Call it with http://, or put a proxy in front that ends TLS.';

const reasons: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, MAX_HEADER],
  ERR_HTTP_REQUEST_TIMEOUT: [408, SLOW],
};

const TLS_HANDSHAKE = 0x16;

/** Answers what is no HTTP in the common shape, and closes; an answer under way is cut off. */
export function refuseBroken(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket & { _httpMessage?: { headersSent?: boolean } | null },
): void {
  // Node keeps the answer that a connection is giving in a field without a public name.
  const hasBegun = socket._httpMessage?.headersSent === true;
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) return void socket.destroy();
  const { rawPacket } = error;
  const isTls = Buffer.isBuffer(rawPacket) && rawPacket[0] === TLS_HANDSHAKE;
  const [status, message] = reasons[error.code ?? ''] ?? [400, isTls ? TLS : BROKEN];
  const { headers, body } = answer(message);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  const sent = isHead ? '' : body;
  socket.end(`HTTP/1.1 ${status} ${phrases[status] ?? ''}\r\n${lines.join('')}\r\n${sent}`);
}

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers a request that expects more than `100-continue` in the common error shape; Node sends no body. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = answer(
      `The header "Expect: ${String(request.headers.expect).slice(0, 100)}" asks for something that this server cannot do. Leave it out.`,
    );
    response.writeHead(417, headers).end(body);
  });
}

/** Answers a request for another protocol and closes: Node's parser would leave those behind it waiting. */
export function closeAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}

function answer(message: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(toErrorBody(invalidRequest(message)));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}
