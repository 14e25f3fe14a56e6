// @ts-nocheck What it imports is installed by bench:overhead only.
/** Vercel AI SDK: `streamText` as a UI message stream over HTTP. */
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { askIn, chunksOf, TOOL, toolsOf } from '../overhead/model.mjs';
import { closed, serve } from '../overhead/serve.mjs';

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model after the package's own interface. */
export function mockModel(version) {
  return {
    specificationVersion: version,
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    doGenerate: async () => {
      throw new Error('only streams');
    },
    doStream: async ({ prompt, abortSignal }) => {
      const user = prompt.findLast(({ role }) => role === 'user');
      const ask = askIn(user.content.map(({ text }) => text ?? '').join(''));
      const calls = ask.call && prompt.at(-1).role === 'user';
      return { stream: ReadableStream.from(parts(ask, calls, abortSignal)) };
    },
  };
}

async function* parts(ask, calls, signal) {
  yield { type: 'stream-start', warnings: [] };
  if (calls) {
    yield { type: 'tool-call', toolCallId: `call-${Math.random()}`, toolName: TOOL, input: '{}' };
  } else {
    yield { type: 'text-start', id: '1' };
    for await (const delta of chunksOf(ask, signal)) yield { type: 'text-delta', id: '1', delta };
    yield { type: 'text-end', id: '1' };
  }
  const unified = calls ? 'tool-calls' : 'stop';
  yield { type: 'finish', finishReason: { unified, raw: unified }, usage: USAGE };
}

/** So many tools as the package takes them. */
export function sdkTools(count) {
  return Object.fromEntries(
    toolsOf(count).map(({ name, description, schema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(schema),
        execute: async () => ({ templates: [] }),
      }),
    ]),
  );
}

if (process.argv[1]?.endsWith('ai-sdk.mjs')) {
  const model = mockModel('v4');
  const tools = new Map([8, 50].map((count) => [count, sdkTools(count)]));
  serve(async ({ message, tools: count }, response) => {
    const result = streamText({
      model,
      system: 'You help.',
      messages: [{ role: 'user', content: message }],
      tools: tools.get(count),
      stopWhen: stepCountIs(5),
      abortSignal: closed(response),
      onError: () => {},
    });
    await result.pipeUIMessageStreamToResponse(response);
  });
}
