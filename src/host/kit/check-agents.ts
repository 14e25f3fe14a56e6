import type { Agent } from '../../agentloop/agent.js';
import type { Tool } from '../../agenttools/tool.js';
import { messageOf } from '../../foundation/errors.js';
import { verdict, type Finding } from './finding.js';

/** Whether agents name groups and core tools that are there, and give the same prompt for the same context. */
export function checkAgents(agents: readonly Agent[], tools: readonly Tool[]): Finding[] {
  const faults = agents.flatMap((agent) => faultsOf(agent, tools));
  const held =
    agents.length === 0
      ? 'it brings none'
      : agents.map(({ contextType }) => contextType).join(', ');
  return verdict('agents', faults, held);
}

function faultsOf(agent: Agent, tools: readonly Tool[]): string[] {
  const { contextType, groups } = agent;
  const groupsThere = new Set(tools.flatMap((tool) => tool.groups));
  const own = tools.filter((tool) => tool.groups.some((group) => groups.includes(group)));
  const faults: string[] = [];
  // One group of several may be empty: its tools may need a key that is not set.
  if (own.length === 0)
    faults.push(
      `${contextType} names the groups ${groups.join(', ')}, which no tool is in; there are ${[...groupsThere].join(', ')}.`,
    );
  try {
    const known = new Set(own.map(({ name }) => name));
    for (const core of agent.coreTools({}))
      if (!known.has(core))
        faults.push(`${contextType} always offers ${core}, which is no tool of its groups.`);
    const prompt = agent.systemPrompt({ id: 1 });
    if (typeof prompt !== 'string' || prompt.trim() === '')
      faults.push(`${contextType} has no prompt: its systemPrompt must answer a text.`);
    else if (agent.systemPrompt({ id: 1 }) !== prompt)
      faults.push(
        `${contextType} gives two prompts for one context, so no prompt cache of a provider can hit: leave out times and chance.`,
      );
  } catch (error) {
    faults.push(`${contextType} failed: ${messageOf(error)}`);
  }
  return faults;
}
