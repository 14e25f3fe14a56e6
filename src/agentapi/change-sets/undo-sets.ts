import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../../foundation/ids.js';
import { parseJson } from '../../foundation/exact-json.js';
import { type AppError, conflict, messageOf } from '../../foundation/errors.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { NewChange } from '../../agentloop/run.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kind.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import type { Caller } from '../../agenttools/tool.js';
import {
  UNDO,
  type LeftOut,
  PgChangeSetStore,
  type StoredChangeSet,
} from '../../store/change-sets.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { movedFrom, textToSend } from '../previews/apply-preview.js';
import { CHANGE_KINDS } from '../injection.js';
import { Proposals } from '../previews/proposals.js';

/** Proposes sets that take applied ones back. Only reads: the requests are for a person to decide on. */
@Injectable()
export class UndoSets {
  constructor(
    private readonly sets: PgChangeSetStore,
    private readonly proposals: Proposals,
    @Inject(LiveCatalog) private readonly catalog: Pick<LiveCatalog, 'backendOf' | 'checkChange'>,
    @Inject(CHANGE_KINDS) private readonly kinds: ChangeKinds,
  ) {}

  /** The set that takes the applied changes back, the last one first, or an open one; else `conflict`. */
  async propose(caller: Caller, set: StoredChangeSet): Promise<string> {
    const { userId } = caller;
    const { open, back } = await this.sets.undosOf(userId, set.id);
    if (open !== undefined) return open;
    const accepted = set.steps.filter(({ state }) => state === 'accepted');
    const applied = accepted.filter(({ toolUseId }) => !back.has(`${UNDO}${toolUseId}`)).reverse();
    if (applied.length === 0)
      throw conflict(
        accepted.length === 0
          ? 'Nothing of this set was applied, so there is nothing to take back.'
          : 'All of this set was taken back already.',
      );
    const changes: NewChange[] = [];
    const leftOut: LeftOut[] = [];
    for (const step of applied) {
      const result = await this.undone(caller, step, changes);
      const { position = 0, description } = step;
      const { runId, conversationId } = set;
      const toolUseId = `${UNDO}${step.toolUseId}`;
      const origin = { caller, runId, conversationId, toolUseId, source: this.sourceOf(step) };
      if ('why' in result) leftOut.push({ position, description, why: result.why });
      else changes.push({ origin, proposal: result });
    }
    if (changes.length === 0) throw nothingToUndo(leftOut);
    return this.proposals.saveUndo({ id: newId(), userId, undone: set, leftOut }, changes);
  }

  private sourceOf({ source, kind }: StoredPreview): string {
    return source ?? this.kinds.find(kind)?.source ?? '';
  }

  private async undone(caller: Caller, step: StoredPreview, later: readonly NewChange[]) {
    const kind = this.kinds.find(step.kind);
    if (kind?.undo === undefined) return { why: 'Changes of this kind cannot be taken back here.' };
    const { details = {}, facts = {}, answer, description } = step;
    const title = typeof details['title'] === 'string' ? details['title'] : description;
    const payload = parseJson(textToSend(step)) as JsonObject;
    try {
      const source = this.sourceOf(step);
      const backend = this.catalog.backendOf(source);
      const from = movedFrom(step, backend.origin?.());
      if (from !== undefined)
        return { why: `It was sent to ${from}, and its source sends elsewhere now.` };
      const read = backend.readFor(caller);
      const first = later.map(({ proposal }) => proposal);
      const made = { targetId: idOf(step), isNew: step.targetId === undefined, first };
      const undo = await kind.undo({ title, payload, facts, answer, ...made }, read);
      if ('why' in undo) return undo;
      this.proposals.decisionOn({ caller, source }, undo);
      const [against] = this.catalog.checkChange(source, undo.payload);
      return against === undefined ? undo : { why: against.message };
    } catch (error) {
      return { why: messageOf(error) };
    }
  }
}

function idOf({ targetId, outcome }: StoredPreview): string | undefined {
  const result = outcome?.['result'];
  const id = isObject(result) ? result['id'] : undefined;
  return targetId ?? (typeof id === 'string' ? id : undefined);
}

function nothingToUndo(leftOut: readonly LeftOut[]): AppError {
  const why = leftOut.map(({ position, why: reason }) => `change_${position}: ${reason}`);
  return conflict(
    `Nothing of this set can be taken back by a request. ${why.join(' ')}`,
    leftOut.map(({ position, why: message }) => ({ path: `change_${position}`, message })),
  );
}
