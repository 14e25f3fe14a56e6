import type { FinishReason } from '../../types.js';

/** Ollama says `stop` for turns with calls too; `load`, `unload` and unknown words are `other`. */
export function mapFinishReason(reason: string | undefined, hasCalls: boolean): FinishReason {
  if (reason === 'length') return 'length';
  if (hasCalls) return 'tool_calls';
  return reason === 'stop' ? 'stop' : 'other';
}
