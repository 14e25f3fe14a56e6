import type { Transformer } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';
import { beyondParsed, withDigits } from '../../../../foundation/exact-json.js';
import { outboundFetch } from '../../../../foundation/outbound/exchange-http.js';
import { KnownSecrets } from '../../../../foundation/secrets.js';
import type { McpLimits } from './server-place.js';

/** `fetch` with bounded answers, streams event by event, all together by time; secrets and the token of the request are cut out. */
export function boundedFetch(limits: McpLimits, cut: CutSecrets): FetchLike {
  const guard = new FloodGuard(limits);
  return async (url, init) => {
    const body = typeof init?.body === 'string' ? { body: withDigits(init.body) } : {};
    const response = await outboundFetch(url, { ...init, ...body });
    if (response.body === null) return response;
    const token = new Headers(init?.headers).get('authorization');
    const cutToken = noSecrets.cutter(token === null ? [] : [token]);
    const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
    const bounded = response.body.pipeThrough(
      new TransformStream(
        new BoundedBody(limits.messageBytes, isStream, guard, (text) => cut(cutToken(text))),
      ),
    );
    const { status, statusText, headers } = response;
    return new Response(bounded, { status, statusText, headers });
  };
}

export type CutSecrets = (text: string) => string;

const noSecrets = new KnownSecrets();

const NEW_LINE = 10;
const RETURN = 13;

type Output = TransformStreamDefaultController<Uint8Array>;

/** Hands on what it has looked at: a whole body, or the events of a stream that are complete. */
class BoundedBody implements Transformer<Uint8Array, Uint8Array> {
  private held: Uint8Array[] = [];
  private size = 0;
  /** The last two bytes of the chunks so far. */
  private last: number[] = [0, 0];

  constructor(
    private readonly max: number,
    private readonly byEvent: boolean,
    private readonly guard: FloodGuard,
    private readonly cut: CutSecrets,
  ) {}

  transform(chunk: Uint8Array, output: Output): void {
    const lines = this.byEvent ? linesIn(chunk) : 0;
    const flood = this.guard.note({ bytes: chunk.byteLength, lines });
    if (flood !== undefined) throw new Error(flood);
    const end = this.byEvent ? endOfLastEvent(chunk, this.last) : 0;
    this.last = [...this.last, ...chunk.subarray(-2)].slice(-2);
    if (end > 0) {
      this.hold(chunk.subarray(0, end));
      this.flush(output);
    }
    this.hold(chunk.subarray(end));
  }

  flush(output: Output): void {
    const whole = this.held.length === 1 ? this.held[0] : Buffer.concat(this.held);
    this.held = [];
    this.size = 0;
    if (whole === undefined || whole.byteLength === 0) return;
    const text = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('latin1');
    const beyond = beyondParsed(text);
    if (beyond !== undefined) throw new Error(`the server sent a message that ${beyond}`);
    const shown = this.cut(text);
    output.enqueue(shown === text ? whole : Buffer.from(shown, 'latin1'));
  }

  private hold(part: Uint8Array): void {
    this.size += part.byteLength;
    if (this.size > this.max)
      throw new Error(`the server answered more than ${this.max} bytes at once`);
    if (part.byteLength > 0) this.held.push(part);
  }
}

export function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

/** Behind the last blank line of a chunk, of which `before` are the two bytes in front; 0 where there is none. */
function endOfLastEvent(chunk: Uint8Array, before: readonly number[]): number {
  const byteAt = (at: number): number => (at < 0 ? before[at + 2] : chunk[at]) ?? 0;
  const endsLine = (at: number): boolean => [NEW_LINE, RETURN].includes(byteAt(at));
  for (let at = chunk.byteLength - 1; at >= 0; at -= 1) {
    if (!endsLine(at) || !endsLine(at - 1)) continue;
    const isOneEnd = byteAt(at) === NEW_LINE && byteAt(at - 1) === RETURN;
    if (!isOneEnd || endsLine(at - 2)) return at + 1;
  }
  return 0;
}

export class FloodGuard {
  private since = 0;
  private bytes = 0;
  private lines = 0;

  constructor(private readonly limits: McpLimits) {}

  /** Notes what arrived; says what is too much of it, if anything is. */
  note(arrived: { bytes: number; lines: number }): string | undefined {
    const { floodBytes, floodLines, floodWindowMs } = this.limits;
    const now = performance.now();
    if (now - this.since > floodWindowMs) {
      this.since = now;
      this.bytes = 0;
      this.lines = 0;
    }
    this.bytes += arrived.bytes;
    this.lines += arrived.lines;
    const span = `within ${floodWindowMs / 1000} s`;
    if (this.bytes > floodBytes) return `it wrote more than ${floodBytes} bytes ${span}`;
    if (this.lines > floodLines) return `it wrote more than ${floodLines} lines ${span}`;
    return undefined;
  }
}
