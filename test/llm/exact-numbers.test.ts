import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeJson } from '../../src/foundation/exact-json.js';
import { createAnthropicSource } from '../../src/llm/providers/anthropic/anthropic-source.js';
import { createGeminiSource } from '../../src/llm/providers/gemini/gemini-source.js';
import { createOllamaSource } from '../../src/llm/providers/ollama/ollama-source.js';
import { createOpenAiSource } from '../../src/llm/providers/openai/openai-source.js';
import type { ModelSource } from '../../src/llm/resilient.js';
import type { LlmRequest, ToolCall } from '../../src/llm/types.js';
import { serve, type TestServer } from '../support/http-server.js';

// The arguments of a call as each API streams them, and the same call in the history of the next request.

const ARGS = '{"id":9007199254740993,"share":0.1000000000000000055,"price":1.10,"list":[1e400,7]}';
const quoted = JSON.stringify(ARGS);

const wires: Readonly<Record<string, string>> = {
  openai: [
    `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"put","arguments":${quoted}}}]}}]}\n\n`,
    'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
  ].join(''),
  'openai, arguments as an object': [
    `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"put","arguments":${ARGS}}}]}}]}\n\n`,
    'data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
  ].join(''),
  anthropic: [
    'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":1}}}\n\n',
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"put","input":{}}}\n\n',
    `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":${quoted}}}\n\n`,
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}\n\n',
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ].join(''),
  gemini: `data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"put","args":${ARGS}}}]},"finishReason":"STOP","index":0}]}\r\n\r\n`,
  ollama: `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"put","arguments":${ARGS}}}]},"done":true,"done_reason":"stop"}\n`,
};

const seen: { body: string; wire: string } = { body: '', wire: '' };
let api: TestServer;
beforeAll(async () => {
  api = await serve((request, response) => {
    seen.body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (seen.body += piece));
    request.on('end', () => {
      const isLines = seen.wire.startsWith('{');
      const type = isLines ? 'application/x-ndjson' : 'text/event-stream';
      response.writeHead(200, { 'content-type': type }).end(seen.wire);
    });
  });
});
afterAll(() => api.close());

function sourceOf(name: string): ModelSource {
  const model = 'm';
  if (name.startsWith('openai')) {
    return createOpenAiSource({ baseUrl: api.url, apiKey: 'k', model, limitField: 'max_tokens' });
  }
  if (name === 'anthropic') return createAnthropicSource({ baseUrl: api.url, apiKey: 'k', model });
  if (name === 'gemini') return createGeminiSource({ baseUrl: api.url, apiKey: 'k', model });
  return createOllamaSource({ host: api.url, model, numCtx: 4096 });
}

async function callIn(name: string, request: LlmRequest): Promise<ToolCall> {
  seen.wire = wires[name] ?? '';
  const found: ToolCall[] = [];
  for await (const event of sourceOf(name).open(request, new AbortController().signal)) {
    if (event.type === 'tool_call') found.push(event.call);
  }
  expect(found).toHaveLength(1);
  return found[0] as ToolCall;
}

const ASKED: LlmRequest = {
  system: 's',
  messages: [{ role: 'user', content: 'go' }],
  tools: [{ name: 'put', description: 'puts', inputSchema: { type: 'object' } }],
  maxTokens: 100,
};

test.each(Object.keys(wires))(
  '%s: arguments, and the history of them, keep all digits',
  async (name) => {
    const call = await callIn(name, ASKED);
    expect(writeJson(call.arguments)).toBe(ARGS);
    const result = { role: 'tool', toolCallId: call.id, name: 'put', content: ARGS } as const;
    const assistant = { role: 'assistant', content: '', toolCalls: [call] } as const;
    const history = [...ASKED.messages, assistant, result] as LlmRequest['messages'];
    await callIn(name, { ...ASKED, messages: history });
    // In the call as text or as JSON, and in its result the same.
    const inCall = name.startsWith('openai') ? quoted : ARGS;
    expect(seen.body.split(inCall).length - 1).toBe(inCall === quoted ? 2 : 1);
    expect(seen.body.split(quoted).length - 1).toBe(inCall === quoted ? 2 : 1);
  },
);
