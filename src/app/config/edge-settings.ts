import { isLoopback, parseUrl } from '../../foundation/parse-url.js';
import type { EdgePolicy } from '../../http/edge-policy.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/**
 * Reads which pages may call (`CORS_ORIGINS`) and which host names are the server's (`ALLOWED_HOSTS`). A
 * server on this machine only is reached by address or as `localhost` unless it names more; one that
 * others can reach has names it does not know, and is held to `ALLOWED_HOSTS` only when that is set.
 */
export function readEdgeSettings(read: SettingsReader): EdgePolicy {
  const corsOrigins = listOf(read, 'CORS_ORIGINS');
  for (const origin of corsOrigins) checkOrigin(read, 'CORS_ORIGINS', origin);
  const named = listOf(read, 'ALLOWED_HOSTS').map((name) => name.toLowerCase());
  for (const name of named) checkHost(read, name);
  const hosts =
    named.length === 0 && !isLoopback(read.text('HOST', '127.0.0.1')) ? undefined : named;
  return { corsOrigins, hosts };
}

/** Reads to which origins sources that are added on the page may send the tokens of users. */
export function readMayForwardTo(read: SettingsReader): string[] {
  const origins = listOf(read, 'SOURCES_MAY_FORWARD_TO');
  for (const origin of origins) checkOrigin(read, 'SOURCES_MAY_FORWARD_TO', origin);
  return origins;
}

function listOf(read: SettingsReader, name: string): string[] {
  const items = (read.optional(name) ?? '').split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

function checkOrigin(read: SettingsReader, name: string, origin: string): void {
  const isWeb = /^https?:\/\/[^*]+$/.test(origin);
  // Browsers write an origin in one way only; any other spelling would never be met.
  if (isWeb && parseUrl(origin)?.origin === origin) return;
  read.problem(
    name,
    `must be a comma list of origins as browsers write them, such as https://app.example.com or http://localhost:5173: no *, no null, no path, no last slash, no capital letters`,
  );
}

function checkHost(read: SettingsReader, name: string): void {
  const isName = /^[^*:]+$/.test(name);
  if (isName && parseUrl(`http://${name}`)?.host === name) return;
  read.problem(
    'ALLOWED_HOSTS',
    'must be a comma list of host names without scheme, port and wildcard, such as sextant.example.com',
  );
}
