import type { EventData } from '../../../agentloop/events.js';
import { completedEvents } from '../../runs/completed-events.js';
import {
  finishReasonOf,
  usageOf,
  type ChunkRendering,
  type CompletionHead,
} from './chunk-rendering.js';
import type { CompletionText } from './completion-text.js';

/** A run's answer, read to its end. */
export interface Completion {
  content: string;
  /** What clients show as thinking. */
  reasoning: string;
  end: Pick<EventData['message_complete'], 'finish_reason' | 'usage'>;
}

const NOTHING_USED = { input_tokens: 0, output_tokens: 0 };

/** Reads a run to its end; rejects with the run's own error. */
export async function readCompletion(
  frames: AsyncIterable<string>,
  text: CompletionText,
): Promise<Completion> {
  const completion: Completion = {
    content: '',
    reasoning: '',
    end: { finish_reason: 'stop', usage: NOTHING_USED },
  };
  for await (const event of completedEvents(frames)) {
    completion.content += text.textOf(event);
    completion.reasoning += text.reasoningOf(event);
    if (event.type === 'message_complete') completion.end = event.data;
  }
  return completion;
}

/** A whole answer, in the protocol's words. */
export function completionOf(head: CompletionHead, { content, reasoning, end }: Completion) {
  const thought = reasoning === '' ? {} : { reasoning_content: reasoning };
  const message = { role: 'assistant', content, ...thought, refusal: null };
  const finish_reason = finishReasonOf(end.finish_reason);
  return {
    ...{ object: 'chat.completion', ...head },
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: usageOf(end.usage),
  };
}

/** The whole answer to what a frontend asks for its own sake: no model was asked. */
export function sideCompletion(head: CompletionHead, content: string) {
  return completionOf(head, {
    content,
    reasoning: '',
    end: { finish_reason: 'stop', usage: NOTHING_USED },
  });
}

/** The same as a stream. */
export async function* sideFrames(
  rendering: ChunkRendering,
  text: string,
): AsyncGenerator<string, void> {
  const place = { run_id: '', conversation_id: '', context_type: '' };
  yield rendering.event({ type: 'run_start', data: place });
  yield rendering.event({ type: 'content_chunk', data: { chunk: text } });
  const end = { finish_reason: 'stop', turns: 0, usage: NOTHING_USED };
  yield rendering.event({ type: 'message_complete', data: end });
}
