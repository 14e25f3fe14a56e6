import type { ArgumentCheck, Tool, ToolOperation } from '../../tool.js';

/** A tool of a document. */
export interface DocumentTool extends Tool {
  check: ArgumentCheck;
  indexed: NonNullable<Tool['indexed']>;
  /** Absent for the tools that the source itself adds. */
  operation?: Extract<ToolOperation, { id: string }>;
}
