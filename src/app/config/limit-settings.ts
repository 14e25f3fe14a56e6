import { defaultAdmissionLimits, defaultRequestShare } from '../../agentapi/admission.js';
import { defaultChatLimits, type RouteLimits } from '../../agentapi/route-limits.js';
import { WINDOW_BYTES } from '../../agentapi/runs/run-reader.js';
import { defaultSseOptions } from '../../agentapi/sse-writer.js';
import { defaultRunLimits, type RunLimits } from '../../agentloop/budget.js';
import { defaultBodyLimits } from '../../http/json-bodies.js';
import { MAX_ANSWER_CHARS } from '../../llm/source-transforms.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

const HISTORY_BUDGET = 60_000;
const STATEMENT_SECONDS = 30;

/** Every limit (docs/limits.md), each with a range in which the server works. `window` is the model's, in tokens, where it is known. */
export function readLimitSettings(read: SettingsReader, window?: number) {
  const { maxBytes, maxDepth } = defaultBodyLimits;
  const { maxRunsPerUser, maxRuns } = defaultAdmissionLimits;
  return {
    body: {
      maxBytes: read.integer('MAX_BODY_BYTES', maxBytes, KB, 64 * MB),
      // Deeper than this, the libraries that check a body run out of stack.
      maxDepth: read.integer('MAX_BODY_DEPTH', maxDepth, 4, 256),
    },
    routes: readRouteLimits(read),
    admission: {
      maxRunsPerUser: read.integer('MAX_RUNS_PER_USER', maxRunsPerUser, 1, 10_000),
      maxRuns: read.integer('MAX_RUNS', maxRuns, 1, 10_000),
    },
    run: readRunLimits(read, window),
    /** One answer of a model with its thinking and its calls, in characters. */
    answerChars: read.integer('MAX_ANSWER_CHARS', MAX_ANSWER_CHARS, 16 * KB, 64 * MB),
    /** The history a model gets, in characters. */
    historyBudget: read.integer('MAX_HISTORY_CHARS', HISTORY_BUDGET, 0, 4_000_000),
    /** What is held for the readers of one run in memory, and read for one from the database. */
    client: { bufferBytes: read.integer('CLIENT_BUFFER_BYTES', WINDOW_BYTES, 16 * KB, 64 * MB) },
    statementSeconds: read.number('DB_STATEMENT_TIMEOUT_S', STATEMENT_SECONDS, 1, HOUR_S),
  };
}

const KB = 1024;
const MB = 1024 * KB;
const HOUR_S = 60 * 60;

function readRouteLimits(read: SettingsReader): RouteLimits {
  const { maxMessage, maxHistory } = defaultChatLimits;
  const { heartbeatMs, stallMs } = defaultSseOptions;
  const stallSeconds = read.number('CLIENT_STALL_S', stallMs / 1000, 1, HOUR_S);
  return {
    requestsPerUser: read.integer('MAX_REQUESTS_PER_USER', defaultRequestShare, 1, 10_000),
    chat: {
      maxMessage: read.integer('MAX_MESSAGE_CHARS', maxMessage, 1, 4_000_000),
      maxHistory: read.integer('MAX_HISTORY_MESSAGES', maxHistory, 0, 2_000),
    },
    sse: { heartbeatMs, stallMs: 1000 * stallSeconds },
  };
}

const LEAST_COLLECTED = 4_000;

/** What a run may collect; the other half of a small window is for prompt, conversation and answer. */
export function collectedWithin(window: number, most: number): number {
  return Math.max(LEAST_COLLECTED, Math.min(most, Math.floor(window / 2)));
}

function readRunLimits(read: SettingsReader, window = Infinity): RunLimits {
  const limits = defaultRunLimits;
  return {
    maxTurns: read.integer('MAX_TURNS', limits.maxTurns, 1, 1000),
    maxToolCalls: read.integer('MAX_TOOL_CALLS', limits.maxToolCalls, 1, 10_000),
    maxCallsPerTurn: read.integer('MAX_CALLS_PER_TURN', limits.maxCallsPerTurn, 1, 1000),
    // Tools take no longer ones, whatever is configured.
    maxArgumentChars: read.integer('MAX_ARGUMENT_CHARS', limits.maxArgumentChars, KB, 256 * KB),
    maxThinkingChars: read.integer('MAX_THINKING_CHARS', limits.maxThinkingChars, 0, 16 * MB),
    maxRunTokens: read.integer('MAX_RUN_TOKENS', limits.maxRunTokens, 1, 1e9),
    maxRunSeconds: read.number('MAX_RUN_S', limits.maxRunSeconds, 1, 24 * HOUR_S),
    maxToolSeconds: read.number('MAX_TOOL_S', limits.maxToolSeconds, 0.1, HOUR_S),
    maxResultBytes: read.integer('MAX_RESULT_BYTES', limits.maxResultBytes, KB, 16 * MB),
    maxEventBytes: read.integer('MAX_EVENT_BYTES', limits.maxEventBytes, KB, 16 * MB),
    maxCollectedTokens: read.integer(
      'MAX_COLLECTED_TOKENS',
      collectedWithin(window, limits.maxCollectedTokens),
      LEAST_COLLECTED,
      1_000_000,
    ),
  };
}

export type RetentionSettings = ReturnType<typeof readRetentionSettings>;

const CENTURY = 36_500;

/** How many days things are kept; 0: for ever. */
export function readRetentionSettings(read: SettingsReader) {
  const days = (name: string, usual: number) => read.number(name, usual, 0, CENTURY);
  return {
    runEventsDays: days('KEEP_RUN_EVENTS_DAYS', 7),
    conversationsDays: days('KEEP_CONVERSATIONS_DAYS', 0),
    previewsDays: days('KEEP_PREVIEWS_DAYS', 0),
    auditDays: days('KEEP_AUDIT_DAYS', 0),
  };
}
