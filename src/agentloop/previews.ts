import { CHANGE_PREVIEW } from '../agenttools/changes/change-kind.js';
import type { InterceptPreview, PreviewEvent } from '../agenttools/interceptors/interceptors.js';
import type { TracedValue, TraceValues } from '../agenttools/changes/trace-values.js';
import type { Caller, ChangeProposal, Tool } from '../agenttools/tool.js';
import { defined } from '../foundation/defined.js';
import { toolFailed } from '../foundation/errors.js';
import {
  invisibleCharacters,
  visibleText,
  type InvisibleCharacters,
} from '../foundation/invisible.js';
import type { JsonObject } from '../foundation/json.js';
import type { LlmCall } from '../llm/types.js';
import type { PluginEvent } from './events.js';
import { isServerEvent } from './live-events.js';

export interface PreviewOrigin {
  /** Who asks; a policy may look at their roles, or apply the change with their token. */
  caller: Caller;
  runId: string;
  conversationId: string;
  toolUseId: string;
  source: string;
  /** The waiting preview of an earlier message that it corrects, as the model or client names it. */
  replaces?: string;
  /** Tells where its values come from; absent where no conversation is known. */
  trace?: TraceValues;
  /** A person decides, whatever a policy would let through. */
  waits?: boolean;
}

export interface SavedPreview {
  id: string;
  expiresAt: Date;
  /** SHA-256 of the exact JSON text that accepting sends, in hex. */
  sha256: string;
  changeSetId: string;
  position: number;
  /** Where accepting sends it; absent where that is not the operator's to choose. */
  origin?: string;
  approverRole?: string;
  replaced?: readonly string[];
  /** One of an earlier message that waits and is nearly the same. */
  resembles?: { preview_id: string; description: string };
  origins?: readonly TracedValue[];
  /** What became of it, where a policy let it through without a person: state, and result or error. */
  decided?: JsonObject;
}

export interface NewChange {
  origin: PreviewOrigin;
  proposal: ChangeProposal;
}

/** Stores all, in order, or none. Rejects with `invalid_arguments` (what is referred to is not there) or `change_refused` (by policy). */
export interface PreviewSink {
  saveAll(changes: readonly NewChange[]): Promise<SavedPreview[]>;
}

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
