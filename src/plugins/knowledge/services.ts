import type { ToolCall } from '../../agenttools/tool.js';
import type { VariantServices } from '../../citations/query-variants.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { OutsideKnowledge } from '../../knowledge/outside/outside.model.js';

/** What the tools of the knowledge base work with. */
export interface KnowledgeServices extends VariantServices {
  /** The caller's documents and the shared ones. */
  knowledge: Knowledge;
  outside: OutsideKnowledge;
}

/** A call of one of them. */
export type KnowledgeCall = ToolCall & KnowledgeServices;
