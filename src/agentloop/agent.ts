import type { JsonObject } from '../foundation/json.js';
import type { ModelRole, Models } from '../llm/models.js';
import type { RunLimits } from './budget.js';
import type { AgentHooks, RunContext } from './agent-hooks.js';
import type { AgentRouting } from './routing/agent-routing.js';
import { AppError } from '../foundation/errors.js';
import type { LlmProvider } from '../llm/types.js';

interface ModelRoles {
  tools: ModelRole;
  closing: ModelRole;
}

/** What one agent asks of the shared loop; a limit counts where it is stricter than the server's. */
interface Policy extends Partial<RunLimits> {
  maxTokens: number;
  /** Only a model of `AGENT_MODELS` may choose the steps; with another one the run fails, or is rescued. */
  trustedModelsOnly?: boolean;
  /** Seconds of a run that its turns leave to the closing, at most half of them; absent: none. */
  closingSeconds?: number;
  /** Which models its runs use; absent: one for everything. */
  models?: ModelRoles;
}

/** One kind of chat: which tools, which of them always, which prompt, which limits. */
export interface Agent {
  contextType: string;
  title: string;
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
  /** A model may run scripts that call its tools: they read, and propose what would change something. */
  runScript?: boolean;
  coreTools(context: JsonObject): readonly string[];
  promptSection?: string;
  /** Equal context and prompt section give an equal prompt, so that prompt caches hit. */
  systemPrompt(context: JsonObject, promptSection?: string): string;
  policy: Policy;
  /** How it is found where a request does not name it; absent: by title, description, examples and tools. */
  routing?: AgentRouting;
  /** How its runs continue from turn to turn, created for each run; without it a run ends with the first answer without calls. */
  hooks?(run: RunContext): AgentHooks;
}

export function modelFor(
  work: keyof ModelRoles,
  { models: roles }: Policy,
  models: Models,
): LlmProvider {
  return models[roles?.[work] ?? 'main'];
}

/** Rejects with `model_not_allowed` when the agent wants a model that is trusted with tools, and the one that works its tools is not listed. */
export function requireTrustedModel(
  policy: Policy,
  { trustedModels, models }: { trustedModels?: readonly string[]; models: Models },
): void {
  if (policy.trustedModelsOnly !== true || trustedModels === undefined) return;
  const { model } = modelFor('tools', policy, models);
  if (trustedModels.includes(model)) return;
  throw new AppError(
    'model_not_allowed',
    `The model ${model} is not among those that may choose this agent's steps (AGENT_MODELS: ${trustedModels.join(', ')}).`,
  );
}

export interface Agents {
  readonly list: readonly Agent[];
  /** The context type of a request that names none; absent: it is found out. */
  readonly usual?: string | undefined;
  /** The agent of a context type; rejects an unknown one with the list of those that exist. */
  for(this: void, contextType: string): Agent;
}

/** Agents in the order in which a page shows them; the list may be replaced while runs continue. */
export class LiveAgents implements Agents {
  /** The same list until it is replaced. */
  list: readonly Agent[] = [];

  /** @param usual the context type of requests that name none. */
  constructor(
    list: readonly Agent[],
    public usual?: string,
  ) {
    this.replace(list, usual);
  }

  readonly for = (contextType: string): Agent => {
    const found = this.list.find((agent) => agent.contextType === contextType);
    if (found !== undefined) return found;
    const known = this.list.map((agent) => agent.contextType);
    throw new AppError(
      'unknown_context_type',
      `There is no agent for the context type "${contextType.slice(0, 60)}". Use one of: ${known.join(', ')}.`,
      [{ path: 'context_type', message: 'unknown context type', allowed: known }],
    );
  };

  /** Runs that are under way keep their agent. */
  replace(list: readonly Agent[], usual?: string): void {
    this.list = [...new Map(list.map((agent) => [agent.contextType, agent])).values()];
    this.usual = usual;
  }
}
