import { EventSourceParserStream } from 'eventsource-parser/stream';

/** One event off the wire; `id` is its number in the run, absent for frames about the stream itself. */
export interface Frame {
  id: number | undefined;
  event: string;
  data: unknown;
}

/** The events of a streamed answer, cut anywhere by the network; ends when the stream ends. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const id = value.id === undefined ? undefined : Number(value.id);
      yield { id, event: value.event ?? 'message', data: JSON.parse(value.data) };
    }
  } finally {
    // Who stops reading closes the connection.
    await reader.cancel().catch(() => undefined);
  }
}
