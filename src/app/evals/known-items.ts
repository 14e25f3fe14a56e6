import type { Tool } from '../../agenttools/tool.js';
import type { JsonObject } from '../../foundation/json.js';

/**
 * A scenario for each tool that has an example: the request has to find its tool. Reads have to run it
 * too; of changes nothing more is known. Tools of one title are told apart by their names.
 */
export function knownItemScenarios(tools: readonly Tool[], agent: string): JsonObject[] {
  const used = new Set<string>();
  return tools.flatMap(({ name, title, examples, effect }) => {
    const say = examples.find((example) => example.trim() !== '');
    if (say === undefined) return [];
    const plain = title?.trim() || name;
    const unique = [plain, `${plain} (${name})`].find((one) => !used.has(one)) ?? name;
    used.add(unique);
    const expect = {
      offered: [name],
      ...(effect === 'read' ? { tools: { use: [name] }, changes: [] } : {}),
    };
    return [{ name: unique, agent, turns: [{ say, expect }] }];
  });
}
