import type { FinishReason } from '../../types.js';

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'safety',
};

/** The reason in our words; servers that send none or an unknown one are judged by whether there were calls. */
export function mapFinishReason(reason: string | undefined, hasCalls: boolean): FinishReason {
  const mapped = reasons[reason ?? ''] ?? 'other';
  // Many compatible servers say "stop" although they send calls.
  return hasCalls && (mapped === 'stop' || mapped === 'other') ? 'tool_calls' : mapped;
}
