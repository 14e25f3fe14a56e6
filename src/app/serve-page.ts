import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import { defined } from '../foundation/defined.js';
import { notFound } from '../foundation/errors.js';
import type { AuthSettings, OidcSettings } from './config/auth-settings.js';
import { projectRoot } from './version.js';
import { openRoutes } from '../http/identity/require-identity.js';

/** Its own origin only, and no code but its files'. React sets styles through the DOM, which no rule here forbids. */
export const pagePolicy = policyWith([]);

function policyWith(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
/** What Vite names by its content can be kept for good; everything else is asked for each time. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Serves the page at `/` (or what to do where it is not built), how people sign in to it, and the widget. */
export async function servePage(app: NestFastifyApplication, auth: AuthSettings): Promise<void> {
  const oidc = auth.kind === 'jwt' ? auth.oidc : undefined;
  const policy = policyWith(oidc?.origins ?? []);
  await app.register(openRoutes(serveWidget));
  await app.register(openRoutes(serveSignIn(auth.kind, oidc)));
  const root = fileURLToPath(new URL('web/dist/', projectRoot));
  await app.register(openRoutes(existsSync(`${root}index.html`) ? serveFiles : notBuilt), {
    root,
    cacheControl: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      response.header('content-security-policy', policy);
      response.header('cache-control', path.startsWith(`${root}assets`) ? FOREVER : 'no-cache');
    },
  });
}

const widgetFile = new URL('packages/widget/dist/embed.js', projectRoot);
const previewAppFile = new URL('packages/widget/dist/preview-app.html', projectRoot);

export async function previewAppPage(): Promise<string> {
  if (existsSync(previewAppFile)) return readFile(previewAppFile, 'utf8');
  throw notFound('The view has not been built: run npm run build.');
}

/** Serves the widget to pages of every origin: what it may ask is decided by CORS_ORIGINS and the caller's token. */
async function serveWidget(fastify: FastifyInstance): Promise<void> {
  fastify.get('/embed.js', async (_request, reply) => {
    if (!existsSync(widgetFile))
      throw notFound('The widget has not been built: run npm run build.');
    await reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(await readFile(widgetFile));
  });
}

/** Says how the page finds out who its user is, before it can ask for anything else. */
function serveSignIn(kind: AuthSettings['kind'], oidc: OidcSettings | undefined) {
  const { authority, clientId, scope, resource, params } = oidc ?? {};
  const wire = { authority, client_id: clientId, scope, resource, params };
  const body = { kind, oidc: oidc && defined(wire) };
  return async (fastify: FastifyInstance): Promise<void> => {
    fastify.get('/sign-in.json', async () => body);
  };
}

async function serveFiles(fastify: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  // It forbids what lies outside of its folder, and names that are too long: to a caller neither is there.
  fastify.setErrorHandler((error: FastifyError) => {
    throw error.statusCode === 403 ? notFound('There is no such file or route.') : error;
  });
  await fastify.register(fastifyStatic, options);
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
