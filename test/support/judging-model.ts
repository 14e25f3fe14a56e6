import { tasks } from '../../src/plugins/research/judge/judge.js';
import type { PlaceName } from '../../src/plugins/research/judge/places.js';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/types.js';

/** What a place was given, as it was written for the model. */
export type Material = Record<string, unknown>;

/** What the model says at each place: a value, written as JSON, or a text as it is. */
export type Answers = Partial<Record<PlaceName, (material: Material, asked: number) => unknown>>;

/**
 * A model for researches: it tells by the instruction at which place it is asked, and answers what the test
 * says for that place. Asked at a place without an answer, it fails the call.
 */
export class JudgingModel implements LlmProvider {
  readonly name = 'scripted';
  readonly model = 'judging-1';
  readonly asked: PlaceName[] = [];

  constructor(private readonly answers: Answers) {}

  async *streamChat(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    await Promise.resolve();
    if (signal.aborted) {
      yield { type: 'error', code: 'cancelled', message: 'aborted', retryable: false };
      return;
    }
    const prompt = request.messages[0]?.content ?? '';
    const place = placeOf(prompt);
    const answer = place && this.answers[place];
    if (place === undefined || answer === undefined) {
      const message = `no answer for ${String(place)}`;
      yield { type: 'error', code: 'model_error', message, retryable: false };
      return;
    }
    const before = this.asked.filter((each) => each === place).length;
    this.asked.push(place);
    const said = answer(materialOf(prompt), before);
    yield { type: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) };
    const usage = { inputTokens: 10, outputTokens: 5 };
    yield { type: 'done', finishReason: 'stop', usage };
  }
}

/** The place at which a prompt asks. */
export function placeOf(prompt: string): PlaceName | undefined {
  const found = Object.entries(tasks).find(([, text]) => prompt.startsWith(text));
  return found?.[0] as PlaceName | undefined;
}

/** What a prompt gives to judge. */
export function materialOf(prompt: string): Material {
  return JSON.parse(prompt.slice(prompt.lastIndexOf('\n{') + 1)) as Material;
}
