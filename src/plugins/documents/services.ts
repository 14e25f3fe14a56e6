import { toolsFor, type ToolCall } from '../../agenttools/tool.js';
import type { VariantServices } from '../../citations/query-variants.js';
import type { Knowledge } from '../../knowledge/knowledge.js';

/** What the tools of documents work with beside the backend. */
export interface DocumentServices extends VariantServices {
  /** The caller's documents and the shared ones. */
  knowledge: Knowledge;
}

/** A call of one of them. */
export type DocumentCall = ToolCall & DocumentServices;

/** Makes a tool of this plugin. */
export const documentTool = toolsFor<DocumentServices>('documents');
