import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../foundation/json.js';

/** The context type with which a request leaves it to the server who answers. */
export const AUTO = 'auto';

export interface RoutingQuestion {
  message: string;
  userId: string;
  requestContext: JsonObject;
  signal: AbortSignal;
}

export interface AgentRouting {
  /** Further messages that are for it, in any language; never shown, only compared with. */
  examples?: readonly string[];
  /** Keys of the page's context that say that its thing is open. */
  contextKeys?: readonly string[];
  /** How much of a message its texts speak of, from 0 to 1, quickly. Agents that share a function are asked once. */
  speaksOf?(this: void, question: RoutingQuestion): Promise<number>;
}

/** What people say who want the agents of a module, by context type: `routing-examples.json` beside it. */
export function routingExamples(module: string): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(new URL('./routing-examples.json', module), 'utf8');
  return JSON.parse(text) as Record<string, readonly string[]>;
}

/** What spoke most for an agent; nothing, where it is merely the first. */
export type WhyAgent =
  'examples' | 'tools' | 'texts' | 'page' | 'conversation' | 'handed_over' | 'first';
