/**
 * A backend of somebody else's that means harm, in a thread of its own: what it answers at `/items/<name>` and as an
 * MCP server at `/mcp` is what the main thread tells it to.
 */
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { textOf } from './hostile-text.mjs';

/** By name, the text of a JSON value. @type {Map<string, string>} */
const answers = new Map();
/** The members of the list of its tools, as text. */
let tools = '[]';

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  const { url = '/' } = request;
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    response.setHeader('content-type', 'application/json');
    if (url.startsWith('/mcp')) return answerMcp(request, response, body);
    const name = decodeURIComponent(new URL(url, 'http://x').pathname.slice('/items/'.length));
    return response.end(answers.get(name) ?? '{}');
  });
});

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} body
 */
function answerMcp(request, response, body) {
  const { id, method, params } = JSON.parse(body || '{}');
  if (request.method !== 'POST') return response.writeHead(405).end();
  if (id === undefined) return response.writeHead(202).end();
  if (method === 'server/discover') return response.writeHead(400).end();
  return response.end(`{"jsonrpc":"2.0","id":${id},"result":${resultOf(method, params)}}`);
}

/**
 * @param {string} method
 * @param {{ arguments?: { name?: string, as?: string } }} [params]
 */
function resultOf(method, params) {
  if (method === 'initialize')
    return JSON.stringify({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'hostile', version: '1' },
    });
  if (method === 'tools/list') return `{"tools":${tools}}`;
  const { name, as } = params?.arguments ?? {};
  const answer = answers.get(name ?? '') ?? '{}';
  return as === 'text'
    ? `{"content":[{"type":"text","text":${JSON.stringify(answer)}}]}`
    : `{"content":[],"structuredContent":${answer}}`;
}

parentPort?.on('message', ({ set, answer, tools: listed }) => {
  if (set !== undefined) answers.set(set, textOf(answer));
  if (listed !== undefined) tools = listed;
  parentPort?.postMessage({ done: true });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage({ port: typeof address === 'object' ? address?.port : 0 });
});
