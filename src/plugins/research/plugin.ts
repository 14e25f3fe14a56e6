import type { SettingsReader } from '../../foundation/settings-reader.js';
import { definePlugin, type PluginHost } from '../../host/plugin.js';
import {
  readOutsideServices,
  outsideLookups,
  type OutsideLookup,
  createOutsideSources,
  type OutsideServices,
} from '../../knowledge/outside/services/outside-sources.js';
import type { Logger } from '../../foundation/logger.js';
import { repeat, withinTime } from '../../foundation/clock.js';
import { RecentMap } from '../../foundation/recent-map.js';
import { isModel, type Models } from '../../llm/models.js';
import type { LlmProvider } from '../../llm/types.js';
import { ResearchStreams, ResearchController } from './routes/research.controller.js';
import { ResearchService } from './research.service.js';
import { ResearchWorkers } from './engine/workers.js';
import { createResearchSteps } from './research-steps.js';
import type { ResearchSteps } from './steps.js';
import { PgResearchWork } from './store/research-work.store.js';
import { PgResearchStore } from './store/research.store.js';

export const researchPlugin = definePlugin<ResearchSettings, Research>({
  name: 'research',
  migrations: new URL('./store/migrations/', import.meta.url),
  settings: readResearchSettings,
  open: openResearch,
  routes: ({ service, streams }) => [
    {
      module: class ResearchModule {},
      controllers: [ResearchController],
      providers: [
        { provide: ResearchService, useValue: service },
        { provide: ResearchStreams, useValue: streams },
      ],
    },
  ],
  stop: (research, graceMs) => research.stop(graceMs),
});

export function readResearchSettings(read: SettingsReader): ResearchSettings {
  return {
    workers: read.integer('RESEARCH_WORKERS', 2, 0, 64),
    leaseSeconds: read.number('RESEARCH_LEASE_S', 15, 1, 3600),
    maxOpen: read.integer('MAX_RESEARCH_PER_USER', 10, 1, 10_000),
    keepDays: read.integer('RESEARCH_KEEP_DAYS', 90, 0, 36_500),
    outside: readOutsideServices(read),
  };
}

interface ResearchSettings {
  /** Steps this server does at once, of all researches; 0 leaves them to other servers. */
  workers: number;
  /** How long a step belongs to a server that says nothing more. */
  leaseSeconds: number;
  maxOpen: number;
  /** How many days a research is kept after its end; 0 keeps it until its user deletes it. */
  keepDays: number;
  outside: OutsideServices;
}

export interface Research {
  service: ResearchService;
  streams: ResearchStreams;
  /** Breaks off what is under way, for other servers or the next start; waits for it at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

const LOOK_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const FIRST_MS = HOUR_MS / 12;

async function openResearch({
  settings,
  db,
  knowledge,
  models,
  news,
  steps: observer,
  clock,
  logger,
}: PluginHost<ResearchSettings>): Promise<Research> {
  const leaseMs = settings.leaseSeconds * 1000;
  const store = new PgResearchStore(db);
  const work = new PgResearchWork(db, leaseMs);
  const lookups = outsideLookups(createOutsideSources(settings.outside));
  const steps = stepsByResearch(models, lookups);
  const changed = (researchId: string): void => {
    news.notifier.notify(researchId);
    workers.wake();
  };
  const workers = new ResearchWorkers({
    store,
    work,
    steps,
    knowledge,
    logger,
    observer,
    changed,
    leaseMs,
    parallel: settings.workers,
    lookMs: LOOK_MS,
    aloneOnDatabase: db.kind === 'embedded',
  });
  const service = new ResearchService({
    store,
    clock,
    maxOpen: settings.maxOpen,
    outside: lookups.map(({ service }) => service),
    bases: async (userId) => [
      ...new Set((await knowledge.documents(userId)).map(({ kbId }) => kbId)),
    ],
    hasModel: () => isModel(models.small) && isModel(models.large),
    changed,
    ended: (researchId) => workers.abort(researchId),
  });
  const streams = new ResearchStreams({ ...news, service });
  await workers.start();
  const stopKeeping = keepFor(settings.keepDays, store, logger);
  const stop = async (graceMs: number): Promise<void> => {
    stopKeeping();
    // A step that does not heed its signal is left behind; its lease runs out.
    await withinTime(workers.stop(), graceMs, () => undefined);
  };
  return { service, streams, stop };
}

/** Deletes researches so many days after their end, until the answered function is called. */
function keepFor(days: number, store: PgResearchStore, logger: Logger): () => void {
  if (days === 0) return () => {};
  const look = async (): Promise<void> => {
    const removed = await store.removeEnded(days * DAY_MS);
    if (removed > 0) logger.info({ removed }, 'researches were deleted after their time');
  };
  const failed = (error: unknown): void =>
    logger.warn({ err: error }, 'researches past their time were not deleted');
  return repeat(HOUR_MS, look, failed, { firstMs: FIRST_MS });
}

/** So many researches are remembered; of one that is older the model of then is no longer known. */
const MAX_REMEMBERED = 1_000;

/** The steps of each research, with the models that there were when this server did its first: it ends with those. */
export function stepsByResearch(models: Models, lookups: readonly OutsideLookup[]) {
  const begun = new RecentMap<ResearchSteps>(MAX_REMEMBERED, Infinity);
  let newest: { main: LlmProvider; steps: ResearchSteps } | undefined;
  return (researchId: string): ResearchSteps => {
    const known = begun.get(researchId);
    if (known !== undefined) return known;
    if (newest?.main !== models.main)
      newest = { main: models.main, steps: createResearchSteps(models, lookups) };
    begun.set(researchId, newest.steps);
    return newest.steps;
  };
}
