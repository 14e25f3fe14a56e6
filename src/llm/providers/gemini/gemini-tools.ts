import {
  FunctionCallingMode,
  type FunctionDeclarationSchema,
  type Tool,
  type ToolConfig,
} from '@google/generative-ai';
import { defined } from '../../../foundation/defined.js';
import type { LlmRequest, ToolChoice, ToolSpec } from '../../types.js';

/** The `tools` and `toolConfig` fields; both left out when there is no tool. */
export function prepareTools(request: LlmRequest): { tools?: Tool[]; toolConfig?: ToolConfig } {
  const { tools, toolChoice } = request;
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map(declare);
  if (toolChoice === undefined) return { tools: [{ functionDeclarations }] };
  return { tools: [{ functionDeclarations }], toolConfig: convertChoice(toolChoice) };
}

/** A tool without parameters must leave `parameters` out: an object without properties is refused. */
function declare({ name, description, inputSchema }: ToolSpec) {
  const hasParameters = Object.keys(inputSchema['properties'] ?? {}).length > 0;
  // Rewritten before it came here; the client's type cannot say so.
  const parameters = inputSchema as unknown as FunctionDeclarationSchema;
  return { name, description, ...defined({ parameters: hasParameters ? parameters : undefined }) };
}

const modes = {
  auto: FunctionCallingMode.AUTO,
  none: FunctionCallingMode.NONE,
  required: FunctionCallingMode.ANY,
} as const;

function convertChoice(choice: ToolChoice): ToolConfig {
  if (typeof choice === 'string') return { functionCallingConfig: { mode: modes[choice] } };
  return {
    functionCallingConfig: { mode: FunctionCallingMode.ANY, allowedFunctionNames: [choice.name] },
  };
}
