import type { Tool } from 'ollama/browser';
import type { LlmRequest } from '../../types.js';

/**
 * The tools to send. Ollama has no `tool_choice`: `none` sends no tool, one by name sends only that
 * one, and `required` remains a wish that the caller must check.
 */
export function prepareTools({ tools, toolChoice }: LlmRequest): Tool[] {
  if (toolChoice === 'none') return [];
  const chosen =
    typeof toolChoice === 'object' ? tools.filter((tool) => tool.name === toolChoice.name) : tools;
  return chosen.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
}
