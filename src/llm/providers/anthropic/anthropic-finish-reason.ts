import type { FinishReason } from '../../types.js';

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'safety',
};

/** Anthropic's `stop_reason` in our words; `pause_turn` and reasons yet to come are `other`. */
export function mapFinishReason(reason: string | undefined): FinishReason {
  return reasons[reason ?? ''] ?? 'other';
}
