import { systemClock, type Clock } from '../../src/foundation/clock.js';
import { messageOf } from '../../src/foundation/errors.js';
import { firstChars } from '../../src/foundation/first-chars.js';
import type { LlmEvent, LlmProvider, LlmRequest, Usage } from '../../src/llm/types.js';
import type { OfflineSkill, OfflineStep } from '../../src/llm/offline-skill.js';
import { builtIn } from './skill.js';

/**
 * The model that comes with the server: no network, no weights, no key. A deterministic planner: skills of
 * plugins serve what they know, any other request goes by the words of the tools that are offered, and it says
 * so when it does not understand. `docs/offline-model.md` tells what it can do.
 */
export class OfflineProvider implements LlmProvider {
  readonly name = 'offline';
  readonly model = 'offline-planner-1';

  constructor(
    private readonly skills: readonly OfflineSkill[] = [],
    private readonly now: Clock = systemClock,
  ) {}

  async *streamChat(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    if (signal.aborted) {
      yield cancelled();
      return;
    }
    let step: OfflineStep | undefined;
    try {
      const today = this.now();
      for (const skill of [...this.skills, ...builtIn]) step ??= skill.next(request, today);
    } catch (error) {
      yield {
        type: 'error',
        code: 'model_error',
        message: `The offline model failed on this request: ${messageOf(error)}`,
        retryable: false,
      };
      return;
    }
    if (step === undefined) throw new Error('unreachable: the last skill serves every request');
    yield* 'calls' in step ? callEvents(step, request) : textEvents(step.say, request, signal);
  }
}

function* callEvents(
  step: Extract<OfflineStep, { calls: unknown }>,
  request: LlmRequest,
): Generator<LlmEvent> {
  for (const [at, call] of step.calls.entries()) {
    const id = `offline_${request.messages.length}_${at + 1}`;
    yield { type: 'tool_call', call: { id, name: call.name, arguments: { ...call.arguments } } };
  }
  yield {
    type: 'done',
    finishReason: 'tool_calls',
    usage: usageOf(request, JSON.stringify(step.calls)),
  };
}

async function* textEvents(
  text: string,
  request: LlmRequest,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent> {
  const limit = request.maxTokens * CHARACTERS_PER_TOKEN;
  const said = firstChars(text, limit);
  for (const chunk of said.match(/\S+\s*|\s+/g) ?? []) {
    if (signal.aborted) {
      yield cancelled();
      return;
    }
    yield { type: 'text', text: chunk };
    await nextTick();
  }
  const finishReason = said.length < text.length ? 'length' : 'stop';
  yield { type: 'done', finishReason, usage: usageOf(request, said) };
}

/** Lets an abort or another stream in between two chunks. */
function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function cancelled(): LlmEvent {
  return {
    type: 'error',
    code: 'cancelled',
    message: 'The request was cancelled.',
    retryable: true,
  };
}

const CHARACTERS_PER_TOKEN = 4;

/** Approximate: four characters to a token, for what is sent and for what comes back. */
function usageOf(request: LlmRequest, output: string): Usage {
  const input = JSON.stringify([request.system, request.messages, request.tools]);
  return { inputTokens: tokens(input), outputTokens: tokens(output) };
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
