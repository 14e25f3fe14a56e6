import type { JsonObject } from '../foundation/json.js';
import type { ModelRole } from '../llm/models.js';
import type { RunLimits } from './budget.js';
import type { AgentHooks, RunContext } from './agent-hooks.js';
import type { AgentRouting } from './routing/agent-routing.js';

/** Which model does what in an agent's runs. */
export interface ModelRoles {
  /** Chooses the steps and calls the tools. */
  tools: ModelRole;
  /** Answers what a closing asks. */
  closing: ModelRole;
}

/** What one agent asks of the shared loop; a limit counts where it is stricter than the server's. */
export interface Policy extends Partial<RunLimits> {
  /** Output tokens of one model call. */
  maxTokens: number;
  /** Only a model of `AGENT_MODELS` may choose the steps; with another one the run fails, or is rescued. */
  trustedModelsOnly?: boolean;
  /** Seconds of a run that its turns leave to the closing, at most half of them; absent: none. */
  closingSeconds?: number;
  /** Which models its runs use; absent: one for everything. */
  models?: ModelRoles;
}

/**
 * One kind of chat: which tools, which of them always, which prompt, which limits. The loop knows
 * agents only by this; plugins bring them, and a new one changes nothing here.
 */
export interface Agent {
  contextType: string;
  /** What it is called on a page. */
  title: string;
  /** One sentence for people: what it can do. */
  description: string;
  /** Messages a user may begin with; each works without anything open. */
  examples: readonly string[];
  /** The examples speak of the sample: where that is not served there are none. */
  examplesOfSample?: boolean;
  /** Only a model does what the examples ask for: without one there are none. */
  examplesNeedModel?: boolean;
  groups: readonly string[];
  /** All tools of the groups are offered at once: there is nothing to rank and nothing more to find. */
  offersAll?: boolean;
  /** Names of the tools that are always offered in this context. */
  coreTools(context: JsonObject): readonly string[];
  /** The name of the prompt section its prompt states, among those of the loop's; absent: none. */
  promptSection?: string;
  /** Equal context and prompt section give an equal prompt, so that prompt caches hit. */
  systemPrompt(context: JsonObject, promptSection?: string): string;
  policy: Policy;
  /** How it is found where a request does not name it; absent: by title, description, examples and tools. */
  routing?: AgentRouting;
  /** How its runs continue from turn to turn, created for each run; without it a run ends with the first answer without calls. */
  hooks?(run: RunContext): AgentHooks;
}
