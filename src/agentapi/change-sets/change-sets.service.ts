import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../foundation/clock.js';
import { AppError, type ErrorBody, notFound, toErrorBody } from '../../foundation/errors.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Caller } from '../../agenttools/tool.js';
import { PgChangeSetStore, type StoredChangeSet, UNDO } from '../../store/change-sets.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { shownState } from '../previews/preview-states.js';
import { PreviewsService } from '../previews/previews.service.js';
import { CLOCK, CHANGE_KINDS } from '../injection.js';
import { parseJson } from '../../foundation/exact-json.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kind.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { textToSend } from '../previews/apply-preview.js';
import {
  changeSetView,
  needsOf,
  requireChoosable,
  stepsChosen,
  type SetDecision,
} from './set-state.js';
import { UndoSets } from './undo-sets.js';

/** Each is read twice for every change before it. */
const MAX_UNDONE = 30;

/** What an earlier change of a set did to the same thing (by path; of an undo, to any) makes no later one stale; what others did does. */
@Injectable()
export class OwnEffects {
  constructor(
    private readonly store: PgPreviewStore,
    @Inject(LiveCatalog) private readonly catalog: Pick<LiveCatalog, 'backendOf'>,
    @Inject(CHANGE_KINDS) private readonly kinds: ChangeKinds,
  ) {}

  /** Those of the later changes that are about the same thing, and stand on what is there now. */
  async standing(caller: Caller, step: StoredPreview, later: readonly StoredPreview[]) {
    const path = pathOf(step);
    if (path === undefined || later.length === 0) return [];
    const isUndo = step.toolUseId.startsWith(UNDO) && later.length <= MAX_UNDONE;
    const related = later.filter(
      (other) => other.source === step.source && (isUndo || isRelated(path, pathOf(other))),
    );
    const seen = await Promise.all(related.map((other) => this.look(caller, other)));
    return related.filter((_other, at) => seen[at]?.isSame === true);
  }

  /** Lets these changes stand on what is there since the earlier one was applied; answers those that moved. */
  async follow(caller: Caller, standing: readonly StoredPreview[]): Promise<StoredPreview[]> {
    const moved: StoredPreview[] = [];
    for (const step of standing) {
      const seen = await this.look(caller, step);
      if (seen === undefined || seen.isSame) continue;
      await this.store.seeAgain(caller.userId, step.id, seen.facts);
      moved.push({ ...step, facts: seen.facts });
    }
    return moved;
  }

  private async look(caller: Caller, step: StoredPreview) {
    const { kind, facts = {}, source = '' } = step;
    const payload = parseJson(textToSend(step)) as JsonObject;
    try {
      const read = this.catalog.backendOf(source).readFor(caller);
      return await this.kinds.find(kind)?.lookAgain?.(payload, facts, read);
    } catch {
      // Not known, so that it is compared with what was proposed.
      return undefined;
    }
  }
}

/** One leads to the other, or below it. */
function isRelated(path: string, other: string | undefined): boolean {
  return other !== undefined && (isWithin(path, other) || isWithin(other, path));
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}/`);
}

function pathOf(step: StoredPreview): string | undefined {
  const { path } = parseJson(textToSend(step)) as JsonObject;
  return typeof path === 'string' ? path : undefined;
}

/** A set after it was accepted, and what stopped it, where that is not told by the change itself. */
interface AppliedSet {
  set: StoredChangeSet;
  stopped?: { position: number; error: ErrorBody['error'] };
}

/** Decides on the changes of a run together; every method sees only the caller's own. */
@Injectable()
export class ChangeSetsService {
  private readonly running = new Map<string, { decision: string; end: Promise<AppliedSet> }>();

  constructor(
    private readonly sets: PgChangeSetStore,
    private readonly previews: PreviewsService,
    private readonly undoSets: UndoSets,
    private readonly effects: OwnEffects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find({ userId }: Caller, id: string): Promise<StoredChangeSet> {
    const set = await this.sets.find(userId, id);
    if (set !== undefined && set.steps.length > 0) return set;
    throw notFound(
      `There is no change set ${id.slice(0, 80)}. A preview names its own as change_set_id.`,
    );
  }

  view(set: StoredChangeSet, stopped?: AppliedSet['stopped']): JsonObject {
    const view = changeSetView(set, this.clock());
    if (stopped === undefined) return view;
    return { ...view, stopped_at: `change_${stopped.position}`, error: stopped.error };
  }

  /** Applies the chosen changes in order, each once, to the first that fails; called again, it goes on past that. */
  async accept(caller: Caller, id: string, decision: SetDecision = {}): Promise<AppliedSet> {
    const key = JSON.stringify([caller.userId, decision]);
    for (let before = this.running.get(id); before; before = this.running.get(id)) {
      // Twice at once is once: the second must not continue past a failure that nobody has seen.
      if (before.decision === key) return before.end;
      await before.end.catch(() => undefined);
    }
    const end = this.applyAll(caller, id, decision);
    this.running.set(id, { decision: key, end });
    try {
      return await end;
    } finally {
      if (this.running.get(id)?.end === end) this.running.delete(id);
    }
  }

  async reject(caller: Caller, id: string, reason?: string): Promise<StoredChangeSet> {
    const { steps } = await this.find(caller, id);
    for (const step of steps) {
      if (this.stateOf(step) !== 'waiting') continue;
      await this.previews.reject(caller, step.id, reason).catch(passRaces);
    }
    return this.find(caller, id);
  }

  /** The set that takes this one back, itself to be decided on; rejects with `conflict` when nothing can be. */
  async undo(caller: Caller, id: string): Promise<StoredChangeSet> {
    return this.find(caller, await this.undoSets.propose(caller, await this.find(caller, id)));
  }

  private async applyAll(caller: Caller, id: string, decision: SetDecision): Promise<AppliedSet> {
    const set = await this.find(caller, id);
    const chosen = stepsChosen(set, decision, this.clock());
    requireChoosable(set, chosen, decision, this.clock());
    // Before the first is sent: a server that takes over after a crash knows what was accepted.
    await this.sets.choose(caller.userId, id, chosen, set.chosen);
    const steps = new Map(set.steps.map((step) => [step.position ?? 0, step]));
    for (const [position, step] of steps) {
      if (!chosen.ids.includes(step.id)) continue;
      const edit = chosen.edits[step.id];
      try {
        const isOpen = ['waiting', 'applying'].includes(this.stateOf(step));
        const later = isOpen ? laterOf(steps, step, chosen.ids) : [];
        const standing = await this.effects.standing(caller, step, later);
        const after = await this.applyStep(caller, step, steps, edit);
        steps.set(position, after);
        if (after.state === 'accepted' && after !== step)
          for (const moved of await this.effects.follow(caller, standing))
            steps.set(moved.position ?? 0, moved);
        // One that was unknown before was looked at once more: it may stay so.
        if (after !== step && after.state !== 'accepted' && step.state !== 'unknown') break;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const stopped = { position, error: toErrorBody(error).error };
        return { set: await this.find(caller, id), stopped };
      }
    }
    return { set: await this.find(caller, id) };
  }

  /** Applies one change if it is its turn; answers it as it is then. */
  private async applyStep(
    caller: Caller,
    step: StoredPreview,
    steps: ReadonlyMap<number, StoredPreview>,
    edit: JsonObject | undefined,
  ): Promise<StoredPreview> {
    const state = this.stateOf(step);
    if (state === 'applying' || state === 'unknown') return this.previews.accept(caller, step.id);
    if (state !== 'waiting') return step;
    const isReady = needsOf(step, edit).every((at) => steps.get(at)?.state === 'accepted');
    return isReady ? this.previews.accept(caller, step.id, edit) : step;
  }

  private stateOf(step: StoredPreview) {
    return shownState(step, this.clock());
  }
}

function laterOf(
  steps: ReadonlyMap<number, StoredPreview>,
  { position = 0 }: StoredPreview,
  chosen: readonly string[],
): StoredPreview[] {
  const ids = new Set(chosen);
  return [...steps.values()].filter(
    (one) => (one.position ?? 0) > position && one.state === 'waiting' && ids.has(one.id),
  );
}

/** Somebody decided on it at the same moment: what they decided is shown. */
function passRaces(error: unknown): undefined {
  if (error instanceof AppError && error.code.startsWith('preview_')) return undefined;
  throw error;
}
