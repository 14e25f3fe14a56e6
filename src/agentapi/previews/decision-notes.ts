import { firstChars } from '../../foundation/text.js';
import { visibleText } from '../../foundation/invisible.js';
import { writeJson } from '../../foundation/exact-json.js';
import { asList, type JsonObject, isObject } from '../../foundation/json.js';
import { isByPolicy, type PreviewState, type StoredPreview } from '../../store/previews.model.js';
import { NOTE_OPENING, STILL_WAITS } from '../../foundation/user-messages.js';
import type { PgConversationStore } from '../../store/conversations.store.js';
import type { PgPreviewStore } from '../../store/previews.store.js';
import type { ConversationStore } from '../runs/runs.service.js';

/** So many of those that wait are named, the newest. */
const MAX_WAITING = 10;

/** A sentence per decision that the conversation's own messages do not tell yet, oldest first. */
export function decisionNotes(
  decisions: readonly StoredPreview[],
  messages: readonly JsonObject[],
): string[] {
  const told = messages.flatMap(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? [content] : [],
  );
  return decisions.flatMap((decision) => {
    const key = keyOf(decision);
    if (key === undefined || told.some((content) => content.includes(key))) return [];
    return [`${key}${restOf(decision)}`];
  });
}

const VERBS: Readonly<Partial<Record<PreviewState, string>>> = {
  waiting: STILL_WAITS,
  accepted: 'was accepted by the user and is saved',
  rejected: 'was rejected by the user, so nothing was saved',
  failed: 'was accepted by the user but could not be saved',
  stale:
    'was accepted by the user, but the stored state had changed in the meantime, so nothing was saved',
  unknown: 'was accepted by the user, but it is not known whether it was saved',
};

/** What a note on this decision begins with, and no other note; undefined while nothing is decided. */
function keyOf(decision: StoredPreview): string | undefined {
  const { id, state, outcome = {} } = decision;
  // Its run has told the model, unless a crash came between.
  if (isByPolicy(decision) && outcome['recovered'] !== true) return undefined;
  const isOthers = state === 'rejected' && typeof outcome['rejected_by'] === 'string';
  const verb = isOthers ? 'was rejected by an approver, so nothing was saved' : VERBS[state];
  return verb && `Preview ${id.slice(0, 8)} ${verb}`;
}

const MAX_QUOTE = 300;

function restOf(decision: StoredPreview): string {
  const { id: preview, description, edited, outcome = {}, state, targetId } = decision;
  if (state === 'waiting')
    return `: ${quoted(description)} A call that corrects it says so with "replaces": "${preview.slice(0, 8)}".`;
  const { reason, error, result } = outcome;
  const id = isObject(result) ? result['id'] : targetId;
  const parts = [
    ...(typeof reason === 'string' && reason.trim() !== ''
      ? [`The reason: ${quoted(reason)}`]
      : []),
    ...(edited === undefined
      ? []
      : ['The user edited the content first: read it before relying on it.']),
    ...(isObject(error) ? [`What was said: ${quoted(String(error['message']))}`] : []),
    ...(typeof id === 'string' ? [`Its id: ${id}.`] : []),
    ...storedNotes(outcome),
  ];
  return [`: ${quoted(description)}`, ...parts].join(' ');
}

const MAX_FIELDS = 5;

/** What the backend stores otherwise than the user accepted. */
function storedNotes({ stored_otherwise: otherwise, stored_unread: unread }: JsonObject): string[] {
  if (typeof unread === 'string')
    return [`Whether it is stored as accepted is not known: ${quoted(unread)}`];
  const fields = asList(otherwise).slice(0, MAX_FIELDS);
  const text = firstChars(visibleText(writeJson(fields)), MAX_FIELDS * MAX_QUOTE);
  return fields.length === 0 ? [] : [`Right after it, the backend shows it otherwise: ${text}`];
}

/** On one line, cut, and without what only the model would read: a name in it may be anybody's. */
function quoted(text: string): string {
  const line = visibleText(text).replaceAll(/\s+/g, ' ').trim();
  return JSON.stringify(line.length > MAX_QUOTE ? `${firstChars(line, MAX_QUOTE)}…` : line);
}

/** Opens conversations together with what the user decided in them and the model has not been told. */
export function openWithDecisions(
  conversations: Pick<PgConversationStore, 'open' | 'beginningWith'>,
  store: Pick<PgPreviewStore, 'decisions' | 'list'>,
): ConversationStore['open'] {
  return async (...of) => {
    const [userId] = of;
    const opened = await conversations.open(...of);
    const [decided, waiting] = await Promise.all([
      store.decisions(userId, opened.id),
      store.list(userId, { state: 'waiting', conversationId: opened.id, limit: MAX_WAITING }),
    ]);
    const decisions = [...decided, ...waiting.reverse()];
    if (decisions.length === 0) return opened;
    // Not only the messages that were opened: what the model was told may be long ago.
    const told = await conversations.beginningWith(userId, opened.id, NOTE_OPENING, opened.branch);
    return { ...opened, notes: decisionNotes(decisions, told) };
  };
}
