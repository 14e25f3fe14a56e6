import { parseJson } from '../../foundation/exact-json.js';
import { AppError, type ErrorBody, messageOf, toErrorBody } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { UserFiles } from '../../foundation/user-files.js';
import {
  ChangeEnd,
  type AppliedChange,
  type ChangeKind,
  type OpenEnd,
  type TargetState,
} from '../../agenttools/changes/change-kind.js';
import { PASSING, refusalStatus, wasNeverSent } from '../../agenttools/sources/backend-client.js';
import type { ReadClient, WriteClient } from '../../agenttools/sources/clients.js';
import type { StoredPreview } from '../../store/previews.model.js';

/** What became of an attempt. `released`: certainly nothing was applied, and it may be tried again. */
export type Attempt =
  | { state: 'accepted' | 'failed' | 'stale' | 'unknown'; outcome: JsonObject; answer?: unknown }
  | { state: 'released'; error: Error | undefined };

export interface Application {
  preview: StoredPreview;
  kind: ChangeKind;
  /** The backend it is applied to, as the caller may read it. */
  read: ReadClient;
  origin?: string | undefined;
  files?: UserFiles;
}

export function textToSend({ sent, edited, shown }: StoredPreview): string {
  return (sent ?? edited ?? shown).text;
}

/** What accepting sends, its name as the platform stores it: without what is blank around it. */
function sentBody(preview: StoredPreview): JsonObject {
  const body = parseJson(textToSend(preview)) as JsonObject;
  const { name } = body;
  return typeof name === 'string' ? { ...body, name: name.trim() } : body;
}

/** Sends the preview's text once and says what became of it; never rejects, never sends it twice. */
export async function applyPreview(application: Application, write: WriteClient): Promise<Attempt> {
  const { preview, kind, origin } = application;
  const from = movedFrom(preview, origin);
  if (from !== undefined)
    return { state: 'stale', outcome: movedOutcome(preview.source, from, origin) };
  try {
    const text = textToSend(preview);
    const stored = await kind.apply(write, text, preview.targetId, appliedChange(application));
    if (stored instanceof ChangeEnd) return attemptOf(stored);
    return { state: 'accepted', outcome: { result: summaryOf(stored) } };
  } catch (error) {
    return afterFailedWrite(error, application);
  }
}

function appliedChange({ preview, read, files, origin }: Application): AppliedChange {
  const { id, facts = {}, edited } = preview;
  return { previewId: id, read, facts, isEdited: edited !== undefined, files, origin };
}

function attemptOf({ state, outcome, answer }: ChangeEnd): Attempt {
  if (state !== 'released') return { state, outcome, answer };
  const { error } = outcome as Partial<ErrorBody>;
  const thrown = error && new AppError(error.code, error.message, error.details);
  return { state, error: thrown };
}

/** Finds out by what is stored now what an attempt did. Rejects when the platform cannot be asked. */
export async function resolveAttempt(application: Application, after: OpenEnd): Promise<Attempt> {
  const { preview, kind, origin } = application;
  // Another place can't tell what became of it.
  if (movedFrom(preview, origin) !== undefined)
    return { state: 'unknown', outcome: unknownOutcome(application) };
  if (kind.resolve !== undefined) {
    const change = appliedChange(application);
    return attemptOf(await kind.resolve(textToSend(preview), change, after));
  }
  const { baseVersion } = preview;
  const stored = await findTarget(application);
  // Versions only rise: still the one the change was made on means that nothing was written.
  const isUnchanged = baseVersion !== undefined && stored?.version === baseVersion;
  if (preview.targetId !== undefined && isUnchanged) return { state: 'released', error: undefined };
  if (stored !== undefined && isHeld(kind, stored, preview))
    return { state: 'accepted', outcome: { result: summaryOf(stored), recovered: true } };
  return { state: 'unknown', outcome: unknownOutcome(application) };
}

/** Beside the facts of a kind, which may have an `origin` of their own. */
const SHOWN_FOR = 'shown_for_origin';

export function withPlace(facts: JsonObject | undefined, origin: string | undefined) {
  return origin === undefined ? facts : { ...facts, [SHOWN_FOR]: origin };
}

/** The place that a preview was shown for, where its source sends elsewhere now; undefined where it does not. */
export function movedFrom({ facts }: StoredPreview, origin: string | undefined) {
  const shownFor = facts?.[SHOWN_FOR];
  return typeof shownFor === 'string' && shownFor !== origin ? shownFor : undefined;
}

async function findTarget({ preview, kind, read }: Application) {
  try {
    if (preview.targetId !== undefined) return await kind.load?.(read, preview.targetId);
    const { name } = sentBody(preview);
    return typeof name === 'string' ? await kind.findByName?.(read, name) : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function isHeld(kind: ChangeKind, stored: TargetState, preview: StoredPreview): boolean {
  try {
    return kind.holds?.(stored, sentBody(preview)) ?? false;
  } catch {
    // An edited body may have a shape that cannot be compared.
    return false;
  }
}

async function afterFailedWrite(error: unknown, application: Application): Promise<Attempt> {
  const status = refusalStatus(error);
  if (wasNeverSent(error) || (status !== undefined && PASSING.has(status)))
    return { state: 'released', error: toError(error) };
  if (status === 409) return afterConflict(error, application);
  if (status !== undefined && status < 500)
    return { state: 'failed', outcome: { ...toErrorBody(error) } };
  try {
    const attempt = await resolveAttempt(application, 'unanswered');
    return attempt.state === 'released' ? { ...attempt, error: toError(error) } : attempt;
  } catch {
    return { state: 'unknown', outcome: unknownOutcome(application) };
  }
}

/** The change was made on a version that is no longer stored, or a name is taken. */
async function afterConflict(error: unknown, application: Application): Promise<Attempt> {
  const { preview, kind, read } = application;
  const failed = refusedAttempt(error, preview);
  if (preview.targetId === undefined || kind.load === undefined) return failed;
  try {
    const stored = await kind.load(read, preview.targetId);
    if (stored.version === preview.baseVersion) return failed;
    const diff = kind.diff?.(stored, sentBody(preview));
    return { state: 'stale', outcome: staleOutcome(kind, stored, preview, diff) };
  } catch {
    return failed;
  }
}

/** The shown text cannot become acceptable; of an edited one its user may choose another name. */
function refusedAttempt(error: unknown, { edited }: StoredPreview): Attempt {
  if (edited === undefined || !(error instanceof AppError))
    return { state: 'failed', outcome: { ...toErrorBody(error) } };
  const message = `${error.message} Nothing was saved, and the preview still waits.`;
  return {
    state: 'released',
    error: new AppError(error.code, message, error.details, { cause: error }),
  };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

/** What is kept of the platform's answer: enough to find it again. */
function summaryOf(stored: TargetState | undefined): JsonObject {
  const { id, name, version } = stored ?? {};
  return { id, name, version };
}

const WAY_OUT = 'Ask for the change again in the chat.';

function staleOutcome(
  { title }: ChangeKind,
  stored: TargetState,
  preview: StoredPreview,
  diff: JsonObject | undefined,
): JsonObject {
  const message =
    `The ${title} "${stored.name}" has changed since the preview was made (it is at version` +
    ` ${stored.version ?? 'unknown'}, the preview was made on version ${preview.baseVersion ?? 'unknown'}), so` +
    ` nothing was saved. diff shows what the preview would change now. ${WAY_OUT}`;
  const details = [{ path: 'if_version', message: `is at version ${stored.version}` }];
  return {
    error: { code: 'preview_stale', message, details },
    current_version: stored.version,
    diff,
  };
}

/** What is kept when the source of a change sends to another place than it was shown for. */
function movedOutcome(source: string | undefined, from: string, now = 'no address'): JsonObject {
  const message = `The change was shown for ${from}, and its source "${source}" sends to ${now} now, so nothing was sent. ${WAY_OUT}`;
  return { error: { code: 'preview_stale', message, details: [] } };
}

function unknownOutcome({ kind: { title, source }, preview }: Application): JsonObject {
  const message =
    `The change was sent to "${preview.source ?? source ?? 'its backend'}", and whether it was applied cannot be told. It is not sent` +
    ` again. Look at the ${title}: if the change is not there, ask for it again in the chat.`;
  return { error: { code: 'preview_unknown', message, details: [] } };
}
