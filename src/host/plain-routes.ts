import { writeJson } from '../foundation/exact-json.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { callerOf } from '../agentapi/caller.js';
import type { Caller } from '../agenttools/tool.js';

/** What a {@link PlainRoute} is asked. */
export interface RouteRequest {
  /** Whose request it is; with `backend.readFor(caller)` their backend is read. */
  caller: Caller;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed JSON. */
  body: unknown;
}

/** A route without Nest, for plugins that import nothing. It asks for the same token as all others. */
export interface PlainRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the server's root, such as `/v1/tickets/:id`. */
  path: string;
  /** Answers what is sent as JSON; what it throws becomes the server's common error. */
  handle(request: RouteRequest): unknown;
}

/** Adds plain routes to the application; to be called before it listens. */
export function addRoutes(app: NestFastifyApplication, routes: readonly PlainRoute[]): void {
  const fastify = app.getHttpAdapter().getInstance();
  for (const route of routes) {
    fastify.route<{
      Params: RouteRequest['params'] & object;
      Querystring: RouteRequest['query'] & object;
    }>({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const { params, query, body } = request;
        const answer = await route.handle({ caller: callerOf(request), params, query, body });
        // A text would be sent as it is, which is no JSON.
        return reply.type('application/json').send(writeJson(answer ?? null));
      },
    });
  }
}
