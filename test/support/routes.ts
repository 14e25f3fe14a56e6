import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** One route as a server registered it. */
export interface Route {
  method: string;
  /** With its parameters, e.g. `/v1/agent/runs/:id`. */
  path: string;
  /** Whether it answers without a token. */
  open: boolean;
}

/**
 * Every route that servers register while `start` runs, whichever part of them does, so that a test
 * over all routes forgets none.
 */
export async function routesDuring<T>(start: () => Promise<T>): Promise<[T, Route[]]> {
  const found: RouteOptions[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void found.push(route));
  };
  subscribe('fastify.initialization', watch);
  const started = await start().finally(() => unsubscribe('fastify.initialization', watch));
  // Read last: a hook of a plugin may still change what a route says of itself.
  const routes = found.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({ method: one, path: url, open: config?.open === true })),
  );
  return [started, routes];
}
