import type { ToolCall } from '../../agenttools/tool.js';
import type { WorkingCopies } from './tools/working-copies.js';

/** What the tools of tables work with beside the backend. */
export interface TableServices {
  /** Tables changed in a conversation but not yet previewed and accepted. */
  workingCopies: WorkingCopies;
}

/** A call of one of them. */
export type TableCall = ToolCall & TableServices;
