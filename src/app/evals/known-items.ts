import type { Tool } from '../../agenttools/tool.js';
import type { JsonObject } from '../../foundation/json.js';

/**
 * A scenario for each tool that has an example: the request has to find its tool. Reads have to run it
 * too; of changes nothing more is known.
 */
export function knownItemScenarios(tools: readonly Tool[], agent: string): JsonObject[] {
  return tools.flatMap(({ name, title, examples, effect }) => {
    const [say] = examples;
    if (say === undefined) return [];
    const expect = {
      offered: [name],
      ...(effect === 'read' ? { tools: { use: [name] }, changes: [] } : {}),
    };
    return [{ name: title ?? name, agent, turns: [{ say, expect }] }];
  });
}
