// @ts-nocheck What it imports is installed by bench:overhead only.
/** LangGraph JS: `createReactAgent`, its message stream as server-sent events over HTTP. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { askIn, chunksOf, TOOL, toolsOf } from '../overhead/model.mjs';
import { closed, serve, SSE_HEADERS } from '../overhead/serve.mjs';

class MockModel extends BaseChatModel {
  _llmType() {
    return 'mock';
  }
  bindTools(tools) {
    return this.withConfig({ tools });
  }
  async _generate() {
    throw new Error('only streams');
  }
  async *_streamResponseChunks(messages, options, manager) {
    const user = messages.findLast((message) => message.getType() === 'human');
    const ask = askIn(user.content);
    if (ask.call && messages.at(-1).getType() === 'human') {
      const call = { name: TOOL, args: '{}', id: `call-${Math.random()}`, index: 0 };
      const message = new AIMessageChunk({ content: '', tool_call_chunks: [call] });
      yield new ChatGenerationChunk({ text: '', message });
      return;
    }
    for await (const text of chunksOf(ask, options.signal)) {
      yield new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) });
      await manager?.handleLLMNewToken(text);
    }
  }
}

const graphs = new Map(
  [8, 50].map((count) => [
    count,
    createReactAgent({
      llm: new MockModel({}),
      prompt: 'You help.',
      tools: toolsOf(count).map(({ name, description, schema }) =>
        tool(async () => JSON.stringify({ templates: [] }), { name, description, schema }),
      ),
    }),
  ]),
);

serve(async ({ message, tools }, response) => {
  const signal = closed(response);
  response.writeHead(200, SSE_HEADERS);
  const input = { messages: [{ role: 'user', content: message }] };
  const stream = await graphs.get(tools).stream(input, { streamMode: 'messages', signal });
  for await (const [part, { langgraph_node }] of stream) {
    const data = { node: langgraph_node, text: part.content, calls: part.tool_call_chunks };
    response.write(`event: message\ndata: ${JSON.stringify(data)}\n\n`);
  }
  response.end('event: done\ndata: {}\n\n');
});
