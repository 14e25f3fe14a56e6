import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, toErrorBody } from '../foundation/errors.js';
import { securityHeaders } from './edge-policy.js';

/** What Node says of a request that it could not read. */
export interface ClientError extends Error {
  code?: string;
  /** The bytes it stumbled over. */
  rawPacket?: unknown;
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

/** The first byte of a TLS handshake. */
const TLS_HANDSHAKE = 0x16;

/**
 * Answers what is no HTTP that a route could be found for, in the common error shape and with the headers
 * of every answer, and closes the connection. An answer under way is cut off instead of written into.
 */
export function refuseBroken(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy();
    return;
  }
  const { rawPacket } = error;
  const isTls = Buffer.isBuffer(rawPacket) && rawPacket[0] === TLS_HANDSHAKE;
  const [status, message] = reasons[error.code ?? ''] ?? [400, isTls ? TLS : BROKEN];
  const { headers, body } = answer(message);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const sent = isHead(rawPacket) ? '' : body;
  socket.end(`HTTP/1.1 ${status} ${phrases[status] ?? ''}\r\n${lines.join('')}\r\n${sent}`);
}

/** Whether what came begins with a request whose answer has no body. */
function isHead(rawPacket: unknown): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
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

/**
 * Ends the connection with the answer to a request that wants another protocol, which none here gets: Node's parser
 * says nothing of what is wrong with the requests behind it, and they would wait for an answer.
 */
export function closeAfterUpgrade(server: Server): void {
  server.prependListener('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.setHeader('connection', 'close');
  });
}

function answer(message: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(toErrorBody(new AppError('invalid_request', message)));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}

/** Node keeps the answer that a connection is giving in a field without a public name. */
function hasBegunAnswer(socket: Socket): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent?: boolean } | null };
  return response?.headersSent === true;
}
