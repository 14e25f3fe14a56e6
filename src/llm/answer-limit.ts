import { firstChars } from '../foundation/first-chars.js';
import type { ModelSource, SourceEvent } from './resilient.js';
import { transformSource } from './transform-source.js';

/** Characters of one answer, with its thinking and its calls, where nothing else is configured. */
export const MAX_ANSWER_CHARS = 1_048_576;

/** Calls of one answer that are read. */
const MAX_CALLS = 1_000;

const CHARACTERS_PER_TOKEN = 4;

/**
 * A source whose answers end after `maxChars`, with the reason `length`, whatever the model was told: a
 * server that never stops would fill memory, log and page. The request is given up then. Tokens are
 * estimated, as a source tells them only at its own end.
 */
export function limitAnswer(source: ModelSource, maxChars: number): ModelSource {
  return transformSource(source, () => {
    let shown = 0;
    let unread = 0;
    let calls = 0;
    return {
      *each(event) {
        if (event.type === 'alive') unread += event.unread ?? 0;
        if (event.type === 'tool_call') calls += 1;
        shown += charactersOf(event);
        if (Math.max(shown, unread) <= maxChars && calls <= MAX_CALLS) {
          yield event;
          return;
        }
        if (event.type === 'text')
          yield { type: 'text', text: withoutEnd(event.text, shown - maxChars) };
        const outputTokens = Math.ceil(maxChars / CHARACTERS_PER_TOKEN);
        yield { type: 'done', finishReason: 'length', usage: { inputTokens: 0, outputTokens } };
      },
    };
  });
}

function withoutEnd(text: string, characters: number): string {
  return firstChars(text, text.length - characters);
}

function charactersOf(event: SourceEvent): number {
  switch (event.type) {
    case 'text':
    case 'thinking':
      return event.text.length;
    case 'tool_call':
      return JSON.stringify(event.call.arguments).length;
    case 'alive':
    case 'form':
    case 'done':
    case 'error':
      return 0;
  }
}
