import type { JsonObject } from '../../foundation/json.js';
import type { Tool, ToolContext, ToolOutcome } from '../tool.js';

/** What a tool's file states; the schema's frame is added by {@link defineTool}. */
export interface ToolSpec<Input> extends Omit<Tool, 'inputSchema' | 'execute'> {
  /** JSON Schema of each argument. */
  properties: Readonly<Record<keyof Input & string, JsonObject>>;
  required?: readonly (keyof Input & string)[];
  /** Gets arguments that passed the schema, so `Input` may be trusted. */
  execute(this: void, input: Input, context: ToolContext): Promise<ToolOutcome>;
}

/** Makes a {@link Tool} whose schema is a closed object of the given properties. */
export function defineTool<Input extends object>(spec: ToolSpec<Input>): Tool {
  const { properties, required = [], execute, ...rest } = spec;
  return {
    ...rest,
    inputSchema: {
      type: 'object',
      properties,
      required: [...required],
      additionalProperties: false,
    },
    execute: (input, context) => execute(input as Input, context),
  };
}
