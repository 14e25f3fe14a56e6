import { Inject, Injectable } from '@nestjs/common';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import { CHANGE_KINDS, POLICIES } from '../injection.js';
import { parseJson } from '../../foundation/exact-json.js';
import { AppError, invalidArguments, toErrorBody } from '../../foundation/errors.js';
import { defined } from '../../foundation/defined.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import type { NewChange, PreviewOrigin, PreviewSink, SavedPreview } from '../../agentloop/run.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kind.js';
import {
  type PolicyBook,
  type PolicyDecision,
  requestSubject,
} from '../../agenttools/changes/policies/change-policy.js';
import { HTTP_REQUEST } from '../../agenttools/changes/http-request/request-payload.js';
import { MCP_CALL } from '../../agenttools/changes/mcp-call/mcp-call.js';
import type { TracedValue } from '../../agenttools/changes/trace-values.js';
import { isAlike, leavesOf } from '../../agenttools/changes/alike.js';
import { referencesIn, type Reference } from '../../agenttools/changes/references.js';
import type { ChangeProposal } from '../../agenttools/tool.js';
import type { EarlierChange, NewUndo } from '../../store/change-sets.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import type { NewPreview, SavedRow } from '../../store/save-previews.js';
import { withPlace } from './apply-preview.js';
import { NotStored, refusedByPolicy } from './preview-states.js';
import { PreviewsService } from './previews.service.js';

/** So many of a conversation's newest are compared with a new one. */
const MAX_RESEMBLING = 20;
/** Longer payloads are not read again for that, in characters: many of them would hold everybody up. */
const MAX_COMPARED = 64 * 1024;

/** Stores what tools propose, as the operator's policies want it. */
@Injectable()
export class Proposals implements PreviewSink {
  constructor(
    private readonly store: PgPreviewStore,
    @Inject(CHANGE_KINDS) private readonly kinds: ChangeKinds,
    @Inject(LiveCatalog) private readonly catalog: Pick<LiveCatalog, 'backendOf'>,
    @Inject(POLICIES) private readonly policies: PolicyBook,
    private readonly previews: PreviewsService,
  ) {}

  /** Stores proposals, all or none, and applies those let through; rejects with `change_refused` or `call_limit`. */
  async saveAll(changes: readonly NewChange[]): Promise<SavedPreview[]> {
    const rows: NewPreview[] = [];
    const ends: ((saved: SavedRow) => Promise<SavedPreview>)[] = [];
    for (const { origin, proposal } of changes) {
      const { trace, waits = false, ...from } = origin;
      const origins = trace?.(tracedParts(proposal));
      const decision = this.decisionOn(from, proposal, origins);
      const limits = this.policies.limitsOf(origin.source, proposal.kind);
      const where = { limits, ...defined({ origins }) };
      const isDirect = decision.policy === 'direct' && !waits;
      const { row, beside } = await this.toStore(from, proposal, decision, where);
      rows.push(row);
      ends.push(async (saved) => {
        const decided = isDirect ? await this.applied(from, saved.id) : undefined;
        return { ...saved, ...beside, ...defined({ decided }) };
      });
    }
    const all = await this.store.saveAll(rows);
    return Promise.all(all.map((saved, at) => ends[at]?.(saved) ?? Promise.resolve(saved)));
  }

  async save(origin: PreviewOrigin, proposal: ChangeProposal): Promise<SavedPreview> {
    const [saved] = await this.saveAll([{ origin, proposal }]);
    return saved as SavedPreview;
  }

  /** Stores what undoes a set, or answers the id of an open one that does. It always waits, and limits do not count for it. */
  async saveUndo(undo: NewUndo, changes: readonly NewChange[]): Promise<string> {
    const made = changes.map(async ({ origin, proposal }) => {
      const decision = this.decisionOn(origin, proposal);
      return (await this.toStore(origin, proposal, decision, { changeSetId: undo.id })).row;
    });
    return this.store.saveUndo(undo, await Promise.all(made));
  }

  decisionOn(
    { caller, source }: Pick<PreviewOrigin, 'caller' | 'source'>,
    { kind, payload }: Pick<ChangeProposal, 'kind' | 'payload'>,
    origins: readonly TracedValue[] = [],
  ): PolicyDecision {
    const by = { roles: caller.roles ?? [], origins };
    const decision = this.policies.policyOf(source, payload, by, kind);
    if (decision.policy === 'refuse') throw refusedByPolicy(decision.reason, 'proposed');
    return decision;
  }

  private async toStore(
    { caller, ...origin }: PreviewOrigin,
    proposal: ChangeProposal,
    decision: PolicyDecision,
    {
      origins,
      ...where
    }: {
      changeSetId?: string;
      limits?: { changes?: number; deletes?: number };
      origins?: readonly TracedValue[];
    },
  ) {
    const { kind, description, payload, targetId, subject, acrossRuns, extra, facts } = proposal;
    const diff = extra?.['diff'];
    const known = this.kinds.find(kind);
    const versionField = known?.versionField;
    const version = versionField === undefined ? undefined : payload[versionField];
    const approverRole = decision.policy === 'approver' ? decision.role : undefined;
    const references = referencesIn(payload);
    const place = defined({ origin: this.catalog.backendOf(origin.source).origin?.() });
    const isUndo = where.changeSetId !== undefined;
    const resembles = isUndo ? undefined : await this.resembling({ caller, ...origin }, proposal);
    const isMadeOnce = known !== undefined && known.diff === undefined;
    const shown = {
      ...(isMadeOnce ? { ...extra, ...place } : {}),
      ...defined({ resembles, origins }),
    };
    const row = {
      ...origin,
      ...where,
      userId: caller.userId,
      kind,
      description,
      payload,
      approverRole,
      masked: known?.masked?.(payload, facts ?? {}) ?? payload,
      targetId,
      subject,
      acrossRuns,
      baseVersion: Number.isInteger(version) ? (version as number) : undefined,
      diff: isObject(diff) ? diff : undefined,
      // Of a kind that does not compare again, what is shown is made once, from the state of that moment.
      details: Object.keys(shown).length === 0 ? undefined : shown,
      facts: withPlace(facts, place.origin),
      refersTo: references.map(({ position }) => position),
      checkReferences: (earlier: readonly EarlierChange[]) =>
        this.checkReferences(references, earlier),
    };
    return { row, beside: { ...place, approverRole, ...defined({ resembles, origins }) } };
  }

  /** The newest waiting proposal of an earlier message that this one may correct: marked for people, never ended. */
  private async resembling(
    { caller, runId, conversationId, source, replaces }: PreviewOrigin,
    { kind, payload, targetId, subject }: ChangeProposal,
  ): Promise<SavedPreview['resembles']> {
    const known = this.kinds.find(kind);
    const partsOf = (one: JsonObject) => known?.compared?.(one) ?? { of: '', value: one };
    const own = partsOf(payload);
    const filter = { state: 'waiting', conversationId, limit: MAX_RESEMBLING } as const;
    const found = (await this.store.list(caller.userId, filter)).find((one) => {
      const isOther = one.runId !== runId && one.kind === kind && one.source === source;
      const isEnded = one.subject !== undefined && one.subject === subject;
      if (!isOther || isEnded || one.targetId !== targetId) return false;
      if (replaces !== undefined && one.id.startsWith(replaces)) return false;
      if (one.shown.text.length > MAX_COMPARED) return false;
      const { of, value } = partsOf(parseJson(one.shown.text) as JsonObject);
      return (
        of === own.of &&
        (isAlike(value, own.value) || (targetId !== undefined && overlaps(value, own.value)))
      );
    });
    return found && { preview_id: found.id, description: found.description };
  }

  private checkReferences(references: readonly Reference[], earlier: readonly EarlierChange[]) {
    for (const { position, steps } of references) {
      const change = earlier.find((one) => one.position === position);
      const kind = change && this.kinds.find(change.kind);
      const why = kind?.refusedReference?.(change?.facts ?? {}, `change_${position}`, steps);
      if (why !== undefined) throw invalidArguments(`${why} Nothing was proposed.`);
    }
  }

  /** What became of it; undefined when it waits for a person after all. */
  private async applied({ caller }: Pick<PreviewOrigin, 'caller'>, id: string) {
    try {
      const { state, outcome = {} } = await this.previews.applyDirectly(caller, id);
      const { result, error, stored_otherwise, stored_unread } = outcome;
      if (state === 'waiting' || state === 'applying') return undefined;
      return { state, result, error, stored_otherwise, stored_unread };
    } catch (error) {
      if (error instanceof NotStored) return { state: 'unknown', ...toErrorBody(error) };
      // It could not be sent now, or needs the result of another that waits.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

/** The parts of a payload whose values somebody gave. */
function tracedParts({ kind, payload }: ChangeProposal): JsonObject {
  if (kind === HTTP_REQUEST) return requestSubject(payload, []).values;
  return kind === MCP_CALL ? { arguments: payload['arguments'] } : payload;
}

/** True where two changes of one thing set a field in common. */
function overlaps(one: unknown, other: unknown): boolean {
  const places = leavesOf(other);
  return [...leavesOf(one).keys()].some((place) => places.has(place));
}
