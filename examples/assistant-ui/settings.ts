/** Where the server is; `VITE_SEXTANT_URL` when the page is built. Its `CORS_ORIGINS` has this page's origin. */
export const server: string = import.meta.env['VITE_SEXTANT_URL'] ?? 'http://127.0.0.1:3000';

/** Who asks. A real page asks its own server for the signed-in user's token. */
export const headers: Record<string, string> =
  import.meta.env['VITE_SEXTANT_TOKEN'] === undefined
    ? {}
    : { authorization: `Bearer ${String(import.meta.env['VITE_SEXTANT_TOKEN'])}` };

/** Which agent answers; without one the server finds it. */
export const body = { context_type: 'workflow' };
