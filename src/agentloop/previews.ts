import type { CatalogEntry } from '../agenttools/catalog.js';
import { leavesOf } from '../agenttools/changes/alike.js';
import { CHANGE_PREVIEW, EVENT_NAME } from '../agenttools/changes/change-kind.js';
import { traceWith, type TraceValues } from '../agenttools/changes/trace-values.js';
import { failed, withFields, type ExecutedCall } from '../agenttools/executor.js';
import type { InterceptPreview, PreviewEvent } from '../agenttools/interceptors/interceptors.js';
import type { ChangeProposal, Tool } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import { AppError, type ErrorCode, toolFailed } from '../foundation/errors.js';
import {
  invisibleCharacters,
  visibleText,
  type InvisibleCharacters,
} from '../foundation/invisible.js';
import type { JsonObject } from '../foundation/json.js';
import { withoutNotes } from '../foundation/user-messages.js';
import type { LlmCall } from '../llm/types.js';
import { callsIn } from '../llm/wire/tool-calls.js';
import { isServerEvent, type PluginEvent } from './events.js';
import type { NewChange, PreviewOrigin, PreviewSink, RunState, SavedPreview } from './run.js';
import { lastChangeSlot, scriptReadsSlot } from './run-script.js';

/** Sends what a call shows to its user; a preview that could not be stored makes the call a failed one. */
export async function sendSignals(
  executed: ExecutedCall,
  run: RunState,
  replaces?: string,
): Promise<ExecutedCall> {
  const { call } = executed;
  const plan: ProposedChange[] = [];
  let sent = executed;
  const forged = executed.signals.find((one) => one.type === 'event' && !isSignal(one.event));
  if (forged?.type === 'event') return failed(call, notASignal(call.name, forged.event));
  for (const signal of executed.signals) {
    if (signal.type === 'event') {
      const data = { tool_use_id: call.id, ...signal.data };
      await run.emit({ type: 'plugin_event', name: signal.event, data });
      continue;
    }
    const { by, preview: proposal } = signal;
    if (by !== undefined) {
      // No message holds the call of a script, and the step may have to be prepared again.
      plan.push({ ...by, proposal: { ...proposal, facts: { ...proposal.facts, call: by.call } } });
      continue;
    }
    const { tool } = run.activeTools.find(call.name) as CatalogEntry;
    const stored = await storeOrRefuse(call, [{ tool, call, proposal }], run, { replaces });
    if (stored instanceof AppError) return failed(call, stored);
    const [one] = await emitted(stored, run);
    sent = withFields(sent, one ?? {}, run.budget.limits.maxResultBytes);
  }
  if (plan.length === 0) return sent;
  const stored = await storeOrRefuse(call, plan, run, { waits: true });
  if (stored instanceof AppError) return failed(call, stored);
  const notes = (await emitted(stored, run)).map(({ note }) => note);
  const told = defined({ note: notes.find((note) => note !== undefined) });
  return withFields(sent, told, run.budget.limits.maxResultBytes);
}

/** An event of its plugin's own; of the server's, where a page is to go is for a tool to say. */
function isSignal(event: string): boolean {
  return event === 'ui_action' || (EVENT_NAME.test(event) && !isServerEvent(event));
}

function notASignal(tool: string, event: string): AppError {
  return toolFailed(
    `${tool} sent the event ${JSON.stringify(event)}, which is the server's own or no name in snake_case of 3 to 60 characters, so nothing of the call was shown. Tell the user that this tool has to be corrected.`,
  );
}

async function emitted(stored: readonly StoredChange[], run: RunState): Promise<JsonObject[]> {
  for (const { event } of stored) await run.emit(event);
  const position = stored.at(-1)?.saved.position ?? 0;
  run.request.scratch.of(lastChangeSlot).position = position;
  return stored.map(({ saved }) => modelNote(saved));
}

/** What the model learns of a stored preview: how to refer to it, and what a policy made of it. */
function modelNote(saved: SavedPreview): JsonObject {
  const { approverRole: role, decided } = saved;
  const ended =
    'It took the place of the earlier preview, which has ended: only this one can be accepted.';
  const ref = { ref: changeRef(saved), ...(saved.replaced && { replaced: ended }) };
  if (decided !== undefined) {
    const { state } = decided;
    const [status, end] =
      state === 'accepted'
        ? ['applied', 'it is applied, and nobody was asked.']
        : state === 'unknown'
          ? ['unknown', 'whether it was applied is not known: see error. Do not repeat it.']
          : ['not_applied', 'but it was not applied: see error.'];
    const note = `The operator lets changes of this kind through: ${end}`;
    return { ...ref, ...decided, status, note };
  }
  if (role === undefined) return ref;
  const note = `The user sees the preview. Before it can be accepted, another user with the role "${role}" has to approve it. Nothing is saved yet; do not repeat its content.`;
  return { ...ref, note };
}

async function storeOrRefuse(
  call: LlmCall,
  changes: readonly ProposedChange[],
  run: RunState,
  how: { replaces?: string | undefined; waits?: boolean },
) {
  try {
    const traces = new Map<Tool, TraceValues>();
    const originOf = ({ tool }: ProposedChange) => {
      const trace = traces.get(tool) ?? traceIn(run, tool);
      traces.set(tool, trace);
      return { ...run.request, ...defined(how), trace };
    };
    return await storePreviews(changes, originOf, run.deps);
  } catch (error) {
    if (error instanceof AppError && CORRECTABLE.has(error.code)) return error;
    run.deps.logger.error({ tool: call.name, err: error }, 'a preview was not stored');
    return toolFailed(
      `The preview of ${call.name} could not be stored, so the user was not shown it and nothing was changed. Call it once more; if it fails again, tell the user that changes cannot be previewed at the moment.`,
    );
  }
}

/** Traces the values of what a tool proposes in what the run's messages hold before its call. */
function traceIn(
  { request, messages, activeTools }: RunState,
  { inputSchema: schema }: Tool,
): TraceValues {
  const { history, message, firstCall, requestContext: page, scratch } = request;
  const earlier = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const own = firstCall?.replaces === undefined ? firstCall?.arguments : undefined;
  const filled = [...leavesOf(own, true).values()].map(String);
  const said = [...earlier.map(withoutNotes), message, ...filled];
  const inputs = new Map(callsIn(messages).map((call) => [call.id, call.arguments]));
  const reads = messages.flatMap((one) => {
    if (one.role !== 'tool' || one.isError) return [];
    const { name: tool, toolCallId: id, content } = one;
    // What a draft answers is what the model gave it.
    if ((activeTools.find(tool)?.tool.effect ?? 'read') !== 'read') return [];
    return [{ tool, id, input: inputs.get(id) ?? {}, content }];
  });
  const before = history.flatMap((one) => (one.role === 'tool' ? (one.inScript ?? []) : []));
  const scripts = [...before, scratch.of(scriptReadsSlot)];
  reads.push(...scripts.flatMap((one) => one.reads));
  return traceWith({ said, page, reads, isPartial: scripts.some((one) => one.isPartial), schema });
}

const CORRECTABLE: ReadonlySet<ErrorCode> = new Set([
  'invalid_arguments',
  'call_limit',
  'change_refused',
]);

export interface ProposedChange {
  tool: Tool;
  call: LlmCall;
  proposal: ChangeProposal;
}

export interface PreviewDeps {
  previews: PreviewSink;
  intercept: InterceptPreview;
}

export interface StoredChange {
  saved: SavedPreview;
  event: PluginEvent;
}

type OfRun = Pick<
  PreviewOrigin,
  'caller' | 'runId' | 'conversationId' | 'replaces' | 'trace' | 'waits'
>;

/** The one way from proposals to their events: stored before they are shown, and as they are shown; hash and policy are of what is stored. */
export async function storePreviews(
  changes: readonly ProposedChange[],
  runOf: (change: ProposedChange) => OfRun,
  { previews, intercept }: PreviewDeps,
): Promise<StoredChange[]> {
  const made = changes.map((change) => {
    const { tool, call, proposal: written } = change;
    // The model writes the caption, and it is not applied. The payload stays as it is.
    const proposal = { ...written, description: visibleText(written.description) };
    const shown = intercept(tool, call, proposal);
    if (isServerEvent(shown.event) && shown.event !== CHANGE_PREVIEW)
      throw toolFailed(`A change cannot be shown as the event "${shown.event}".`);
    const { caller, runId, conversationId, replaces, trace, waits } = runOf(change);
    const origin = {
      caller,
      runId,
      conversationId,
      toolUseId: call.id,
      source: tool.source,
      // A model and a client may write an id otherwise than the note that names it.
      ...defined({ replaces: replaces?.trim().toLowerCase(), trace, waits }),
    };
    return { origin, proposal, shown };
  });
  const all = await previews.saveAll(made);
  const eventOf = (saved: SavedPreview, at: number): PluginEvent =>
    previewEvent(saved, made[at] as (typeof made)[number]);
  return all.map((saved, at) => ({ saved, event: eventOf(saved, at) }));
}

export async function storePreview(
  change: ProposedChange,
  run: OfRun,
  deps: PreviewDeps,
): Promise<StoredChange> {
  const [stored] = await storePreviews([change], () => run, deps);
  return stored as StoredChange;
}

/** No field of an interceptor takes the place of one of the server's. */
function previewEvent(
  saved: SavedPreview,
  { origin, proposal, shown }: NewChange & { shown: PreviewEvent },
): PluginEvent {
  const { toolUseId, source } = origin;
  const { event, data: own } = shown;
  const { kind, description, payload, targetId, extra } = proposal;
  const { approverRole: role } = saved;
  const server = {
    preview_id: saved.id,
    tool_use_id: toolUseId,
    ...(event === CHANGE_PREVIEW ? { kind, source, ...defined({ origin: saved.origin }) } : {}),
    description,
    is_update: targetId !== undefined,
    expires_at: saved.expiresAt.toISOString(),
    payload_sha256: saved.sha256,
    change_set_id: saved.changeSetId,
    position: saved.position,
    ...hiddenIn(payload),
    ...defined({
      approval: role === undefined ? undefined : { role, state: 'needed' },
      replaces: saved.replaced,
      resembles: saved.resembles,
      origins: saved.origins,
    }),
    ...saved.decided,
  };
  return { type: 'plugin_event', name: event, data: { ...extra, ...server, ...own, ...server } };
}

export function changeRef({ position }: Pick<SavedPreview, 'position'>): string {
  return `change_${position}`;
}

/** What a payload hides from the eye, for the code that shows it; no field when there is nothing. */
export function hiddenIn(payload: JsonObject): { invisible_characters?: InvisibleCharacters[] } {
  const found = invisibleCharacters(payload);
  return found.length === 0 ? {} : { invisible_characters: found };
}
