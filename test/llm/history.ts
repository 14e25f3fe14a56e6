import type { LlmMessage } from '../../src/llm/types.js';

// Messages of conversations with one tool.

export const user = (content: string): LlmMessage => ({ role: 'user', content });

/** What an assistant said, with calls of these ids. */
export function says(content: string, ...ids: readonly string[]): LlmMessage {
  if (ids.length === 0) return { role: 'assistant', content };
  const toolCalls = ids.map((id) => ({ id, name: 'list_cities', arguments: {} }));
  return { role: 'assistant', content, toolCalls };
}

export function result(toolCallId: string, content = 'Rome', isError = false): LlmMessage {
  return { role: 'tool', toolCallId, name: 'list_cities', content, isError };
}
