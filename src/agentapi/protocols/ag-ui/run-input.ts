import { IsArray, IsObject, IsOptional, IsString, Length } from 'class-validator';
import { systemClock } from '../../../foundation/clock.js';
import { invalidField } from '../../../foundation/errors.js';
import { asList, asObject, isObject, type JsonObject } from '../../../foundation/json.js';
import { type SentForm, sentForm } from '../../forms/forms.service.js';
import type { StoredPreview } from '../../../store/previews.model.js';
import { expired, shownState } from '../../previews/preview-states.js';
import { OpenBody } from '../../../http/json-bodies.js';
import { checkDecisionCount, type ClientDecision } from '../client-decision.js';

@OpenBody()
export class AgUiBody {
  @Length(1, 200, { message: 'threadId must be a text of 1 to 200 characters' })
  @IsString({ message: 'threadId must be a text' })
  threadId: string;

  /** The client's name of the run; a UUID that comes again streams the same run again. */
  @Length(1, 200, { message: 'runId must be a text of 1 to 200 characters' })
  @IsString({ message: 'runId must be a text' })
  runId: string;

  @IsArray({ message: 'messages must be a list' })
  messages: unknown[];

  /** The client's state, which comes back with the server's part under `sextant`. */
  @IsOptional()
  state?: unknown;

  @IsOptional()
  @IsObject({ message: 'forwardedProps must be an object' })
  forwardedProps?: JsonObject;

  @IsOptional()
  @IsArray({ message: 'resume must be a list of {interruptId, status, payload?}' })
  resume?: unknown[];
}

export interface ForwardedProps {
  contextType: string | undefined;
  context: JsonObject;
  interrupts: boolean;
}

/** Reads `forwardedProps`; rejects with `invalid_request` what has the wrong type. */
export function forwardedPropsOf({ forwardedProps: props = {} }: AgUiBody): ForwardedProps {
  const { context_type: contextType, context = {}, interrupts = false } = props;
  if (contextType !== undefined && typeof contextType !== 'string')
    throw invalidField('forwardedProps.context_type', 'must be a text');
  if (!isObject(context)) throw invalidField('forwardedProps.context', 'must be an object');
  if (typeof interrupts !== 'boolean')
    throw invalidField('forwardedProps.interrupts', 'must be true or false');
  return { contextType, context, interrupts };
}

/** `invalid_request` for answers to what was not asked, or not to all; `preview_expired` for late ones. */
export function requireAnswers(
  { resume = [] }: AgUiBody,
  decisions: readonly ClientDecision[],
  previews: readonly StoredPreview[],
): void {
  for (const { previewId: id } of decisions) {
    const preview = previews.find((one) => one.id === id);
    if (preview === undefined)
      throw invalidField(
        'resume',
        `answers the interrupt "${id.slice(0, 80)}", and this thread has none of that id. Answer those of the outcome of its last run, under its threadId`,
      );
    if (shownState(preview, systemClock()) === 'expired') throw expired(preview);
  }
  const ids = new Set(resume.filter(isObject).map(({ interruptId }) => interruptId));
  const runs = new Set(previews.filter(({ id }) => ids.has(id)).map(({ runId }) => runId));
  const missing = previews.filter(
    (one) =>
      runs.has(one.runId) && !ids.has(one.id) && shownState(one, systemClock()) === 'waiting',
  );
  if (missing.length > 0)
    throw invalidField(
      'resume',
      `must answer all open interrupts of the run at once, so nothing was decided. Missing: ${missing.map(({ id }) => id).join(', ')}. Send each with the status resolved or, to leave it undecided, cancelled`,
    );
}

/** The calls of the client's history that have no result there. */
export function openCalls({ messages }: AgUiBody): ReadonlySet<unknown> {
  const all = messages.filter(isObject);
  const called = all.flatMap(({ toolCalls }) => asList(toolCalls));
  const answered = new Set(all.map(({ toolCallId }) => toolCallId));
  return new Set(called.map((call) => asObject(call)['id']).filter((id) => !answered.has(id)));
}

/** The decisions of `resume`; a cancelled interrupt decides nothing. Rejects with `invalid_request` before any. */
export function decisionsOf({ resume = [] }: AgUiBody): ClientDecision[] {
  const decisions = resume.flatMap((entry, index) => decisionOf(entry, `resume[${index}]`));
  checkDecisionCount(decisions.length);
  return decisions;
}

/** The form that a client resumes with; rejects with `invalid_request` more than one, and one beside a `message`. */
export function formOf(
  { resume = [] }: AgUiBody,
  context: JsonObject,
  message: string | undefined,
): SentForm | undefined {
  const filled = resume.filter(isFilled);
  if (filled.length > 1)
    throw invalidField('resume', 'sends more than one form: a run begins with one call');
  const [entry] = filled;
  if (entry !== undefined && message !== undefined)
    throw invalidField(
      'resume',
      'sends a form, so messages must not end with a new one of the user',
    );
  return entry && sentForm({ ...entry.payload, form_id: entry.interruptId }, 'resume', context);
}

/** What an answer to a form has, and none to a preview. */
function isFilled(entry: unknown): entry is { interruptId: unknown; payload: JsonObject } {
  if (!isObject(entry) || entry['status'] === 'cancelled') return false;
  return isObject(entry['payload']) && 'tool' in entry['payload'];
}

function decisionOf(entry: unknown, path: string): ClientDecision[] {
  if (isFilled(entry)) return [];
  const { interruptId: previewId, status, payload: answer } = asObject(entry);
  if (typeof previewId !== 'string') throw invalidField(path, 'must name its interruptId');
  if (status === 'cancelled') return [];
  const given = asObject(answer);
  const { approved, accepted: accept = approved, reason, payload, payload_sha256: hash } = given;
  if (status !== 'resolved' || typeof accept !== 'boolean')
    throw invalidField(
      path,
      'must be {"interruptId", "status": "resolved", "payload": {"approved": true or false, "reason"?, "payload"?}} or have the status cancelled',
    );
  if ('editedArgs' in given)
    throw invalidField(
      `${path}.payload.editedArgs`,
      'is not taken: what is saved is the content of the preview, so send that, edited, as payload.payload',
    );
  if (payload !== undefined && !isObject(payload))
    throw invalidField(
      `${path}.payload.payload`,
      'must be an object: the whole content to save instead',
    );
  const said = typeof reason === 'string' ? reason : undefined;
  const shownHashes = typeof hash === 'string' ? [hash] : [];
  return [{ previewId, accept, reason: said, payload, shownHashes }];
}
