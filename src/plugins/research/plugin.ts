import type { SettingsReader } from '../../foundation/settings-reader.js';
import { definePlugin } from '../../host/plugin.js';
import { readOutsideServices } from '../../knowledge/outside/services/outside-sources.js';
import { openResearch, type Research, type ResearchSettings } from './open-research.js';
import { ResearchStreams } from './routes/research-streams.js';
import { ResearchController } from './routes/research.controller.js';
import { ResearchService } from './research.service.js';

/** Deep research: asks before it digs, shows its plan, and signs its report with sources. */
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

/** Reads the settings of deep research. */
export function readResearchSettings(read: SettingsReader): ResearchSettings {
  return {
    workers: read.integer('RESEARCH_WORKERS', 2, 0, 64),
    leaseSeconds: read.number('RESEARCH_LEASE_S', 15, 1, 3600),
    maxOpen: read.integer('MAX_RESEARCH_PER_USER', 10, 1, 10_000),
    keepDays: read.integer('RESEARCH_KEEP_DAYS', 90, 0, 36_500),
    outside: readOutsideServices(read),
  };
}
