import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { ToolCall } from '../../types.js';

/** What Gemini needs back with a call: its own id, if it gave one, and the signature of its thought. */
export interface GeminiData {
  id?: string;
  thoughtSignature?: string;
}

/** As it is stored with the call, under a name of its own: a conversation may change its provider. */
export function toProviderData(data: GeminiData): JsonObject {
  return { gemini: data };
}

/** What was stored with a call by {@link toProviderData}; empty for another provider's calls. */
export function fromProviderData(call: ToolCall): GeminiData {
  const data = call.providerData?.['gemini'];
  if (!isObject(data)) return {};
  const { id, thoughtSignature } = data;
  return defined({
    id: typeof id === 'string' ? id : undefined,
    thoughtSignature: typeof thoughtSignature === 'string' ? thoughtSignature : undefined,
  });
}
