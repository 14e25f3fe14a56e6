import { carried } from '../../../foundation/exact-json.js';
import { ExactNumbers, readBody } from '../../../http/json-bodies.js';
import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { invalidRequest } from '../../../foundation/errors.js';
import { callerOf } from '../../caller.js';
import { PROTOCOL_SETTINGS, type ProtocolSettings } from '../protocol-runs.js';
import type { McpExchange, McpServerParts } from './mcp-server.js';

export const MCP_PARTS = Symbol('MCP_PARTS');

/** Streams on which a client waits for news; there are none here, so few have to be kept. */
const MAX_STREAMS = 32;

/** The most messages of one batch, which only clients of 2025-03 send: each costs as much as a request. */
const MAX_BATCH = 100;

/** The server for MCP clients, over Streamable HTTP in the protocols of 2025 and 2026 (docs/mcp.md). */
@Controller('mcp')
export class McpController {
  private handler: Promise<McpHttpHandler> | undefined;

  constructor(
    @Inject(MCP_PARTS) private readonly parts: McpServerParts,
    @Inject(PROTOCOL_SETTINGS) private readonly settings: ProtocolSettings,
  ) {}

  /** The SDK takes 13 MB, so it is loaded with the first request. */
  private async open(): Promise<McpHttpHandler> {
    const { createMcpHandler } = await import('@modelcontextprotocol/server');
    const { createMcpServer } = await import('./mcp-server.js');
    return createMcpHandler(
      ({ authInfo }) => createMcpServer(this.parts, authInfo?.extra as unknown as McpExchange),
      { maxSubscriptions: MAX_STREAMS },
    );
  }

  @Post()
  @ExactNumbers()
  exchange(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply);
  }

  /** Answers 405, as clients of 2025 expect where a server has no stream of its own. */
  @Get()
  stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply);
  }

  /** Answers 405: there are no sessions to end. */
  @Delete()
  end(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply);
  }

  /** Who calls was found out, and where from was checked, before any route. */
  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const sent = request.method === 'POST' ? readBody(request.body) : undefined;
    const pageUrl = this.settings.publicUrl ?? `${request.protocol}://${request.host}`;
    // The SDK passes this on as it is; the token itself is not told to it.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { caller, pageUrl } };
    if (Array.isArray(sent) && sent.length > MAX_BATCH)
      throw invalidRequest(
        `The batch has ${sent.length} messages, and may have at most ${MAX_BATCH}. Send several.`,
      );
    // The SDK knows plain JSON only.
    const parsedBody: unknown = sent && carried(sent);
    const handler = await (this.handler ??= this.open());
    const { status, headers, body } = await handler.fetch(toWebRequest(request, sent, reply), {
      authInfo,
      ...(parsedBody === undefined ? {} : { parsedBody }),
    });
    void reply.status(status).headers(Object.fromEntries(headers));
    await reply.send(body === null ? '' : Readable.fromWeb(body));
  }
}

function toWebRequest(request: FastifyRequest, sent: unknown, { raw }: FastifyReply): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // Who calls is known; the token goes no further than this.
    if (name !== 'authorization') headers.set(name, String(value));
  }
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return new Request(`http://localhost${request.url}`, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(sent === undefined || sent === null ? {} : { body: JSON.stringify(sent) }),
  });
}
