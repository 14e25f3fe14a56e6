import { timesOf, type Times } from '../measure.js';
import type { Rival } from '../overhead/load.js';

/** How a second reader of a chat under way fares, in ms. */
export interface Resumed {
  /** Until its first byte. */
  firstByte: Times;
  /** How much later than the first reader it has the end. */
  endLag: Times;
}

/** A chat on `first` again and again, read on at `second` from its start while it is under way. */
export async function resumeTimes(
  first: Rival,
  second: Rival,
  chats: number,
  paceMs: number,
): Promise<Resumed> {
  const firstBytes: number[] = [];
  const lags: number[] = [];
  for (let nth = 0; nth < chats; nth += 1) {
    const chat = await fetch(`${first.url}/v1/agent/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message: JSON.stringify({ chunks: 10, call: true, paceMs }),
        context_type: 'tables',
      }),
    });
    const parts = chat.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let runId: string | undefined;
    while (runId === undefined) {
      text += (await parts.read()).value ?? '';
      runId = /"run_id":"([^"]+)"/.exec(text)?.[1];
    }
    const [ended, resumed] = await Promise.all([
      readToEnd(parts),
      readAgain(`${second.url}/v1/agent/runs/${runId}/events`),
    ]);
    firstBytes.push(resumed.firstByteMs);
    lags.push(resumed.ended - ended);
  }
  return { firstByte: timesOf(firstBytes), endLag: timesOf(lags) };
}

type Parts = ReadableStreamDefaultReader<string>;

/** When the last byte came. */
async function readToEnd(parts: Parts): Promise<number> {
  while (!(await parts.read()).done);
  return performance.now();
}

async function readAgain(url: string): Promise<{ firstByteMs: number; ended: number }> {
  const start = performance.now();
  const answer = await fetch(url);
  const parts = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  await parts.read();
  const firstByteMs = performance.now() - start;
  return { firstByteMs, ended: await readToEnd(parts) };
}
