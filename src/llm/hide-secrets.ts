import { messageOf } from '../foundation/errors.js';
import { hideSecret } from '../foundation/redact.js';
import { ProviderError } from './provider-error.js';
import type { ModelSource } from './resilient.js';
import { transformSource } from './transform-source.js';

/**
 * A source whose errors never show any of `secrets`, although some APIs repeat the key they refuse. The
 * original error, which may hold one, is not passed on as a cause.
 */
export function hideSecrets(source: ModelSource, secrets: readonly string[]): ModelSource {
  const hidden = secrets.filter((secret) => secret !== '');
  if (hidden.length === 0) return source;
  const hide = secretHider(hidden);
  return transformSource(source, () => ({
    failed: (error) => {
      if (error instanceof ProviderError)
        return new ProviderError(error.trouble, hide(error.message), error.retryAfterMs);
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const message = `${source.name} could not be reached or broke off: ${messageOf(cause)}`;
      return new ProviderError('network', hide(message));
    },
  }));
}

/** Replaces each of `secrets` in a text, wherever it stands, whole or cut off. */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((shown, secret) => hideSecret(shown, secret, '[hidden]'), text);
}
