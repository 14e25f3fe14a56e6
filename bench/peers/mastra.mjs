// @ts-nocheck What it imports is installed by bench:overhead only.
/** Mastra: an agent's full stream as server-sent events over HTTP. */
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { toolsOf } from '../overhead/model.mjs';
import { closed, serve, SSE_HEADERS } from '../overhead/serve.mjs';
import { mockModel } from './ai-sdk.mjs';

const inputSchema = z.object({
  id: z.string().describe('The identifier of the thing').optional(),
  limit: z.number().describe('At most so many').optional(),
});

const agents = new Map(
  [8, 50].map((count) => [
    count,
    new Agent({
      id: `bench-${count}`,
      name: `bench-${count}`,
      instructions: 'You help.',
      model: mockModel('v3'),
      tools: Object.fromEntries(
        toolsOf(count).map(({ name, description }) => [
          name,
          createTool({
            id: name,
            description,
            inputSchema,
            execute: async () => ({ templates: [] }),
          }),
        ]),
      ),
    }),
  ]),
);

serve(async ({ message, tools }, response) => {
  response.writeHead(200, SSE_HEADERS);
  const options = { maxSteps: 5, abortSignal: closed(response) };
  const { fullStream } = await agents.get(tools).stream(message, options);
  for await (const { type, payload } of fullStream) {
    response.write(`event: ${type}\ndata: ${JSON.stringify(payload)}\n\n`);
  }
  response.end('event: done\ndata: {}\n\n');
});
