import type { LlmRequest, ToolSpec } from '../../src/llm/types.js';
import { objectOf } from './answers/words.js';
import { shapeOf } from './catalogue/tools.js';

/** The core tool with which a model gives a message to another agent. */
const HAND_OVER = 'hand_over';

/**
 * The request without the tool that hands it over, and the titles of the agents that tool names, the likeliest
 * first: this model hands nothing over, as it cannot tell what another agent would make of a message.
 */
export function apartFromOthers(request: LlmRequest): { request: LlmRequest; others: string[] } {
  const handOver = request.tools.find(({ name }) => name === HAND_OVER);
  if (handOver === undefined) return { request, others: [] };
  const tools = request.tools.filter((tool) => tool !== handOver);
  return { request: { ...request, tools }, others: titlesIn(handOver) };
}

/** The tool says of each agent `type (Title: what it does)`. */
function titlesIn({ inputSchema, description }: ToolSpec): string[] {
  const agent = objectOf(inputSchema['properties'])['agent'];
  return shapeOf(agent).values.map((type) => {
    const [, behind] = description.split(`${type} (`);
    return behind?.includes(':') ? behind.slice(0, behind.indexOf(':')) : type;
  });
}
