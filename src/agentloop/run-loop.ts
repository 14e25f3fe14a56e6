import { modelSpendingSlot } from '../agenttools/model-spending.js';
import { Deadline } from '../foundation/deadline.js';
import { defined } from '../foundation/defined.js';
import { AppError } from '../foundation/errors.js';
import { newId } from '../foundation/ids.js';
import { withNotes } from '../foundation/user-notes.js';
import type { FinishReason, LlmMessage } from '../llm/types.js';
import { callIds, readAnswer, type Answer } from './ask-model.js';
import { Budget, strictest, timeLimit, turnsTimeLimit } from './budget.js';
import { closeRun } from './close-run.js';
import { DefaultHooks, type Closing } from './agent-hooks.js';
import type { AgentEvent, Emit } from './events.js';
import { toolsModel } from './model-roles.js';
import type { ActiveTools } from './active-tools.js';
import type { LoopDeps, RunRequest } from './run.js';
import { runCalls } from './run-calls.js';
import { keepForm } from './operation-forms.js';
import { handedOverEvent, selectedEvent } from './routing/agent-selected.js';
import { HandOvers, type HandedOver } from './routing/hand-over.js';
import { failure, tellable } from './run-failure.js';
import { assistantMessage, TextCollector, toolMessage, type RunState } from './run-state.js';
import { offeredKey, selectTools } from './select-tools.js';
import { requireTrustedModel } from './trusted-models.js';

/**
 * Runs one user message to its end: select tools, then model and tools in turns, as the agent's hooks
 * decide. Emits the run's events but the last, a `message_complete` or `error`, which it answers. Never rejects.
 */
export async function runLoop(
  request: RunRequest,
  deps: LoopDeps,
  signal: AbortSignal,
  emit: Emit,
): Promise<AgentEvent> {
  const { runId, conversationId, agent } = request;
  await emit({
    type: 'run_start',
    data: { run_id: runId, conversation_id: conversationId, context_type: agent.contextType },
  });
  if (request.choice !== undefined) await emit(selectedEvent(request.choice));
  const budget = new Budget(strictest(deps.limits, agent.policy));
  const { maxRunSeconds } = budget.limits;
  const deadline = new Deadline(signal, deps.timer);
  deadline.start(maxRunSeconds, timeLimit(maxRunSeconds));
  try {
    return await agentByAgent(request, deps, budget, deadline.signal, emit);
  } catch (error) {
    noteUnexpected(error, deps, deadline.signal);
    return recordEnd(failure(error, deadline.signal), deps);
  } finally {
    deadline.stop();
  }
}

/** What the agent's prompt states of the server's surroundings. */
async function statePromptSection(
  { agent }: RunRequest,
  { promptSections = {} }: LoopDeps,
  signal: AbortSignal,
): Promise<string> {
  const name = agent.promptSection;
  const section = name === undefined ? undefined : promptSections[name];
  return section === undefined ? '' : section(signal);
}

/** The run of the agent that was chosen, and of each that a model hands it over to, over the same messages. */
async function agentByAgent(
  request: RunRequest,
  deps: LoopDeps,
  budget: Budget,
  signal: AbortSignal,
  emit: Emit,
): Promise<AgentEvent> {
  const { choice } = request;
  const content = withNotes(request.notes ?? [], request.message);
  const question: LlmMessage = { role: 'user', content };
  deps.record([question]);
  const shared = { handOvers: new HandOvers(choice), messages: [...request.history, question] };
  request.scratch.of(modelSpendingSlot).limit = budget;
  for (let { agent } = request; ;) {
    const hooks = agent.hooks?.(request) ?? new DefaultHooks();
    const run = { ...shared, request: { ...request, agent }, deps, hooks, budget, signal, emit };
    const next = await turnsOrRescue(run);
    if (!('agent' in next)) return next;
    agent = next.agent;
    budget.goOnWithin(strictest(deps.limits, agent.policy), deps.limits);
    if (choice !== undefined) await emit(handedOverEvent(next, choice));
  }
}

/** A run of one agent before its tools are selected. */
type BeginningRun = Omit<RunState, 'activeTools' | 'promptSection'>;

/**
 * The turns and, when they fail without having been stopped, what the hooks do instead. Answers the run's last event,
 * or who goes on, where the model handed over.
 */
async function turnsOrRescue(beginning: BeginningRun): Promise<AgentEvent | HandedOver> {
  const { request, deps, hooks, handOvers, signal } = beginning;
  const section = statePromptSection(request, deps, signal);
  const started = deps.now();
  const onIndexing = indexingEvents(beginning.emit);
  const asked = { ...request, conversation: conversationOf(request), onIndexing, signal };
  const activeTools = await selectTools(asked, deps.selection);
  const handOver = handOvers.toolFor(request.agent);
  if (handOver !== undefined) activeTools.offerOwn(handOver);
  const selectionMs = deps.now() - started;
  const run: RunState = { ...beginning, activeTools, promptSection: await section };
  try {
    const ending = await timedTurns(run, selectionMs);
    return 'agent' in ending ? ending : await end(run, ending);
  } catch (error) {
    const closing = signal.aborted ? undefined : hooks.rescue(tellable(error));
    if (closing === undefined) throw error;
    noteUnexpected(error, deps, signal);
    return end(run, { closing, earlier: '', finishReason: FALLBACK });
  }
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

function conversationOf({ caller, conversationId }: RunRequest) {
  return { userId: caller.userId, id: conversationId };
}

/** The turns, within what their policy leaves them of the run's time; throws that limit's reason when it is up. */
async function timedTurns(run: RunState, selectionMs: number): Promise<Ending | HandedOver> {
  const { closingSeconds = 0 } = run.request.agent.policy;
  const { maxRunSeconds } = run.budget.limits;
  const seconds = maxRunSeconds - Math.min(closingSeconds, maxRunSeconds / 2);
  const deadline = new Deadline(run.signal, run.deps.timer);
  if (closingSeconds > 0) deadline.start(seconds, turnsTimeLimit(seconds, maxRunSeconds));
  try {
    return await turns({ ...run, signal: deadline.signal }, selectionMs);
  } catch (error) {
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    deadline.stop();
  }
}

async function turns(run: RunState, selectionMs: number): Promise<Ending | HandedOver> {
  const { request, deps, hooks, budget, activeTools, messages, signal, emit } = run;
  requireTrustedModel(request.agent.policy, deps);
  const system = request.agent.systemPrompt(request.requestContext, run.promptSection);
  for (let isFirst = true; ; isFirst = false) {
    signal.throwIfAborted();
    const turn = budget.nextTurn();
    if (activeTools.beginTurn() || isFirst) {
      const names = activeTools.inStableOrder();
      deps.selection.keep?.lastOffered.set(
        offeredKey({ agent: request.agent, conversation: conversationOf(request) }),
        names,
      );
      await emit(selectionEvent(turn, activeTools, isFirst ? selectionMs : 0));
    }
    await emit({ type: 'message_start', data: { turn } });
    const collector = new TextCollector(emit);
    const first = isFirst ? request.firstCall : undefined;
    const answer =
      first === undefined
        ? await askModel({ ...run, emit: collector.emit }, system)
        : await beginWith(first, emit);
    if (answer.form !== undefined) {
      const form = await keepForm(answer.form, request, deps.selection.catalog, deps.forms);
      await emit({ type: 'operation_form', data: form });
      return { closing: undefined, earlier: collector.text, finishReason: answer.finishReason };
    }
    const results =
      answer.calls.length === 0 ? [] : await runCalls(answer.calls, { ...deps, ...run });
    const called = results.length > 0;
    // A turn without calls that is not the end was no answer: only the model remembers it.
    if (called)
      deps.record([assistantMessage(collector.text, answer.calls), ...results.map(toolMessage)]);
    const next = run.handOvers.take();
    if (next !== undefined) {
      messages.push(assistantMessage(answer.text, answer.calls), ...results.map(toolMessage));
      return next;
    }
    const step = hooks.afterTurn({ ...answer, results, isLast: budget.isLastTurn });
    if (step.next === 'end') {
      const earlier = called ? '' : collector.text;
      const { finishReason } = answer;
      return { closing: step.closing, earlier, finishReason, mayBeSilent: called };
    }
    messages.push(assistantMessage(answer.text, answer.calls), ...results.map(toolMessage));
    if (step.correction !== undefined) messages.push({ role: 'user', content: step.correction });
  }
}

/** The call that the user filled in, as if a model had asked for it. */
async function beginWith(call: NonNullable<RunRequest['firstCall']>, emit: Emit): Promise<Answer> {
  const id = `call_${newId()}`;
  const { name, arguments: input } = call;
  await emit({ type: 'tool_call_start', data: { tool_use_id: id, name, input } });
  return { text: '', calls: [{ id, ...call }], finishReason: 'tool_calls' };
}

async function askModel(
  { request, deps, hooks, budget, activeTools, messages, signal, emit }: RunState,
  system: string,
): Promise<Answer> {
  const { policy } = request.agent;
  const asked = {
    system,
    messages,
    tools: activeTools.specs(),
    ...defined({ shortlist: activeTools.shortlist() }),
    maxTokens: policy.maxTokens,
  };
  const stream = toolsModel(policy, deps.models).streamChat(asked, signal);
  return readAnswer(stream, { hooks, budget, usedIds: callIds(messages), emit });
}

/** The `finish_reason` of a run that failed and was rescued. */
const FALLBACK = 'fallback';

/** How a run ends: what the closing shows is the answer, or the rest of one that began with `earlier`. */
interface Ending {
  closing: Closing | undefined;
  earlier: string;
  finishReason: FinishReason | typeof FALLBACK;
  mayBeSilent?: boolean;
}

/** Shows the closing and answers the run's last event. */
async function end(run: RunState, ending: Ending): Promise<AgentEvent> {
  const { closing, earlier, finishReason, mayBeSilent = false } = ending;
  const collector = new TextCollector(run.emit);
  const asked = await closeRun({ ...run, emit: collector.emit }, closing);
  const text = earlier + collector.text;
  if (text !== '' || !mayBeSilent) run.deps.record([assistantMessage(text, [])]);
  const reason = finishReason === FALLBACK ? finishReason : (asked ?? finishReason);
  return complete(reason, run.budget);
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

function selectionEvent(turn: number, activeTools: ActiveTools, elapsedMs: number): AgentEvent {
  const { fallbackReason, noneFits } = activeTools;
  return {
    type: 'tool_selection',
    data: {
      turn,
      counts: activeTools.counts(),
      tools: activeTools.list(),
      ...defined({ fallback_reason: fallbackReason, none_fits: noneFits }),
      elapsed_ms: Math.round(elapsedMs),
    },
  };
}

function complete(finishReason: string, { turnsTaken, usage }: Budget): AgentEvent {
  const wireUsage = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
  return {
    type: 'message_complete',
    data: { finish_reason: finishReason, turns: turnsTaken, usage: wireUsage },
  };
}
