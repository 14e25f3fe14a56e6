/** Sends what it is told to from a thread of its own, so that the thread that serves is the only one measured. */
import { parentPort } from 'node:worker_threads';

parentPort?.on(
  'message',
  async ({ url, method, prefix, part, separator, count, suffix, keyed }) => {
    const parts = Array.from({ length: count }, (_, at) =>
      keyed ? part.replace('#', String(at)) : part,
    );
    const body = prefix + parts.join(separator) + suffix;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    // A body that is too large is not read to its end: the connection may break first.
    const answer = await fetch(url, { method, headers, body }).catch(() => undefined);
    parentPort?.postMessage({ status: answer?.status });
    await answer?.body?.cancel();
  },
);
