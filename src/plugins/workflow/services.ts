import type { ToolCall } from '../../agenttools/tool.js';
import type { DraftStore } from './tools/drafts.js';

/** What the tools of workflow rules work with beside the backend. */
export interface WorkflowServices {
  drafts: DraftStore;
}

/** A call of one of them. */
export type WorkflowCall = ToolCall & WorkflowServices;
