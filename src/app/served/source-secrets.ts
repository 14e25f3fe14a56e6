import { parseUrl } from '../../foundation/parse-url.js';
import { secretsIn } from '../../foundation/secrets.js';
import type { SourceConfig } from '../config/file/config-file.model.js';

/** Names of headers that sign a request. */
const SIGNING = /auth|cookie|cred|key|pass|secret|session|sign|token/i;

/** What the config file gives a source to be known by there; other headers and variables are no secrets. */
export function secretsOf(config: SourceConfig): string[] {
  if (config.kind === 'openapi') return config.auth.credentials.map(({ value }) => value);
  const { server, oauth } = config;
  // By their names, and of the arguments the passwords in addresses.
  if ('command' in server)
    return secretsIn({ ...Object.fromEntries(server.args.entries()), ...server.env });
  const headers = Object.entries(server.headers).filter(([name]) => SIGNING.test(name));
  const inAddress = parseUrl(server.url)?.searchParams.values() ?? [];
  return [...headers.map(([, value]) => value), ...inAddress, oauth?.clientSecret ?? ''];
}
