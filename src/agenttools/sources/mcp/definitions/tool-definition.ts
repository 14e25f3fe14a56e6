import type { JsonObject } from '../../../../foundation/json.js';

/** One tool as its server describes it, with nothing cleaned: what is pinned and what tools are made of. */
export interface ToolDefinition {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations: JsonObject;
}

/** A tool that is not offered, and why. */
export interface RefusedTool {
  tool: string;
  reason: string;
}
