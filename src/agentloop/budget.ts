import { AppError, type ErrorCode } from '../foundation/errors.js';
import { firstChars } from '../foundation/text.js';
import { MAX_EVENT_BYTES, MAX_RESULT_BYTES } from '../agenttools/executor.js';
import type { LlmCall, Usage } from '../llm/types.js';

export const defaultRunLimits = {
  maxTurns: 20,
  maxToolCalls: 100,
  maxCallsPerTurn: 16,
  maxArgumentChars: 262_144,
  /** What is shown of the model's thinking, in characters of all turns; 0 shows none. */
  maxThinkingChars: 65_536,
  maxRunTokens: 1_000_000,
  /** From the run's first moment to its terminal event. */
  maxRunSeconds: 600,
  maxToolSeconds: 30,
  /** What the model reads of one result, in bytes of UTF-8. */
  maxResultBytes: MAX_RESULT_BYTES,
  /** What the stream and the run's log hold of one result, in bytes of UTF-8. */
  maxEventBytes: MAX_EVENT_BYTES,
  /** All results together where a closing hands them to a model, in tokens of about four characters. */
  maxCollectedTokens: 24_000,
};

export type RunLimits = typeof defaultRunLimits;

/** The stricter of both, limit by limit: a policy may lower what is configured and never raise it. */
export function strictest(limits: RunLimits, policy: Partial<RunLimits>): RunLimits {
  const lower = { ...limits };
  for (const name of Object.keys(limits) as (keyof RunLimits)[]) {
    lower[name] = Math.min(limits[name], policy[name] ?? Infinity);
  }
  return lower;
}

export class Budget {
  readonly usage: Usage = { inputTokens: 0, outputTokens: 0 };
  private turns = 0;
  private calls = 0;
  private thinkingChars = 0;

  private readonly began: number;

  /** A run's first moment is that of its budget; `now` in milliseconds. */
  constructor(
    public limits: RunLimits,
    private readonly now: () => number,
  ) {
    this.began = now();
  }

  get secondsLeft(): number {
    return this.limits.maxRunSeconds - (this.now() - this.began) / 1000;
  }

  /** Another agent goes on: what was used stays used, and its turns count from now. */
  continueWithin(limits: RunLimits, { maxTurns }: RunLimits): void {
    this.limits = { ...limits, maxTurns: Math.min(maxTurns, this.turns + limits.maxTurns) };
  }

  get isLeft(): boolean {
    const { inputTokens, outputTokens } = this.usage;
    return inputTokens + outputTokens < this.limits.maxRunTokens;
  }

  /** The number of the turn that begins; throws when the run may not ask the model once more. */
  nextTurn(): number {
    const { maxTurns, maxRunTokens } = this.limits;
    const tokens = this.usage.inputTokens + this.usage.outputTokens;
    if (this.turns >= maxTurns)
      throw new AppError(
        'turn_limit',
        `The model used all ${maxTurns} turns of a run without finishing. ${STANDS}`,
      );
    if (tokens >= maxRunTokens)
      throw new AppError(
        'token_limit',
        `The run used ${tokens} tokens, and ${maxRunTokens} is the limit of one run. ${STANDS} A new conversation carries less along.`,
      );
    this.turns += 1;
    return this.turns;
  }

  get isLastTurn(): boolean {
    return this.turns >= this.limits.maxTurns;
  }

  get turnsTaken(): number {
    return this.turns;
  }

  spend({ inputTokens, outputTokens }: Usage): void {
    this.usage.inputTokens += inputTokens;
    this.usage.outputTokens += outputTokens;
  }

  /** What may be shown of a piece of thinking; the one that passes the limit ends with `…`, and then nothing more. */
  showThinking(text: string): string {
    const { maxThinkingChars } = this.limits;
    const left = maxThinkingChars - this.thinkingChars;
    this.thinkingChars += text.length;
    if (text.length <= left) return text;
    return maxThinkingChars === 0 || left < 0 ? '' : `${firstChars(text, left)}…`;
  }

  /** Takes the calls of one answer; answers why each that is broken or beyond a limit must not run, by its id. */
  refusals(calls: readonly LlmCall[]): ReadonlyMap<string, AppError> {
    const { maxToolCalls, maxCallsPerTurn } = this.limits;
    // Who went on may have a lower limit than what was used before.
    const left = Math.max(0, maxToolCalls - this.calls);
    const admitted = Math.min(calls.length, maxCallsPerTurn, left);
    this.calls += admitted;
    const reason =
      left <= maxCallsPerTurn
        ? `this run has used all its ${maxToolCalls} tool calls. Answer now with what you know, and say what is left to do.`
        : `an answer may hold at most ${maxCallsPerTurn} tool calls, and the first ${maxCallsPerTurn} were run. Call it in your next answer if it is still needed.`;
    const refused = (code: ErrorCode, { id, name }: LlmCall, why: string): [string, AppError] => [
      id,
      new AppError(code, `${name} was not run: ${why}`),
    ];
    const broken = calls.flatMap((call) =>
      call.fault === undefined ? [] : [refused('invalid_arguments', call, `${call.fault}.`)],
    );
    const beyond = calls.slice(admitted).map((call) => refused('call_limit', call, reason));
    return new Map([...broken, ...beyond]);
  }
}

const STANDS = 'What was shown so far stands; ask for a smaller step to continue.';

export function timeLimit(seconds: number): AppError {
  return new AppError(
    'time_limit',
    `The run took longer than ${seconds} seconds, the limit of one run, and was stopped. ${STANDS}`,
  );
}

/** Why a run's turns are stopped, whose policy keeps some of its time for the closing. */
export function turnsTimeLimit(seconds: number, all: number): AppError {
  return new AppError(
    'time_limit',
    `The model was still at work after ${seconds} of the ${all} seconds of one run, and was stopped: the rest was kept for the answer. ${STANDS}`,
  );
}
