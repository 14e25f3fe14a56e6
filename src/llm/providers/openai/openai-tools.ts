import type { JsonObject } from '../../../foundation/json.js';
import type { LlmRequest, ToolChoice } from '../../types.js';

/** The `tools` and `tool_choice` fields; both left out when there is no tool, as some servers refuse an empty list. */
export function prepareTools({ tools, toolChoice }: LlmRequest): JsonObject {
  if (tools.length === 0) return {};
  const functions = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  return {
    tools: functions,
    ...(toolChoice === undefined ? {} : { tool_choice: convertChoice(toolChoice) }),
  };
}

function convertChoice(choice: ToolChoice): unknown {
  if (typeof choice === 'string') return choice;
  return { type: 'function', function: { name: choice.name } };
}
