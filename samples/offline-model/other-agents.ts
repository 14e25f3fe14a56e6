import type { LlmRequest, ToolSpec } from '../../src/llm/types.js';
import { isObject } from '../../src/foundation/json.js';

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
  const { properties } = inputSchema;
  const agent = isObject(properties) ? properties['agent'] : undefined;
  const types: unknown = isObject(agent) ? agent['enum'] : undefined;
  if (!Array.isArray(types)) return [];
  return types.flatMap((type) => {
    if (typeof type !== 'string') return [];
    const opening = `${type} (`;
    const at = description.indexOf(opening);
    const start = at + opening.length;
    const end = at < 0 ? -1 : description.indexOf(':', start);
    return [end < 0 ? type : description.slice(start, end)];
  });
}
