import { Inject, Injectable } from '@nestjs/common';
import { parseJson } from '../../foundation/exact-json.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kinds.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import type { Caller } from '../../agenttools/tool.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { UNDO } from '../../store/change-sets.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { CHANGE_KINDS } from '../tokens.js';
import { textToSend } from '../previews/apply-preview.js';

/** Each is read twice for every change before it. */
const MAX_UNDONE = 30;

/**
 * Changes of one set may touch the same thing: what an earlier one did to it is no reason to call a later one
 * stale. What others did is; so only what was as proposed right before the earlier one is taken as its doing. The
 * same thing is told by the path; what a set made itself, and takes back now, may be linked in any way.
 */
@Injectable()
export class OwnEffects {
  constructor(
    private readonly store: PgPreviewStore,
    @Inject(LiveCatalog) private readonly catalog: Pick<LiveCatalog, 'backendOf'>,
    @Inject(CHANGE_KINDS) private readonly kinds: ChangeKinds,
  ) {}

  /** Those of the later changes that are about the same thing, and stand on what is there now. */
  async standing(
    caller: Caller,
    step: StoredPreview,
    later: readonly StoredPreview[],
  ): Promise<StoredPreview[]> {
    const path = pathOf(step);
    if (path === undefined || later.length === 0) return [];
    const isUndo = step.toolUseId.startsWith(UNDO) && later.length <= MAX_UNDONE;
    const related = later.filter((other) => {
      return other.source === step.source && (isUndo || isRelated(path, pathOf(other)));
    });
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
  const payload: unknown = parseJson(textToSend(step));
  const path = isObject(payload) ? payload['path'] : undefined;
  return typeof path === 'string' ? path : undefined;
}
