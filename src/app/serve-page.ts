import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { projectRoot } from './project-root.js';
import { openRoutes } from '../http/identity/require-identity.js';

/**
 * What the page may do: load from and call its own origin only, run no code but its files'. React sets
 * styles through the DOM, which no rule here forbids; in attributes and elements they are refused.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What Vite names by its content can be kept for good; everything else is asked for each time. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Serves the built page at `/`, or what to do when it has not been built. */
export async function servePage(app: NestFastifyApplication): Promise<void> {
  const root = fileURLToPath(new URL('web/dist/', projectRoot));
  await app.register(openRoutes(existsSync(`${root}index.html`) ? fastifyStatic : notBuilt), {
    root,
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      response.header('content-security-policy', pagePolicy);
      response.header('cache-control', path.startsWith(`${root}assets`) ? FOREVER : 'no-cache');
    },
  });
}

async function notBuilt(fastify: FastifyInstance): Promise<void> {
  fastify.get('/', async (_request, reply) => {
    await reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(NOT_BUILT);
  });
}

const NOT_BUILT = `<!doctype html><html lang="en"><title>Sextant</title>
<h1>The page has not been built</h1>
<p>Run <code>npm run build</code>, then start the server again. The API answers all the same.</p></html>`;
