import { messageOf } from '../foundation/errors.js';
import { hideSecret } from '../foundation/redact.js';
import { ProviderError } from './provider-error.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import type { LlmRequest } from './types.js';

/**
 * A source whose errors never show any of `secrets`, although some APIs repeat the key they refuse. The
 * original error, which may hold one, is not passed on as a cause.
 */
export function hideSecrets(source: ModelSource, secrets: readonly string[]): ModelSource {
  const hidden = secrets.filter((secret) => secret !== '');
  if (hidden.length === 0) return source;
  return {
    name: source.name,
    model: source.model,
    open: (request, signal) => open(source, hidden, request, signal),
  };
}

async function* open(
  source: ModelSource,
  secrets: readonly string[],
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent> {
  try {
    yield* source.open(request, signal);
  } catch (error) {
    const hide = secretHider(secrets);
    if (error instanceof ProviderError) {
      throw new ProviderError(error.trouble, hide(error.message), error.retryAfterMs);
    }
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new ProviderError(
      'network',
      hide(`${source.name} could not be reached or broke off: ${messageOf(cause)}`),
    );
  }
}

/** Replaces each of `secrets` in a text, wherever it stands, whole or cut off. */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((shown, secret) => hideSecret(shown, secret, '[hidden]'), text);
}
