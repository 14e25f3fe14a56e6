import { AppError } from '../foundation/errors.js';
import { parseUrl } from '../foundation/parse-url.js';

/**
 * The address of a plugin's own backend, without a slash at its end; rejects anything else than an http(s) address
 * with `config_error`. A plugin in plain JavaScript may hand over what its settings left out.
 */
export function backendAddress(baseUrl: unknown, plugin: string): string {
  const url = typeof baseUrl === 'string' ? parseUrl(baseUrl) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol))
    return (baseUrl as string).replace(/\/$/, '');
  throw new AppError(
    'config_error',
    `The plugin "${plugin}" makes a backend whose baseUrl is no http(s) address: check its settings.`,
  );
}

/** Rejects a backend that the operator has not configured. */
export function unknownBackend(name: string, known: readonly string[]): never {
  throw new AppError(
    'config_error',
    `No backend "${name}" is configured; known are ${known.join(', ')}.`,
  );
}
