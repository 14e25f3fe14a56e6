import { compileArguments } from '../../agenttools/arguments.js';
import type { CatalogEntry } from '../../agenttools/catalog.js';
import type { Tool } from '../../agenttools/tool.js';
import { firstChars } from '../../foundation/text.js';
import { visibleText } from '../../foundation/invisible.js';
import { closedObject } from '../../foundation/json.js';
import type { Agent } from '../agent.js';
import type { AgentChoice, LikelyAgent } from './agent-router.js';
import type { AgentEvent } from '../events.js';

export const HAND_OVER = 'hand_over';

/** How often one run may change its agent: twice mends a wrong choice, more would be going in circles. */
const MAX_HAND_OVERS = 2;
const MAX_REASON = 300;
const MAX_DESCRIPTION = 200;

export interface HandedOver {
  agent: Agent;
  reason: string;
}

export class HandOvers {
  private readonly agents: readonly Agent[];
  private count = 0;
  private wanted: HandedOver | undefined;

  /** @param choice absent where the user named the agent, who then stays. */
  constructor(choice: AgentChoice | undefined) {
    const alternatives = choice?.alternatives.map(({ agent }) => agent) ?? [];
    this.agents = choice === undefined ? [] : [choice.agent, ...alternatives];
  }

  /** The tool for the agent of now; absent where there is nobody else, or the run has changed often enough. */
  toolFor(current: Agent): CatalogEntry | undefined {
    const others = this.agents.filter((agent) => agent !== current);
    if (others.length === 0 || this.count >= MAX_HAND_OVERS) return undefined;
    return handOverTool(others, (wanted) => (this.wanted = wanted));
  }

  take(): HandedOver | undefined {
    const { wanted } = this;
    this.wanted = undefined;
    if (wanted !== undefined) this.count += 1;
    return wanted;
  }
}

function handOverTool(others: readonly Agent[], give: (wanted: HandedOver) => void): CatalogEntry {
  const why = { minLength: 1, maxLength: MAX_REASON, description: 'One sentence for the user.' };
  const inputSchema = closedObject(['agent', 'why'], {
    agent: { type: 'string', enum: others.map(({ contextType }) => contextType) },
    why: { type: 'string', ...why },
  });
  const listed = others.map(({ contextType, title, description }) => {
    const short = firstChars(description, MAX_DESCRIPTION).replace(/\.$/, '');
    return `${contextType} (${title}: ${short})`;
  });
  const tool: Tool = {
    name: HAND_OVER,
    description: `Hands the user's message over to another agent, who answers it in your place with tools of its own. Call it at once, before anything else, when the message is for one of these and not for you: ${listed.join('; ')}.`,
    inputSchema,
    examples: [],
    groups: ['core'],
    source: 'core',
    effect: 'read',
    execute: async ({ agent: type, why }) => {
      const agent = others.find(({ contextType }) => contextType === type) as Agent;
      give({ agent, reason: firstChars(visibleText(String(why)), MAX_REASON) });
      return { result: { status: 'handed_over', agent: agent.contextType, title: agent.title } };
    },
  };
  return { tool, check: compileArguments(tool) };
}

export function selectedEvent({ why, alternatives, ...chosen }: AgentChoice): AgentEvent {
  const { confidence: sure, ...named } = toAlternative(chosen);
  return {
    type: 'agent_selected',
    data: { ...named, why, confidence: sure, alternatives: alternatives.map(toAlternative) },
  };
}

export function handedOverEvent({ agent, reason }: HandedOver, choice: AgentChoice): AgentEvent {
  const all = [choice, ...choice.alternatives];
  const alternatives = all.filter((one) => one.agent !== agent).map(toAlternative);
  return {
    type: 'agent_selected',
    data: {
      agent: agent.contextType,
      title: agent.title,
      why: 'handed_over',
      reason,
      alternatives,
    },
  };
}

function toAlternative({ agent: { contextType, title }, confidence }: LikelyAgent) {
  return { agent: contextType, title, confidence: Math.round(confidence * 100) / 100 };
}
