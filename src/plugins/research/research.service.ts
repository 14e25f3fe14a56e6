import { conflict } from '../../foundation/errors.js';
import type { Clock } from '../../foundation/clock.js';
import { keyTaken, requestHash } from '../../foundation/idempotency.js';
import { newId } from '../../foundation/ids.js';
import { begin, cancel, decidePlan, reply, editedTasks, type PlanItem } from './engine/moves.js';
import type { Change, StoredResearch } from './research.model.js';
import { noModel } from './judge/judge.js';
import { nextStage, notPossible } from './stages.js';
import type { Report } from './state.js';
import { DEFAULT_KB } from '../../knowledge/document.model.js';
import { ALL_BASES, newState, notValid, type NewResearch } from './state-reader.js';
import {
  unknownResearch,
  type PgResearchStore,
  type ResearchPage,
} from './store/research.store.js';

const MOST_OF_ALL = 20;

export interface ServiceDeps {
  store: PgResearchStore;
  clock: Clock;
  maxOpen: number;
  outside: readonly string[];
  /** The knowledge bases that hold a document that the user may read. */
  bases: (userId: string) => Promise<string[]>;
  hasModel: () => boolean;
  changed: (researchId: string) => void;
  /** Called when its user has ended or deleted a research, so that what runs for it stops. */
  ended: (researchId: string) => void;
}

/** What users do with researches: `conflict` where it is not possible, `not_found` for another user's. */
export class ResearchService {
  constructor(private readonly deps: ServiceDeps) {}

  /** Begins one, or finds what the user's `key` began: `conflict` for another request, `model_unavailable` without a model. */
  async begin(userId: string, research: NewResearch, key?: string): Promise<StoredResearch> {
    const { store, maxOpen, changed, outside, hasModel } = this.deps;
    if (!hasModel()) throw noModel();
    if (research.isOutside && outside.length === 0)
      throw notValid(
        'options.outside',
        'must be left out: no service outside is configured on this server (SERPAPI_API_KEY, OPENALEX_API_KEY, GOVINFO_API_KEY or COURTLISTENER_API_KEY)',
      );
    const sent = { requestHash: requestHash(research), idempotencyKey: key || undefined };
    const id = newId();
    const first = begin(newState(await this.withBases(userId, research), outside));
    const begun = await store.create({ id, userId, ...sent }, first, maxOpen);
    if (key !== undefined && begun.requestHash !== sent.requestHash) throw keyTaken(key);
    if (begun.id === id) changed(id);
    return this.find(userId, begun.id);
  }

  private async withBases(userId: string, research: NewResearch): Promise<NewResearch> {
    if (research.kb !== ALL_BASES) return research;
    const kbs = (await this.deps.bases(userId)).slice(0, MOST_OF_ALL);
    return { ...research, kb: kbs[0] ?? DEFAULT_KB, kbs };
  }

  /** Rejects as {@link begin} where the user has no room for another, unless the user's `key` began one before. */
  async requireRoom(userId: string, key: string | undefined): Promise<void> {
    await this.deps.store.requireRoom(userId, this.deps.maxOpen, key);
  }

  list(userId: string, page: { limit: number; offset: number }): Promise<ResearchPage> {
    return this.deps.store.list(userId, page);
  }

  async find(userId: string, id: string): Promise<StoredResearch> {
    const research = await this.deps.store.find(userId, id);
    if (research === undefined) throw unknownResearch(id);
    return research;
  }

  /** The report of a research; rejects with `conflict` while there is none. */
  async report(userId: string, id: string): Promise<Report> {
    const { stage, state } = await this.find(userId, id);
    if (state.report !== undefined) return state.report;
    throw notPossible(stage, `and has no report yet (GET /v1/research/${id} shows what there is)`);
  }

  /** Answers the questions of clarification; with a `checkpointId`, those questions and no later ones. */
  reply(userId: string, id: string, text: string, checkpointId?: string): Promise<StoredResearch> {
    return this.change(userId, id, (research) => {
      nextStage(research.stage, 'reply');
      requireCheckpoint(research, checkpointId);
      return reply(research, text, this.deps.clock());
    });
  }

  /** Edits the plan, which stays as it is without `tasks`, and approves it when told to. */
  plan(
    userId: string,
    id: string,
    { tasks, approve }: { tasks?: readonly PlanItem[] | undefined; approve: boolean },
    checkpointId?: string,
  ): Promise<StoredResearch> {
    return this.change(userId, id, (research) => {
      nextStage(research.stage, approve ? 'approve' : 'edit');
      requireCheckpoint(research, checkpointId);
      const wanted = editedTasks(research.state, tasks ?? research.state.tasks);
      return decidePlan(research, wanted, approve);
    });
  }

  /** Ends the research wherever it stands; what runs for it is broken off. */
  async cancel(userId: string, id: string): Promise<StoredResearch> {
    const research = await this.change(userId, id, cancel);
    this.deps.ended(id);
    return research;
  }

  /** Deletes the research with everything stored of it; what runs for it is broken off, and stores nothing. */
  async remove(userId: string, id: string): Promise<void> {
    if (!(await this.deps.store.remove(userId, id))) throw unknownResearch(id);
    this.deps.changed(id);
    this.deps.ended(id);
  }

  private async change(
    userId: string,
    id: string,
    decide: (research: StoredResearch) => Change,
  ): Promise<StoredResearch> {
    const research = await this.deps.store.change(userId, id, decide);
    this.deps.changed(id);
    return research;
  }
}

/** Rejects an answer to a question that is no longer the one that is asked. */
function requireCheckpoint({ checkpoint }: StoredResearch, answered: string | undefined): void {
  if (answered === undefined || checkpoint?.id === answered) return;
  throw conflict(
    `The checkpoint "${answered.slice(0, 80)}" is not the one that waits. Expected now: an answer to "${checkpoint?.id}".`,
    [
      {
        path: 'checkpoint_id',
        message: 'is not the one that waits',
        allowed: checkpoint && [checkpoint.id],
      },
    ],
  );
}
