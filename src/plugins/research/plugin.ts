import { definePlugin } from '../../host/plugin.js';
import { openResearch, type Research } from './open-research.js';
import { readResearchSettings, type ResearchSettings } from './research-settings.js';
import { ResearchModule } from './routes/research.module.js';

/** Deep research: asks before it digs, shows its plan, and signs its report with sources. */
export const researchPlugin = definePlugin<ResearchSettings, Research>({
  name: 'research',
  migrations: new URL('./store/migrations/', import.meta.url),
  settings: readResearchSettings,
  open: openResearch,
  routes: (research) => [ResearchModule.register(research)],
  stop: (research, graceMs) => research.stop(graceMs),
});
