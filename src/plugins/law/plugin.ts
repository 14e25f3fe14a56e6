import { staticTools } from '../../agenttools/sources/tool-source.js';
import { definePlugin, type Probe } from '../../host/plugin.js';
import {
  createOutsideSources,
  type OutsideServices,
  readOutsideServices,
} from '../../knowledge/outside/services/outside-sources.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';
import { callApi } from '../../foundation/outbound/call-api.js';
import { isObject } from '../../foundation/json.js';
import { PgCaseStore } from './store/cases.store.js';
import {
  lawAgent,
  lawResearchAgent,
  GRAPH_AND_SOURCES,
  GRAPH_SECTION,
  graphSection,
  speaksOfLaws,
  speaksOfLawsAndCases,
} from './agent.js';
import { createHttpExplorer } from './graph/http-explorer.js';
import { explorerTools } from './graph/explorer-tools.js';
import { legalResearchTools, missingSources } from './legal-research/search-tools.js';
import { CasesController } from './routes/cases.controller.js';
import { EXPLORER, GraphController, LawController } from './routes/law.controller.js';
import { type LawServices, lawTools } from './tools/law-tools.js';
import { searchLaw, quoteLaw } from './commands.js';

interface Services extends LawServices {
  settings: LawSettings;
  cases: PgCaseStore;
}

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

export interface LawSettings {
  explorerUrl: string;
  /** Whether somebody said so; where it is then has to answer, for the server to be in order. */
  isExplorerUrlSet: boolean;
  services: OutsideServices;
  sampleCases: boolean;
}

/** Reads the settings of the law agent; the samples come with the embedded database only, unless asked for. */
export function readLawSettings(read: SettingsReader): LawSettings {
  const isEmbedded = read.optional('DATABASE_URL') === undefined;
  const port = read.text('EXPLORER_PORT', '3002');
  const explorerUrl = read.baseUrl('EXPLORER_URL');
  return {
    explorerUrl: explorerUrl ?? `http://127.0.0.1:${port}`,
    isExplorerUrlSet: explorerUrl !== undefined,
    services: readOutsideServices(read),
    sampleCases: read.choice('SAMPLE_CASES', ['on', 'off'], isEmbedded ? 'on' : 'off') === 'on',
  };
}

/** An explorer that nobody asked for and that never answered is not missed. */
export function explorerProbe({
  explorerUrl,
  isExplorerUrlSet,
}: Pick<LawSettings, 'explorerUrl' | 'isExplorerUrlSet'>): Probe {
  let hasAnswered = false;
  return async (signal) => {
    if (await explorerAnswers(explorerUrl, signal)) {
      hasAnswered = true;
      return { state: 'ok', detail: 'answers' };
    }
    if (isExplorerUrlSet)
      return { state: 'down', detail: 'cannot be reached: check that it runs, and EXPLORER_URL' };
    if (hasAnswered)
      return { state: 'down', detail: 'answered before and does not now; it is started again' };
    return { state: 'off', detail: 'does not run here' };
  };
}

async function explorerAnswers(url: string, signal: AbortSignal): Promise<boolean> {
  const body = { query: '{ __typename }' };
  try {
    const answer = await callApi({ url: `${url}/graphql`, body, signal });
    return isObject(answer) && isObject(answer['data']);
  } catch {
    // The reason would show an address of the inside.
    return false;
  }
}
