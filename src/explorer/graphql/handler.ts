import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  execute,
  validate,
} from 'graphql';
import { createHandler } from 'graphql-http';
import { AppError, configError, messageOf, toErrorBody } from '../../foundation/errors.js';
import type { Logger } from '../../foundation/logger.js';
import { checkSource, closedEdge, securityHeaders } from '../../http/edge-policy.js';
import { checkQuery, queryLimits } from './query-limits.js';
import { createRoot, type GraphSource, schema } from './schema.js';

type AnswerGraphql = ReturnType<typeof createGraphqlHandler>;

/** A query is measured before it is validated or run. Its errors are told; the explorer's are logged, and told without their text. */
export function createGraphqlHandler(source: GraphSource, logger: Logger) {
  const rootValue = createRoot(source);
  const rules = [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const handle = createHandler({
    schema,
    formatError: (error) => toClientError(error, logger),
    onSubscribe: (_request, { query, operationName, variables }) => {
      const variableValues = variables ?? {};
      try {
        const document = parse(query, { maxTokens: queryLimits.tokens });
        checkQuery(document, variableValues, schema);
        const problems = validate(schema, document, rules, { maxErrors: 10 });
        if (problems.length > 0) return problems;
        return {
          schema,
          document,
          rootValue,
          variableValues,
          operationName: operationName ?? null,
        };
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        throw error;
      }
    },
    execute,
  });
  return async (body: string, headers: IncomingMessage['headers']) => {
    const request = { method: 'POST', url: '/graphql', raw: undefined, context: undefined };
    const [text, init] = await handle({ ...request, headers: { ...headers }, body });
    const { 'content-type': type, ...others } = init.headers ?? {};
    const answered = { ...others, 'content-type': type ?? 'application/json; charset=utf-8' };
    // Without a text it was refused before it was read, by the types of content.
    const message = `${init.statusText}: ask with content-type application/json, and take JSON.`;
    const told = text ?? JSON.stringify({ errors: [{ message }] });
    return { status: init.status, headers: answered, body: told };
  };
}

/** Errors that say what is wrong with the request pass; anything else is the explorer's own business. */
function toClientError(error: Readonly<Error>, logger: Logger): Error {
  if (!(error instanceof GraphQLError)) return new Error(`${error.message}.`);
  const cause = error.originalError;
  if (cause === undefined || cause === null || cause instanceof GraphQLError) return error;
  const { path } = error;
  if (cause instanceof AppError && cause.code === 'explorer_unavailable') {
    return new GraphQLError(cause.message, { path, extensions: { code: 'UNAVAILABLE' } });
  }
  logger.error({ err: cause, path }, `a query failed: ${messageOf(cause)}`);
  const message = 'Something failed inside the explorer; its log has the reason.';
  return new GraphQLError(message, { path, extensions: { code: 'INTERNAL' } });
}

export const MAX_BODY_BYTES = 64 * 1024;

const HOST = '127.0.0.1';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Listens on this machine only; answers `POST /graphql`, and nothing that a page of another site sends. */
export async function listen(port: number, answer: AnswerGraphql, logger: Logger) {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (req, res) => {
    respond(req, res, answer).catch((error: unknown) => fail(res, error, logger));
  });
  server.listen(port, HOST);
  await once(server, 'listening').catch((error: unknown) => {
    throw refusedPort(port, error);
  });
  /** Stops listening and waits for answers under way, not longer than the grace time. */
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
    await closed;
    clearTimeout(timer);
  };
  return { url: `http://${HOST}:${(server.address() as AddressInfo).port}`, close };
}

const STOP_GRACE_MS = 2_000;

function refusedPort(port: number, cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return cause;
  return configError(
    `Port ${port} is taken, so the explorer cannot listen there. Stop what holds it, or set EXPLORER_PORT (and EXPLORER_URL of the server) to another.`,
    cause,
  );
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: AnswerGraphql,
): Promise<void> {
  checkSource({ method: request.method ?? 'GET', headers: request.headers }, closedEdge);
  // Not parsed: not every path is one of a URL.
  if (request.url?.split('?')[0] !== '/graphql') {
    throw new Refusal(404, 'Here is only POST /graphql.');
  }
  if (request.method !== 'POST') throw new Refusal(405, 'Ask with POST and a JSON body.');
  const { status, headers, body } = await answer(await readBody(request), request.headers);
  response.writeHead(status, { ...securityHeaders, ...headers }).end(body);
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY_BYTES) {
      throw new Refusal(413, `A request's body may have ${MAX_BODY_BYTES} bytes.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function fail(response: ServerResponse, error: unknown, logger: Logger): void {
  if (response.destroyed || response.headersSent) return;
  const [status, message] = statusAndMessage(error);
  if (status === 500) logger.error({ err: error }, `a request failed: ${messageOf(error)}`);
  // What is still being sent is not read; the connection cannot be used again.
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': JSON_TYPE,
    connection: 'close',
  });
  response.end(JSON.stringify({ errors: [{ message }] }));
}

function statusAndMessage(error: unknown): [number, string] {
  if (error instanceof Refusal) return [error.status, error.message];
  if (error instanceof AppError && error.code === 'origin_refused') return [403, error.message];
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET')
    return [400, 'The request broke off.'];
  return [500, toErrorBody(error).error.message];
}
