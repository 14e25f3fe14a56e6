import { createHash } from 'node:crypto';
import type { Logger } from '../foundation/logger.js';
import type { OpenSink, RunInfo, RunSummary } from './sink.js';

/** One line per run at its end: who, what kind, how it ended, what it cost; nothing of what was said. */
export function runLog(logger: Logger): OpenSink {
  return (run) => ({ ended: (summary) => logger.info(lineOf(run, summary), 'run ended') });
}

function lineOf(run: RunInfo, summary: RunSummary) {
  const { usage, firstFrameMs, firstContentMs } = summary;
  return {
    run_id: run.runId,
    conversation_id: run.conversationId,
    user: userHash(run.userId),
    context_type: run.contextType,
    model: run.model,
    outcome: summary.outcome,
    finish_reason: summary.finishReason,
    turns: summary.turns,
    tool_calls: summary.toolCalls,
    tool_calls_failed: summary.failedCalls,
    input_tokens: usage.inputTokens,
    cached_tokens: usage.cachedTokens,
    output_tokens: usage.outputTokens,
    ms: Math.round(summary.endMs),
    first_frame_ms: firstFrameMs && Math.round(firstFrameMs),
    first_content_ms: firstContentMs && Math.round(firstContentMs),
  };
}

/** The first 12 hex digits of a user id's SHA-256: the same user is the same, and an id may be an e-mail address. */
export function userHash(userId: string): string {
  return createHash('sha256').update(userId).digest('hex').slice(0, 12);
}
