import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { openRoutes } from './http/identity/require-identity.js';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Serves the files of `web/` at `/`; the page may load and call nothing but its own origin. */
export async function servePage(app: NestFastifyApplication): Promise<void> {
  await app.register(openRoutes(fastifyStatic), {
    root: fileURLToPath(new URL('../web/', import.meta.url)),
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(HEADERS)) response.header(name, value);
    },
  });
}
