import { Body, Controller, Get, HttpCode, Param, Post, Query, Inject } from '@nestjs/common';
import { By } from '../caller.js';
import { PageQuery } from '../page-query.js';
import { RejectBody, toSummary, toView, maskedPayloadOf } from '../previews/previews.model.js';
import type { Clock } from '../../foundation/clock.js';
import { AppError, notFound } from '../../foundation/errors.js';
import { defined } from '../../foundation/defined.js';
import { type JsonObject, isObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type { ChangeKinds } from '../../agenttools/changes/change-kind.js';
import type { Caller } from '../../agenttools/tool.js';
import { PgApprovalStore, type Approver } from '../../store/approvals.store.js';
import type { OwnedPreview } from '../../store/preview-log.js';
import { PgChangeSetStore, type StoredChangeSet } from '../../store/change-sets.store.js';
import { shownState } from '../previews/preview-states.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { changeSetView, needsOf } from '../change-sets/set-state.js';
import { CHANGE_KINDS, CLOCK, LOGGER } from '../injection.js';

/** What a step says of itself; what the backend answered to it is its owner's. */
const TOLD = (
  'preview_id position ref state kind description title source edited needs reversible ' +
  'protection approval'
).split(' ');

/** The set of a change for its approver: the steps, and the payloads it refers to; nothing of the backend's. */
function setToApprove(
  set: StoredChangeSet,
  change: StoredPreview,
  kinds: Pick<ChangeKinds, 'find'>,
  now: Date,
): JsonObject {
  const { id, state, undo_of, steps } = changeSetView(set, now);
  const referred = referredBy(change, set);
  return {
    ...defined({ id, state, undo_of }),
    steps: (steps as JsonObject[]).map((step, at) => {
      const told = Object.entries(step).filter(([name]) => TOLD.includes(name));
      const stored = set.steps[at];
      const isReferred = stored !== undefined && referred.has(stored.position ?? 0);
      const payload = isReferred ? maskedPayloadOf(stored, kinds.find(stored.kind)) : undefined;
      return { ...Object.fromEntries(told), ...(isObject(payload) ? { payload } : {}) };
    }),
  };
}

/** The positions of what a change refers to, also by way of others. */
function referredBy(change: StoredPreview, { steps, chosen }: StoredChangeSet): Set<number> {
  const found = new Set<number>();
  const open = [change];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const position of needsOf(next, chosen?.edits[next.id])) {
      const needed = steps.find((step) => step.position === position);
      if (needed === undefined || found.has(position)) continue;
      found.add(position);
      open.push(needed);
    }
  }
  return found;
}

class ApproveBody {}

/** Changes of others that wait for somebody with a role. Approving applies nothing: their owner accepts then. */
@Controller('v1/agent/approvals')
export class ApprovalsController {
  constructor(
    private readonly store: PgApprovalStore,
    private readonly sets: PgChangeSetStore,
    @Inject(CHANGE_KINDS) private readonly kinds: ChangeKinds,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  async list(@By() caller: Caller, @Query() page: PageQuery) {
    const { items, total } = await this.store.list(approverOf(caller), page);
    const now = this.clock();
    const wire = items.map(({ owner, preview }): JsonObject => {
      return { ...toSummary(preview, now), requested_by: owner };
    });
    return { items: wire, total };
  }

  @Get(':id')
  async find(@By() caller: Caller, @Param('id') id: string): Promise<JsonObject> {
    const found = await this.require(caller, id);
    const { owner, preview } = found;
    const setId = preview.changeSetId;
    const set = setId === undefined ? undefined : await this.sets.find(owner, setId);
    const shown = set && setToApprove(set, preview, this.kinds, this.clock());
    return { ...this.view(found), change_set: shown };
  }

  @Post(':id/approve')
  @HttpCode(200)
  async approve(@By() caller: Caller, @Param('id') id: string, @Body() _body: ApproveBody = {}) {
    return this.decided(caller, id, await this.store.approve(approverOf(caller), id));
  }

  @Post(':id/reject')
  @HttpCode(200)
  async reject(@By() caller: Caller, @Param('id') id: string, @Body() { reason }: RejectBody) {
    return this.decided(caller, id, await this.store.reject(approverOf(caller), id, reason));
  }

  private async decided(caller: Caller, id: string, decided: OwnedPreview | undefined) {
    if (decided === undefined) throw this.refusal(caller, await this.require(caller, id));
    const { state } = decided.preview;
    this.logger.info({ preview_id: id, state }, 'an approver decided on a preview');
    return this.view(decided);
  }

  private async require(caller: Caller, id: string): Promise<OwnedPreview> {
    const found = await this.store.find(approverOf(caller), id);
    if (found !== undefined) return found;
    throw notFound(
      `There is no preview ${id.slice(0, 80)} that wants a role of yours. GET /v1/agent/approvals lists those that do.`,
    );
  }

  private refusal({ userId }: Caller, { owner, preview }: OwnedPreview): AppError {
    const { approval } = preview;
    if (owner === userId)
      return new AppError(
        'approval_needed',
        `You asked for this change yourself: another user with the role "${approval?.role}" has to approve it.`,
      );
    const state = approval?.by === undefined ? shownState(preview, this.clock()) : 'approved';
    return new AppError(
      'preview_decided',
      `The preview is ${state} already, and that stands; this call changed nothing.`,
    );
  }

  private view({ owner, preview }: OwnedPreview): JsonObject {
    const view = toView(preview, this.clock(), this.kinds.find(preview.kind));
    return { ...view, requested_by: owner };
  }
}

function approverOf({ userId, roles = [] }: Caller): Approver {
  return { userId, roles };
}
