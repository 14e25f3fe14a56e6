import { toolsFor, type ToolCall } from '../../agenttools/tool.js';
import type { VariantServices } from '../../citations/query-variants.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { PgOutsideStore } from '../../knowledge/outside/outside.store.js';
import type { createPerplexitySearch } from '../../knowledge/outside/perplexity.js';
import type { Slot } from '../../agenttools/run-scratch.js';

/** What the tools of the knowledge base work with. */
export interface KnowledgeServices extends VariantServices {
  /** The caller's documents and the shared ones. */
  knowledge: Knowledge;
  /** What was kept of answers from outside, and the service, where one is configured. */
  outside: {
    store: PgOutsideStore;
    search: ReturnType<typeof createPerplexitySearch> | undefined;
  };
}

export type KnowledgeCall = ToolCall & KnowledgeServices;

/** The latest answer from outside in this run: what keywords are for when the model names none. */
export const lastOutsideSlot: Slot<{ resultId?: string }> = { make: () => ({}) };

/** Makes a tool of this plugin. */
export const knowledgeTool = toolsFor<KnowledgeServices>('knowledge');
