import { expect } from '@jest/globals';
import { isTerminal, wireName, type AgentEvent } from '../../src/agentloop/events.js';
import type { LlmMessage } from '../../src/llm/types.js';
import { eventsOf, runToEnd, type LoopParts } from './loop.js';
import { ScriptedModel, type ScriptTurn } from './scripted-model.js';

/** Runs `turns`, all of which are asked for, and holds the run to what every run must be. */
export async function play(turns: readonly ScriptTurn[], parts: Omit<LoopParts, 'llm'> = {}) {
  const llm = new ScriptedModel(turns);
  const run = await playOn({ llm, ...parts });
  llm.expectUsedUp();
  return { ...run, llm };
}

/** Runs a model that is not scripted, and holds the run to what every run must be. */
export async function playOn(parts: LoopParts) {
  const { events, recorded, previews } = await runToEnd(parts);
  expect(events.filter(isTerminal)).toEqual([events.at(-1)]);
  expectCallsAnswered(recorded);
  const results = eventsOf(events, 'tool_call_result');
  return { events, recorded, previews, results, end: events.at(-1) as AgentEvent };
}

/** A call in a recorded conversation stands with exactly one result, right behind it and in order. */
function expectCallsAnswered(messages: readonly LlmMessage[]): void {
  const open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') expect(message.toolCallId).toBe(open.shift());
    else expect(open).toEqual([]);
    if (message.role === 'assistant') open.push(...(message.toolCalls ?? []).map(({ id }) => id));
  }
  expect(open).toEqual([]);
}

/** Types of events, with what tells two of a kind apart. */
export function outline(events: readonly AgentEvent[]): string[] {
  return events.map((event) => {
    const { type, data } = event;
    if (type === 'content_chunk') return `${type} ${data.chunk}`;
    if (type === 'message_start') return `${type} ${data.turn}`;
    if (type === 'tool_call_start' || type === 'tool_call_result')
      return `${type} ${data.tool_use_id}`;
    return type === 'error' ? `${type} ${data.code}` : wireName(event);
  });
}
