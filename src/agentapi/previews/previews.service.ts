import { parseJson } from '../../foundation/exact-json.js';
import { AppError, type ErrorDetail, messageOf, toErrorBody } from '../../foundation/errors.js';
import { type Clock, repeat } from '../../foundation/clock.js';
import { newId } from '../../foundation/ids.js';
import {
  referencesIn,
  resolveReferences,
  type Reference,
} from '../../agenttools/changes/references.js';
import type { PgChangeSetStore } from '../../store/change-sets.store.js';
import {
  BY_POLICY,
  exactText,
  type ExactText,
  type StoredPreview,
} from '../../store/previews.model.js';
import { referredValue, checkEdited, editedText } from './sent-payload.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type { UserFiles } from '../../foundation/user-files.js';
import type {
  DecidedChange,
  TargetState,
  ChangeKinds,
} from '../../agenttools/changes/change-kind.js';
import type { Backend } from '../../agenttools/sources/backend.js';
import type { PolicyBook } from '../../agenttools/changes/policies/change-policy.js';
import { writeClientOf } from '../../agenttools/sources/write-access.js';
import type { Caller } from '../../agenttools/tool.js';
import { defined } from '../../foundation/defined.js';
import type { PgPreviewStore, PreviewFilter } from '../../store/previews.store.js';
import { applyPreview, resolveAttempt, type Application, type Attempt } from './apply-preview.js';
import { secretsOf, toView } from './previews.model.js';
import { requireAllowed } from './policy-gate.js';
import {
  moves,
  shownState,
  type PreviewAction,
  alreadyDecided,
  beingApplied,
  expired,
  NotStored,
  unknownPreview,
} from './preview-states.js';

export interface PreviewsDeps {
  store: PgPreviewStore;
  kinds: ChangeKinds;
  sets: Pick<PgChangeSetStore, 'find'>;
  backendOf(source: string): Backend;
  /** What speaks against applying a change of a source now; empty when nothing. */
  checkChange(source: string, payload: JsonObject): readonly ErrorDetail[];
  /** The operator's word on changes, asked again when one is accepted. */
  policies: PolicyBook;
  clock: Clock;
  logger: Logger;
  files?: UserFiles;
}

interface HowAccepted {
  edited?: ExactText;
  isDirect?: boolean;
}

/** How long an attempt of another process counts as under way; a live one says so three times as often. */
export const ATTEMPT_MS = 45_000;

export class PreviewsService {
  /** Tells the attempts of this process from those of another, or of one that died. */
  private readonly instance = newId();
  /** The attempts of this process under way, by preview; they never reject. */
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(private readonly deps: PreviewsDeps) {}

  async list({ userId }: Caller, filter: PreviewFilter) {
    const { store } = this.deps;
    const [items, total] = await Promise.all([
      store.list(userId, filter),
      store.count(userId, filter),
    ]);
    return { items, total };
  }

  /** The caller's preview; rejects with `not_found` for an unknown one and for somebody else's. */
  async find(caller: Caller, id: string): Promise<StoredPreview> {
    const preview = await this.deps.store.find(caller.userId, id);
    if (preview === undefined) throw unknownPreview(id);
    return preview;
  }

  /** `withSecrets`: with those of its answer. Only for who accepts: other clients show a model what they get. */
  view(preview: StoredPreview, withSecrets = false): JsonObject {
    const view = toView(preview, this.deps.clock(), this.deps.kinds.find(preview.kind));
    return withSecrets ? { ...view, secrets: secretsOf(preview) } : view;
  }

  /** Applies the shown or edited text once, however often it is called. Rejects when nothing was decided. */
  async accept(caller: Caller, id: string, payload?: JsonObject): Promise<StoredPreview> {
    for (;;) {
      const preview = await this.find(caller, id);
      const running = this.running.get(id);
      if (running !== undefined) {
        await running;
        continue;
      }
      const edited = editedText(preview, payload, this.deps.kinds.find(preview.kind));
      const decided = await this.acceptFrom(caller, preview, edited);
      if (decided !== undefined) return decided;
    }
  }

  /** Applies what nobody decided on where its policy is `direct` now; else rejects, and it waits. */
  async applyDirectly(caller: Caller, id: string): Promise<StoredPreview> {
    const preview = await this.find(caller, id);
    const applied = await this.apply(caller, preview, { isDirect: true });
    return applied ?? this.find(caller, id);
  }

  /** Rejects a waiting preview; a repeated call answers the first decision. */
  async reject(caller: Caller, id: string, reason?: string): Promise<StoredPreview> {
    for (;;) {
      const preview = await this.find(caller, id);
      const move = this.moveFor(preview, 'reject');
      if (move === 'repeat') return preview;
      if (move !== 'reject') throw this.refusal(preview);
      const outcome = reason === undefined ? {} : { reason };
      const from = { state: preview.state, attempt: preview.attempt };
      const rejected = await this.deps.store.settle(caller.userId, id, from, 'rejected', outcome);
      if (rejected !== undefined) return this.tidied(caller, rejected);
    }
  }

  /** One step of accepting; undefined when the preview has changed in the meantime and must be read again. */
  private async acceptFrom(caller: Caller, preview: StoredPreview, edited: ExactText | undefined) {
    switch (this.moveFor(preview, 'accept')) {
      case 'apply':
        return this.apply(caller, preview, defined({ edited }));
      case 'resolve':
        return this.resolve(caller, preview);
      case 'repeat':
        if (edited !== undefined && edited.text !== (preview.edited ?? preview.shown).text)
          throw this.refusal(preview);
        return preview;
      default:
        throw this.refusal(preview);
    }
  }

  private async apply(caller: Caller, preview: StoredPreview, how: HowAccepted) {
    const { edited } = how;
    if (edited !== undefined) await checkEdited(this.applicationOf(caller, preview), edited);
    if (this.running.has(preview.id)) return undefined;
    const attempt = this.attempt(caller, preview, how);
    this.running.set(preview.id, Promise.allSettled([attempt]));
    try {
      return await attempt;
    } finally {
      this.running.delete(preview.id);
    }
  }

  /** Takes the preview and applies it; undefined when somebody else was faster. */
  private async attempt(
    caller: Caller,
    preview: StoredPreview,
    { edited, isDirect = false }: HowAccepted,
  ): Promise<StoredPreview | undefined> {
    // Before anything is started, and of one backend: a preview whose plugin is not loaded waits on.
    const application = this.applicationOf(caller, preview);
    const source = this.sourceOf(preview);
    const write = writeClientOf(this.deps.backendOf(source), caller);
    const sent = await this.sentText(caller, preview, edited);
    const text = sent ?? edited ?? preview.shown;
    this.requireApplicable(preview, text);
    const change = { source, text, edited, isDirect };
    const within = await requireAllowed(this.deps, caller, preview, change);
    const attempt = `${this.instance}/${newId()}${isDirect ? BY_POLICY : ''}`;
    const payload = parseJson(text.text) as JsonObject;
    const masked = application.kind.masked?.(payload, preview.facts ?? {}) ?? payload;
    const texts = { edited, sent, masked };
    const begun = await this.deps.store.begin(caller.userId, preview.id, attempt, texts, within);
    if (begun === undefined) return undefined;
    const renew = () => this.deps.store.renew(caller.userId, preview.id, attempt);
    const stop = repeat(ATTEMPT_MS / 3, renew, () => {});
    const result = await applyPreview({ ...application, preview: begun }, write).finally(stop);
    try {
      return await this.ended(caller, begun, result);
    } catch (error) {
      // Nothing was applied: what went wrong is all there is to say.
      if (result.state === 'released') throw error;
      this.deps.logger.error({ preview_id: preview.id, err: error }, 'a decision was not stored');
      throw new NotStored(error);
    }
  }

  /** The text with its references resolved, where it has any: what stands in it then is what is sent. */
  private async sentText(
    { userId }: Caller,
    preview: StoredPreview,
    edited: ExactText | undefined,
  ): Promise<ExactText | undefined> {
    const payload = parseJson((edited ?? preview.shown).text) as JsonObject;
    const positions = referencesIn(payload).map(({ position }) => position);
    if (preview.changeSetId === undefined || positions.length === 0) return undefined;
    const set = await this.deps.sets.find(userId, preview.changeSetId, positions);
    const value = (reference: Reference) => referredValue(reference, preview, set?.steps ?? []);
    return exactText(resolveReferences(payload, value) as JsonObject);
  }

  /** A preview may wait for a day: its source, its document or a policy can be another one by then. */
  private requireApplicable(preview: StoredPreview, { text }: ExactText): void {
    const source = this.sourceOf(preview);
    const against = this.deps.checkChange(source, parseJson(text) as JsonObject);
    if (against.length === 0) return;
    this.deps.logger.info({ preview_id: preview.id }, 'a preview cannot be applied any more');
    throw new AppError(
      'change_refused',
      `The change cannot be applied as things are now, so nothing was sent and the preview stays as it is: ${against.map(({ message }) => message).join(' ')}`,
      against,
    );
  }

  /** Ends an attempt that nobody works on any more; undefined when the preview waits again. */
  private async resolve(caller: Caller, preview: StoredPreview) {
    if (preview.state === 'applying' && !this.isDead(preview)) throw beingApplied();
    const application = this.applicationOf(caller, preview);
    const after = preview.state === 'unknown' ? 'unknown' : 'crashed';
    const result = await resolveAttempt(application, after);
    if (preview.state === 'unknown' && result.state === 'unknown') return preview;
    return this.ended(caller, preview, result);
  }

  /** An attempt of this process that does not run, or one of another of which nothing was heard for too long. */
  private isDead({ attempt, applyingSince }: StoredPreview): boolean {
    if (attempt?.startsWith(this.instance) === true) return true;
    return this.deps.clock().getTime() - (applyingSince?.getTime() ?? 0) > ATTEMPT_MS;
  }

  /** Stores what became of an attempt; undefined when the preview waits again or is another's now. */
  private async ended(caller: Caller, preview: StoredPreview, result: Attempt) {
    const { store, logger } = this.deps;
    const { id, state, attempt } = preview;
    const from = { state, attempt };
    if (result.state === 'released') {
      const error = result.error && { ...toErrorBody(result.error).error };
      await store.release(caller.userId, id, from, error);
      if (result.error !== undefined) throw result.error;
      return undefined;
    }
    const ended = await store.settle(
      ...([caller.userId, id, from, result.state, result.outcome, result.answer] as const),
    );
    if (ended === undefined) return undefined;
    logger.info({ preview_id: id, state: ended.state }, 'a preview was decided');
    return ended.state === 'accepted' ? this.tidied(caller, ended) : ended;
  }

  private async tidied(caller: Caller, decided: StoredPreview): Promise<StoredPreview> {
    try {
      const kind = this.deps.kinds.find(decided.kind);
      await kind?.settled?.(decidedChange(caller, decided));
    } catch (error) {
      // The decision stands: what stays behind expires, and a copy is dropped when its base moved on.
      this.deps.logger.warn({ reason: messageOf(error) }, 'what led to a preview was not tidied');
    }
    return decided;
  }

  /** The kind of a preview and the backend it is applied to; rejects when its plugin is not loaded. */
  private applicationOf(caller: Caller, preview: StoredPreview): Application {
    const kind = this.deps.kinds.require(preview.kind);
    const backend = this.deps.backendOf(this.sourceOf(preview));
    return {
      preview,
      kind,
      read: backend.readFor(caller),
      origin: backend.origin?.(),
      files: this.deps.files,
    };
  }

  private sourceOf({ source, kind }: StoredPreview): string {
    return source ?? this.deps.kinds.find(kind)?.source ?? '';
  }

  private moveFor(preview: StoredPreview, action: PreviewAction) {
    return moves[shownState(preview, this.deps.clock())][action];
  }

  private refusal(preview: StoredPreview): AppError {
    const state = shownState(preview, this.deps.clock());
    if (state === 'expired') return expired(preview);
    return state === 'applying' ? beingApplied() : alreadyDecided(preview);
  }
}

function decidedChange({ userId }: Caller, decided: StoredPreview): DecidedChange {
  const { conversationId, shown, targetId, subject, outcome } = decided;
  const stored = outcome?.['result'];
  return {
    userId,
    conversationId,
    state: decided.state === 'accepted' ? 'accepted' : 'rejected',
    payload: parseJson(shown.text) as JsonObject,
    targetId,
    subject,
    stored:
      isObject(stored) && typeof stored['id'] === 'string' ? (stored as TargetState) : undefined,
  };
}
