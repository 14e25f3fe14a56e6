import { createParser, type EventSourceMessage } from 'eventsource-parser';

const MAX_EVENT_CHARACTERS = 8 * 1024 * 1024;

/** An event, or a comment: servers send those to say that they are still at work. */
export type SseItem = EventSourceMessage | 'comment';

/** Server-sent events out of text pieces that may be cut anywhere; an event over 8 MB is an error. */
export async function* sseEvents(pieces: AsyncIterable<string>): AsyncGenerator<SseItem> {
  let ready: SseItem[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onEvent: (event) => ready.push(event),
    onComment: () => ready.push('comment'),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  for await (const piece of pieces) {
    parser.feed(piece);
    const items = ready;
    ready = [];
    yield* items;
  }
}
