import { modelSpendingSlot } from '../agenttools/run-scratch.js';
import { Deadline, untilAborted } from '../foundation/clock.js';
import { AppError, type ErrorCode, messageOf } from '../foundation/errors.js';
import { notesIn, STILL_WAITS, withNotes } from '../foundation/user-messages.js';
import type { LlmMessage } from '../llm/types.js';
import { askModel, firstAnswer, ModelFailure } from './ask-model.js';
import { Budget, strictest, timeLimit, turnsTimeLimit } from './budget.js';
import { closeRun, FALLBACK, type Ending } from './close-run.js';
import { DefaultHooks } from './agent-hooks.js';
import type { AgentEvent, Emit } from './events.js';
import { withImages } from './images.js';
import { requireTrustedModel } from './agent.js';
import { onePrompt } from './prompt.js';
import {
  type LoopDeps,
  type RunRequest,
  assistantMessage,
  TextCollector,
  toolMessage,
  type RunState,
} from './run.js';
import { runCalls } from './run-calls.js';
import { createRunScript, withoutReads, withReads } from './run-script.js';
import { keepForm } from './operation-forms.js';
import type { AgentChoice } from './routing/agent-router.js';
import { handedOverEvent, selectedEvent, HandOvers, type HandedOver } from './routing/hand-over.js';
import { offeredKey, selectTools } from './select-tools.js';

/** Runs one user message to its end, by each agent that it is handed to; `stop` ends it, and so does its time. Answers its last event, and emits all between the first and that. Never rejects. */
export async function runLoop(
  request: RunRequest,
  deps: LoopDeps,
  stop: AbortSignal | AbortController,
  emit: Emit,
): Promise<AgentEvent> {
  const time = new Deadline(stop, deps.timer);
  const { signal } = time;
  const budget = new Budget(deps.limits, deps.now);
  limitTime(time, budget);
  try {
    const choice = await choiceOf(request, signal, emit);
    let agent = choice?.agent ?? request.agent;
    if (choice !== undefined) await emit(selectedEvent(choice));
    budget.limits = strictest(deps.limits, agent.policy);
    const { notes = [], images = [] } = request;
    const content = withNotes(notes, request.message);
    const question: LlmMessage = { role: 'user', content, ...(images.length > 0 && { images }) };
    deps.record([question]);
    request.scratch.of(modelSpendingSlot).limit = budget;
    const messages = [...request.history.map(withoutReads), question];
    const seeing = withImages(deps, request.caller, messages);
    const handOvers = new HandOvers(choice);
    const shared = { deps: seeing, budget, signal, emit, messages };
    for (;;) {
      limitTime(time, budget);
      const hooks = agent.hooks?.(request) ?? new DefaultHooks();
      const run = await withTools({ handOvers, request: { ...request, agent }, hooks, ...shared });
      let next: HandedOver;
      try {
        const ending = await runTurns(run);
        if (!('agent' in ending)) return await closeRun(run, ending);
        next = ending;
      } catch (error) {
        const closing = signal.aborted ? undefined : hooks.rescue(toAppError(error));
        if (closing === undefined) throw error;
        noteUnexpected(error, deps, signal);
        return await closeRun(run, { closing, earlier: '', finishReason: FALLBACK });
      }
      agent = next.agent;
      budget.continueWithin(strictest(deps.limits, agent.policy), deps.limits);
      if (choice !== undefined) await emit(handedOverEvent(next, choice));
    }
  } catch (error) {
    noteUnexpected(error, deps, signal);
    return recordEnd(failure(error, signal), deps);
  } finally {
    time.stop();
  }
}

function limitTime(time: Deadline, { limits: { maxRunSeconds }, secondsLeft }: Budget): void {
  time.start(secondsLeft, () => timeLimit(maxRunSeconds));
}

/** Who was chosen: by the index where that is still built, by words where the run is stopped meanwhile, which ends it. */
async function choiceOf(
  { choice, chooseIndexed }: RunRequest,
  stop: AbortSignal,
  emit: Emit,
): Promise<AgentChoice | undefined> {
  const indexed = chooseIndexed?.(stop, indexingEvents(emit)).catch(() => undefined);
  return (await indexed) ?? choice;
}

/** The turns of one agent: model, tools, hooks. Answers how the run ends, or to whom the model hands it over. */
async function runTurns(run: RunState): Promise<Ending | HandedOver> {
  const { request, deps, hooks, budget, activeTools, messages, emit } = run;
  requireTrustedModel(request.agent.policy, deps);
  const system = promptOf(run);
  const deadline = turnsDeadline(run);
  const inTime = deadline === undefined ? run : { ...run, signal: deadline.signal };
  const { signal } = inTime;
  try {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      const turn = budget.nextTurn();
      if (activeTools.beginTurn() || isFirst) await showOffered(run, turn, isFirst);
      await emit({ type: 'message_start', data: { turn } });
      const said = new TextCollector(emit);
      const answer =
        isFirst && request.firstCall !== undefined
          ? await firstAnswer(request.firstCall, run)
          : await askModel({ ...inTime, emit: said.emit }, system);
      const { calls, form, finishReason } = answer;
      if (form !== undefined) {
        const data = await keepForm(form, request, deps.selection.catalog, deps.forms);
        await emit({ type: 'operation_form', data });
        return { closing: undefined, earlier: said.text, finishReason };
      }
      const results = await runCalls(calls, inTime);
      const called = results.length > 0;
      const answered = results.map(toolMessage);
      // A turn without calls that is not the end was no answer: only the model remembers it.
      if (called) {
        const told = withReads(answered, request.scratch);
        deps.record([assistantMessage(said.text, calls), ...told]);
      }
      const next = run.handOvers.take();
      const step = next ?? hooks.afterTurn({ results, isLast: budget.isLastTurn, ...answer });
      if ('next' in step && step.next === 'end') {
        const earlier = called ? '' : said.text;
        return { closing: step.closing, earlier, finishReason, mayBeSilent: called };
      }
      messages.push(assistantMessage(answer.text, calls), ...answered);
      if ('agent' in step) return step;
      if (step.correction !== undefined) messages.push({ role: 'user', content: step.correction });
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    deadline?.stop();
  }
}

async function withTools(
  run: Omit<RunState, 'activeTools' | 'promptSection' | 'selectionMs'>,
): Promise<RunState> {
  const { request, deps, handOvers, signal, emit } = run;
  const section = deps.promptSections?.[request.agent.promptSection ?? '']?.(signal);
  // One that fails while tools are selected is heard of after that.
  section?.catch(() => {});
  const started = deps.now();
  const conversation = conversationOf(request);
  const asked = { conversation, onIndexing: indexingEvents(emit), signal, ...request };
  const activeTools = await selectTools(asked, deps.selection);
  const selectionMs = deps.now() - started;
  const promptSection = section === undefined ? '' : await untilAborted(section, signal);
  activeTools.mayReplace =
    request.firstCall?.replaces !== undefined ||
    run.messages.some(
      ({ role, content }) =>
        role === 'user' && notesIn(content).some((note) => note.includes(STILL_WAITS)),
    );
  const handOver = handOvers.toolFor(request.agent);
  if (handOver !== undefined) activeTools.offerOwn(handOver);
  const state = { activeTools, selectionMs, promptSection, ...run };
  if (request.agent.runScript === true) activeTools.offerOwn(createRunScript(state));
  return state;
}

function conversationOf({ caller, conversationId }: RunRequest) {
  return { userId: caller.userId, id: conversationId };
}

/** Sends how far the index is, at most once for every hundredth. */
function indexingEvents(emit: Emit): (share: number) => void {
  let last = -1;
  return (share) => {
    const rounded = Math.floor(share * 100) / 100;
    if (rounded === last) return;
    last = rounded;
    void emit({ type: 'indexing', data: { share: rounded } });
  };
}

async function showOffered(
  { request, deps, activeTools, selectionMs, emit }: RunState,
  turn: number,
  isFirst: boolean,
): Promise<void> {
  const key = offeredKey({ agent: request.agent, conversation: conversationOf(request) });
  deps.selection.keep?.lastOffered.set(key, activeTools.inStableOrder());
  await emit({
    type: 'tool_selection',
    data: {
      turn,
      counts: activeTools.counts(),
      tools: activeTools.list(),
      fallback_reason: activeTools.fallbackReason,
      none_fits: activeTools.noneFits,
      unmet_words: activeTools.unmetWords,
      elapsed_ms: isFirst ? Math.round(selectionMs) : 0,
    },
  });
}

/** Apart, as a function that waits would hold each run's own text for as long. */
function promptOf({ request, promptSection }: RunState): string {
  return onePrompt(request.agent.systemPrompt(request.requestContext, promptSection));
}

/** The time of an agent's turns within that of the run; fires with that limit's reason when it is up. */
function turnsDeadline({ request, budget, deps, signal }: RunState): Deadline | undefined {
  const { closingSeconds = 0 } = request.agent.policy;
  if (closingSeconds === 0) return undefined;
  const { maxRunSeconds } = budget.limits;
  const kept = Math.min(closingSeconds, budget.secondsLeft / 2);
  const deadline = new Deadline(signal, deps.timer);
  const until = Math.round(maxRunSeconds - kept);
  deadline.start(budget.secondsLeft - kept, () => turnsTimeLimit(until, maxRunSeconds));
  return deadline;
}

/** The model must read at the next message why this one has no answer; some APIs refuse a conversation without a turn here. */
function recordEnd(last: AgentEvent, deps: LoopDeps): AgentEvent {
  if (last.type !== 'error') return last;
  const { code, message } = last.data;
  const word = code === 'cancelled' ? 'stopped' : 'failed';
  try {
    deps.record([{ role: 'assistant', content: `[${word}: ${message}]`, isNote: true }]);
  } catch (error) {
    deps.logger.error({ err: error }, 'the end of a run was not recorded');
  }
  return last;
}

function noteUnexpected(error: unknown, { logger }: LoopDeps, signal: AbortSignal): void {
  if (error instanceof AppError || signal.aborted) return;
  logger.error({ err: error }, 'a run failed unexpectedly');
}

/** What may be gone when the same message is sent again in a moment. */
const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['shutting_down', 'model_unavailable']);

/** The terminal event of a run that did not complete; an abort's own reason wins. */
function failure(error: unknown, signal: AbortSignal): AgentEvent {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof ModelFailure) return errorEvent(reason, reason.retryable);
  if (reason instanceof AppError) return errorEvent(reason, RETRYABLE.has(reason.code));
  const known = new AppError('cancelled', `The run was cancelled: ${messageOf(reason)}`);
  return errorEvent(signal.aborted ? known : toAppError(error), true);
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', 'The run failed inside the server; its log has the reason.');
}

function errorEvent({ code, message }: AppError, retryable: boolean): AgentEvent {
  return { type: 'error', data: { code, message, retryable } };
}
