import { parseJson } from '../../../src/foundation/exact-json.js';
/** One event off the wire; `id` is its number in the run, absent for frames about the stream itself. */
export interface Frame {
  id: number | undefined;
  event: string;
  data: unknown;
}

/** The events of a streamed answer, cut anywhere by the network; ends when the stream ends. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const read = rest + decoder.decode(value, { stream: true });
      // The server ends every frame with an empty line, and writes no other ends of lines than \n.
      const end = read.lastIndexOf('\n\n');
      if (end < 0) {
        rest = read;
        continue;
      }
      rest = read.slice(end + 2);
      for (const text of read.slice(0, end).split('\n\n')) {
        const frame = frameOf(text);
        if (frame !== undefined) yield frame;
      }
    }
  } finally {
    // Who stops reading closes the connection.
    await reader.cancel().catch(() => undefined);
  }
}

/** The event of a frame; undefined for a comment. */
function frameOf(text: string): Frame | undefined {
  const fields: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
  }
  const { id, event = 'message', data } = fields;
  if (data === undefined) return undefined;
  return {
    id: id === undefined ? undefined : Number(id),
    event,
    data: parseJson(data),
  };
}
