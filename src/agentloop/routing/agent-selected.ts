import type { AgentEvent } from '../events.js';
import type { AgentChoice, LikelyAgent } from './agent-choice.js';
import type { HandedOver } from './hand-over.js';

/** Tells who answers a message that named nobody. */
export function selectedEvent({ agent, confidence, why, alternatives }: AgentChoice): AgentEvent {
  return {
    type: 'agent_selected',
    data: {
      ...named(agent),
      why,
      confidence: rounded(confidence),
      alternatives: alternatives.map(toAlternative),
    },
  };
}

/** Tells that another agent goes on. */
export function handedOverEvent({ agent, reason }: HandedOver, choice: AgentChoice): AgentEvent {
  const all = [choice, ...choice.alternatives];
  const alternatives = all.filter((one) => one.agent !== agent).map(toAlternative);
  return {
    type: 'agent_selected',
    data: { ...named(agent), why: 'handed_over', reason, alternatives },
  };
}

function toAlternative({ agent, confidence }: LikelyAgent) {
  return { ...named(agent), confidence: rounded(confidence) };
}

function named({ contextType, title }: LikelyAgent['agent']) {
  return { agent: contextType, title };
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
