import type { JsonObject } from '../foundation/json.js';
import type { ToolGroup } from '../agenttools/tool.js';

/** The limits one agent puts on the shared loop. */
export interface Policy {
  /** Model calls per run; past it the run ends with a `turn_limit` error. */
  maxTurns: number;
  /** Output tokens of one model call. */
  maxTokens: number;
}

/**
 * One kind of chat: which tools, which of them always, which prompt, which limits. The loop knows
 * agents only by this; a new agent is a new folder in `src/agents` and changes nothing here.
 */
export interface Agent {
  contextType: string;
  /** What it is called on a page. */
  title: string;
  /** One sentence for people: what it can do. */
  description: string;
  /** Messages a user may begin with; each works without anything open. */
  examples: readonly string[];
  groups: readonly ToolGroup[];
  /** Names of the tools that are always offered in this context. */
  coreTools(context: JsonObject): readonly string[];
  /** Equal context gives an equal prompt, so that prompt caches hit. */
  systemPrompt(context: JsonObject): string;
  policy: Policy;
}
