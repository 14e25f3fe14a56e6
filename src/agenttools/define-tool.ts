import type { JsonObject } from '../foundation/json.js';
import type { ToolCall, ToolEffect, ToolOf, ToolOutcome } from './tool.js';

/** What a tool's file states; the schema's frame is added by {@link defineTool}. */
export interface ToolSpec<Input, Services> extends Omit<
  ToolOf<Services>,
  'inputSchema' | 'execute' | 'effect'
> {
  /** `read` where it is left out. */
  effect?: ToolEffect;
  properties: Readonly<Record<keyof Input & string, JsonObject>>;
  required?: readonly (keyof Input & string)[];
  /** Gets arguments that passed the schema, so `Input` may be trusted. */
  execute(this: void, input: Input, call: ToolCall & Services): Promise<ToolOutcome>;
}

/** Makes a {@link ToolOf} whose schema is a closed object of the given properties. */
export function defineTool<Input extends object, Services = unknown>(
  spec: ToolSpec<Input, Services>,
): ToolOf<Services> {
  const { properties, required = [], execute, effect = 'read', ...rest } = spec;
  return {
    ...rest,
    effect,
    inputSchema: {
      type: 'object',
      properties,
      required: [...required],
      additionalProperties: false,
    },
    execute: (input, call) => execute(input as Input, call),
  };
}

/** A {@link defineTool} for the tools of one plugin, over its services; of these groups where a tool names none. */
export function toolsFor<Services>(...groups: readonly string[]) {
  return <Input extends object>(
    spec: Omit<ToolSpec<Input, Services>, 'groups'> & { groups?: readonly string[] },
  ): ToolOf<Services> => defineTool<Input, Services>({ groups, ...spec });
}
