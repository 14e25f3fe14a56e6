import { toolsFor, type ToolCall } from '../../agenttools/tool.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { ExplorerClient } from './graph/http-explorer.js';
import type { OutsideSources } from '../../knowledge/outside/services/outside-sources.js';
import type { PgCaseStore } from './store/cases.store.js';

/** What the tools of the law agents work with. */
export interface LawServices {
  /** The caller's documents and the shared ones. */
  knowledge: Knowledge;
  /** The knowledge graph of the explorer process. */
  explorer: ExplorerClient;
  /** The user's own cases and the samples. */
  cases: Pick<PgCaseStore, 'list'>;
  /** The configured sources of legal research. */
  legal: OutsideSources;
}

export type LawCall = ToolCall & LawServices;

/** Makes a tool of this plugin. */
export const lawTool = toolsFor<LawServices>('law');
