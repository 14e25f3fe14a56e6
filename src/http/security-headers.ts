/**
 * Headers of every answer. An answer of the API is data: it may load nothing, stand in no frame, and be
 * kept in no cache. A route that serves something else (the page, the streams) overrides what differs. There
 * is no HSTS, because the server does not end TLS.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
