import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin } from '../../host/plugin.js';
import { PgCaseStore } from './store/cases.store.js';
import { lawAgent, lawResearchAgent } from './agent.js';
import { GRAPH_AND_SOURCES, GRAPH_SECTION, graphSection } from './graph-section.js';
import { explorerProbe } from './graph/explorer-state.js';
import { speaksOfLaws, speaksOfLawsAndCases } from './graph/speaks-of.js';
import { createHttpExplorer } from './graph/http-explorer.js';
import { explorerTools } from './graph/explorer-tools.js';
import { readLawSettings, type LawSettings } from './law-settings.js';
import { legalResearchTools, missingSources } from './legal-research/search-tools.js';
import { createOutsideSources } from '../../knowledge/outside/services/outside-sources.js';
import { CasesController } from './routes/cases.controller.js';
import { EXPLORER, GraphController } from './routes/graph.controller.js';
import { LawController } from './routes/law.controller.js';
import type { LawServices } from './services.js';
import { lawTools } from './tools/index.js';
import { searchLaw, quoteLaw } from './commands.js';

interface Services extends LawServices {
  settings: LawSettings;
  cases: PgCaseStore;
}

/** Answers about laws from a knowledge graph, the user's cases, and legal sources outside. */
export const lawPlugin = definePlugin<LawSettings, Services>({
  name: 'law',
  commands: [searchLaw, quoteLaw],
  migrations: new URL('./store/migrations/', import.meta.url),
  settings: readLawSettings,
  open: ({ db, clock, knowledge, settings }) => ({
    settings,
    knowledge,
    explorer: createHttpExplorer({ baseUrl: settings.explorerUrl, clock }),
    cases: new PgCaseStore(db, clock),
    legal: createOutsideSources(settings.services),
  }),
  sources: ({ settings, ...services }) => [
    staticTools({ id: 'law', title: 'Law cases', tools: lawTools, services }),
    staticTools({ id: 'law_graph', title: 'Knowledge graph', tools: explorerTools, services }),
    staticTools({
      id: 'law_outside',
      title: 'Legal sources outside',
      tools: legalResearchTools(settings.services),
      services,
    }),
  ],
  agents: ({ explorer, cases }) => ({
    law: {
      ...lawAgent,
      routing: { ...lawAgent.routing, speaksOf: speaksOfLawsAndCases(explorer, cases) },
    },
    law_research: {
      ...lawResearchAgent,
      routing: { ...lawResearchAgent.routing, speaksOf: speaksOfLaws(explorer) },
    },
  }),
  promptSections: ({ explorer, settings }) => ({
    [GRAPH_SECTION]: graphSection(explorer),
    [GRAPH_AND_SOURCES]: graphSection(explorer, missingSources(settings.services)),
  }),
  routes: ({ explorer, cases }) => [
    {
      module: class LawModule {},
      controllers: [LawController, GraphController, CasesController],
      providers: [
        { provide: EXPLORER, useValue: explorer },
        { provide: PgCaseStore, useValue: cases },
      ],
    },
  ],
  probes: ({ settings }) => ({ explorer: explorerProbe(settings) }),
});
