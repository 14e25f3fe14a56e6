/** Sends what it is told to from a thread of its own, so that the thread that serves is the only one measured. */
import { parentPort } from 'node:worker_threads';
import { textOf } from './hostile-text.mjs';

parentPort?.on('message', async ({ url, method, headers: more, drain, ...body }) => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  };
  // A body that is too large is not read to its end: the connection may break first.
  const sent = method === 'GET' ? undefined : textOf(body);
  const answer = await fetch(url, { method, headers, body: sent }).catch(() => undefined);
  if (drain) await answer?.arrayBuffer().catch(() => undefined);
  parentPort?.postMessage({ status: answer?.status });
  if (!drain) await answer?.body?.cancel();
});
