import { AppError } from '../../foundation/errors.js';
import type { LlmProvider } from '../../llm/types.js';

/** What became of a test call. */
export interface ModelTrial {
  ms: number;
  calledTool: boolean;
}

/** A local model may be loaded from disk first. */
const LIMIT_MS = 120_000;

const REQUEST = {
  system: 'You test a connection. Answer only by calling the tool.',
  messages: [{ role: 'user' as const, content: 'Call report_ready with ready set to true.' }],
  tools: [
    {
      name: 'report_ready',
      description: 'Reports that the connection works.',
      inputSchema: {
        type: 'object',
        properties: { ready: { type: 'boolean' } },
        required: ['ready'],
      },
    },
  ],
  maxTokens: 1_000,
  isOptional: true,
};

/** Has a model call one tool. Rejects with `model_error` or `model_unavailable` and what its API said. */
export async function tryModel(llm: LlmProvider): Promise<ModelTrial> {
  const started = performance.now();
  let calledTool = false;
  for await (const event of llm.streamChat(REQUEST, AbortSignal.timeout(LIMIT_MS))) {
    if (event.type === 'tool_call') calledTool ||= event.call.name === 'report_ready';
    if (event.type === 'error') throw refused(llm.model, event.message, event.retryable);
  }
  return { ms: Math.round(performance.now() - started), calledTool };
}

function refused(model: string, said: string, isPassing: boolean): AppError {
  const code = isPassing ? 'model_unavailable' : 'model_error';
  return new AppError(code, `${model} did not pass its test, so nothing was changed. ${said}`);
}
