import type { AppError, ErrorCode } from '../../../foundation/errors.js';
import { writeCollected, type CollectedResult } from '../../../foundation/collected-results.js';
import { asObject, type JsonObject } from '../../../foundation/json.js';
import {
  explainEnd,
  DefaultHooks,
  said,
  type Closing,
  type RunContext,
  type ClosingContext,
  type NextStep,
  type Turn,
} from '../../../agentloop/agent-hooks.js';
import type { AgentEvent } from '../../../agentloop/events.js';
import type { ExecutedCall } from '../../../agenttools/executor.js';
import type { FinishReason, LlmMessage } from '../../../llm/types.js';

/** Why the search ended before its model was done with it. */
type BrokenOff = 'turns' | GaveOut;

type GaveOut = 'tokens' | 'time' | 'model';

/** The failures of a run that end its search and not the run. */
const ENDING_SEARCH: Partial<Record<ErrorCode, GaveOut>> = {
  token_limit: 'tokens',
  time_limit: 'time',
  model_error: 'model',
  model_unavailable: 'model',
};

/**
 * One model works the tools, and is not shown; another, without tools, writes the answer from their results, also when turns,
 * tokens, time or the first model gave out. When it fails before it has said anything, the results are shown as they are.
 */
export class TwoPhaseHooks extends DefaultHooks {
  private readonly collected: CollectedResult[] = [];
  private callsOverLimit = 0;
  private answer: { text: string } | undefined;

  constructor(
    private readonly run: RunContext,
    private readonly writingPrompt: (context: JsonObject, promptSection: string) => string,
  ) {
    super();
  }

  override text(_chunk: string): Iterable<AgentEvent> {
    return [];
  }

  override thinking(_chunk: string): Iterable<AgentEvent> {
    return [];
  }

  override callEnded({ call, isError, result, content }: ExecutedCall): Iterable<AgentEvent> {
    const error = asObject(asObject(result)['error']);
    // Calls over the limit have no bound, and all say the same.
    if (isError && error['code'] === 'call_limit') this.callsOverLimit += 1;
    else this.collected.push({ name: call.name, arguments: call.arguments, isError, content });
    return [];
  }

  override afterTurn({ calls, isLast }: Turn): NextStep {
    if (calls.length === 0) return { next: 'end', closing: (context) => this.write(context) };
    if (!isLast) return { next: 'turn' };
    return { next: 'end', closing: (context) => this.write(context, 'turns') };
  }

  override rescue({ code }: AppError): Closing | undefined {
    const gaveOut = ENDING_SEARCH[code];
    if (gaveOut === undefined || this.collected.length === 0) return undefined;
    if (this.answer === undefined) return (context) => this.write(context, gaveOut);
    if (gaveOut !== 'model' || this.answer.text !== '') return undefined;
    return (context) => [said(this.asFound(context))];
  }

  private async *write(context: ClosingContext, brokenOff?: BrokenOff): AsyncGenerator<AgentEvent> {
    if (brokenOff !== undefined && brokenOff !== 'turns')
      yield said(`Note: ${NOTES[brokenOff]} This answers from what was found until then.\n\n`);
    const answer = (this.answer = { text: '' });
    const system = this.writingPrompt(this.run.requestContext, context.promptSection);
    const reason = yield* shown(context.ask(system, this.messages(context, brokenOff)), answer);
    yield* explainEnd(reason, answer.text);
  }

  /** The results for people, as code: what stands in them is neither Markdown nor a link. */
  private asFound({ limits }: ClosingContext): string {
    const found = writeCollected(this.collected, limits.maxCollectedTokens);
    const code = found.split('\n').map((line) => `    ${line}`);
    return `${WRITER_FAILED}\n\n${code.join('\n')}`;
  }

  /** What was said before, the message, and what the tools returned for it; nothing else of the first phase. */
  private messages({ messages, limits }: ClosingContext, brokenOff?: BrokenOff): LlmMessage[] {
    const asked = messages.slice(0, this.run.history.length + 1).flatMap(spoken);
    if (this.collected.length === 0) return asked;
    const results = writeCollected(this.collected, limits.maxCollectedTokens);
    return [
      ...asked,
      { role: 'assistant', content: results },
      // Not every API takes a conversation that does not end with the user.
      { role: 'user', content: request(brokenOff, this.callsOverLimit) },
    ];
  }
}

async function* shown(
  pieces: AsyncGenerator<string, FinishReason>,
  answer: { text: string },
): AsyncGenerator<AgentEvent, FinishReason> {
  for (;;) {
    const step = await pieces.next();
    if (step.done) return step.value;
    answer.text += step.value;
    yield said(step.value);
  }
}

function spoken(message: LlmMessage): LlmMessage[] {
  if (message.role === 'tool' || message.content === '') return [];
  return [{ role: message.role, content: message.content }];
}

const INCOMPLETE: Readonly<Record<BrokenOff, string>> = {
  turns: ' The search was ended before it was finished, because its turns were used up.',
  tokens: ' The search was ended before it was finished, because its tokens were used up.',
  time: ' The search was ended before it was finished, because its time was up.',
  model: ' The search broke off before it was finished, because its model failed.',
};

const NOTES: Readonly<Record<GaveOut, string>> = {
  tokens: 'the search used all tokens of a run.',
  time: 'the search took too long and was ended.',
  model: 'the model that searches failed during the search.',
};

const WRITER_FAILED =
  'Note: the model that writes the answer failed. This is what was found, as it is; send the message again for an answer.';

function request(brokenOff: BrokenOff | undefined, callsOverLimit: number): string {
  const notRun = callsOverLimit === 1 ? '1 more was' : `${callsOverLimit} more were`;
  const refused = callsOverLimit === 0 ? '' : ` ${notRun} not run: there were too many calls.`;
  const gap = (brokenOff === undefined ? '' : INCOMPLETE[brokenOff]) + refused;
  const tell = gap === '' ? '' : `${gap} Say what may be missing because of it.`;
  return `Answer my message now, from these results.${tell}`;
}
