import type { Subject } from '../registry/plugin.js';
import { chatContextOf } from '../registry/registry.js';

/** What can be opened in a chat with an agent; undefined where there is nothing to open. */
export function subjectOf(contextType: string): Subject | undefined {
  return chatContextOf(contextType)?.subject;
}

/** The request's `context` that an address asks for, as far as the agent takes it. */
export function contextIn(contextType: string, query: URLSearchParams): Record<string, string> {
  const fields = chatContextOf(contextType)?.fields ?? [];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = query.get(field);
      return value ? [[field, value]] : [];
    }),
  );
}
