import type { FinishReason } from '../../types.js';
import { ownValue } from '../../../foundation/json.js';

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'safety',
  RECITATION: 'safety',
  LANGUAGE: 'safety',
  BLOCKLIST: 'safety',
  PROHIBITED_CONTENT: 'safety',
  SPII: 'safety',
  MALFORMED_FUNCTION_CALL: 'malformed_call',
  UNEXPECTED_TOOL_CALL: 'malformed_call',
};

/** Gemini's reason in our words; it says STOP for turns with calls too. */
export function mapFinishReason(reason: string, hasCalls: boolean): FinishReason {
  const mapped = ownValue(reasons, reason) ?? 'other';
  return mapped === 'stop' && hasCalls ? 'tool_calls' : mapped;
}
