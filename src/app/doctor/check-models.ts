import type { Embedder } from '../../toolindex/embedder.js';
import type { LlmProvider } from '../../llm/types.js';
import { fault, look, ok, type Finding } from './finding.js';

const LIMIT_MS = 60_000;

/** Embeds one word; `undefined` is EMBEDDER=none. */
export async function checkEmbedder(
  embedder: Embedder | undefined,
): Promise<Omit<Finding, 'what'>> {
  if (embedder === undefined)
    return look(
      'EMBEDDER=none: every tool is offered to the model, and documents are found by words only.',
    );
  try {
    const started = performance.now();
    const signal = AbortSignal.timeout(LIMIT_MS);
    const [vector] = await embedder.embed(['health'], { kind: 'query', signal });
    const ms = Math.round(performance.now() - started);
    return ok(`${embedder.id} answers with ${vector?.length ?? 0} dimensions in ${ms} ms`);
  } finally {
    await embedder.close?.();
  }
}

/** Names the model; with `isAsked`, has it say one word, which costs a few tokens. */
export async function checkModel(
  model: LlmProvider,
  isAsked: boolean,
): Promise<Omit<Finding, 'what'>> {
  const name = `${model.name} ${model.model}`;
  if (model.name === 'none')
    return look(
      'No language model is connected: operations are found, and people fill in their forms (docs/providers.md). Set LLM_PROVIDER to have a model answer.',
    );
  if (!isAsked) return ok(`${name}; not asked ("sextant doctor --model" asks it for one word)`);
  const started = performance.now();
  const request = {
    system: 'Answer with one word.',
    messages: [{ role: 'user' as const, content: 'Say ok.' }],
    tools: [],
    maxTokens: 200,
  };
  for await (const event of model.streamChat(request, AbortSignal.timeout(LIMIT_MS))) {
    if (event.type === 'error') return fault(`${name}: ${event.message}`);
    if (event.type !== 'done') continue;
    const { inputTokens, outputTokens } = event.usage;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return ok(`${name} answered in ${seconds} s (${inputTokens + outputTokens} tokens)`);
  }
  return fault(`${name} ended its answer without an end.`);
}
