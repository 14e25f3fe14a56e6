/** What every server of the overhead bench has around its own work: a port, and answers about its cost. */
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';

/**
 * Tells the parent where it listens, and answers its questions with processor time and memory of this
 * process, `memory` after a collection. `profile` begins a profile of the main thread, `profiled` ends it and
 * answers with it.
 * @param {number} port
 */
export function tellParent(port) {
  const inspector = new Session();
  inspector.connect();
  process.on('message', async (question) => {
    if (question === 'profile') await inspector.post('Profiler.enable');
    if (question === 'profile') await inspector.post('Profiler.start');
    const profile = question === 'profiled' && (await inspector.post('Profiler.stop')).profile;
    const cpu = process.cpuUsage();
    // A collection costs as much as many runs: only where memory is asked for.
    if (question === 'memory') globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ cpuUs: cpu.user + cpu.system, rss, heap: heapUsed + external, profile });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });
}

/**
 * A bare HTTP server that gives each request's JSON to `handle`.
 * @param {(body: any, response: import('node:http').ServerResponse) => Promise<void>} handle
 */
export function serve(handle) {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => (text += part));
    request.on('end', () => {
      handle(JSON.parse(text), response).catch((error) => {
        if (!response.destroyed) console.error(error);
        response.destroy();
      });
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') tellParent(address.port);
  });
}

/**
 * Aborted when the client has left.
 * @param {import('node:http').ServerResponse} response
 */
export function closed(response) {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

/** How a stream of events begins. */
export const SSE_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
