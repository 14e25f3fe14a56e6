import { parseJson } from '../foundation/exact-json.js';
import { isObject } from '../foundation/json.js';
import type { LlmMessage } from '../llm/types.js';
import { FIND_TOOLS } from './find-tools.js';

/** Names of tools that `find_tools` has found earlier in a conversation, the latest first. */
export function foundBefore(history: readonly LlmMessage[]): string[] {
  return history.flatMap(namesFound).reverse();
}

function namesFound(message: LlmMessage): string[] {
  if (message.role !== 'tool' || message.name !== FIND_TOOLS || message.isError) return [];
  const answer = parsed(message.content);
  const tools: unknown = isObject(answer) ? answer['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  );
}

/** Undefined for a result that was shortened and is no JSON any more. */
function parsed(content: string): unknown {
  try {
    return parseJson(content);
  } catch {
    return undefined;
  }
}
