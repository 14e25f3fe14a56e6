/** The floor: `node:http` alone, one write an event; with a call it runs the tool in a loop of its own. */
import { askIn, chunksOf, TOOL } from './model.mjs';
import { closed, serve, SSE_HEADERS } from './serve.mjs';

serve(async ({ message }, response) => {
  const signal = closed(response);
  const ask = askIn(message);
  const event = (/** @type {string} */ name, /** @type {unknown} */ data) =>
    response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  response.writeHead(200, SSE_HEADERS);
  if (ask.call) {
    event('tool_call', { name: TOOL, input: {} });
    event('tool_result', { name: TOOL, result: JSON.stringify({ templates: [] }) });
  }
  for await (const text of chunksOf(ask, signal)) event('text', { text });
  response.end('event: done\ndata: {}\n\n');
});
