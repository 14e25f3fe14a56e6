import { closedObject, type JsonObject } from '../foundation/json.js';
import type { RequestOrigin } from '../foundation/trace-headers.js';
import type { LlmCall } from '../llm/types.js';
import type { RunScratch } from './run-scratch.js';
import type { ReadClient } from './sources/clients.js';

/** `read`: in parallel and again; `draft`: something of the user's own; `propose`: a change that a person decides on. */
export type ToolEffect = 'read' | 'draft' | 'propose';

export interface Caller {
  userId: string;
  /** The caller's own `Authorization` header, forwarded to the backend and to nobody else. */
  authorization?: string;
  /** What the token says that the user may do here, for the operator's policies. */
  roles?: readonly string[];
  /** Absent where no request of the user's stands behind the work. */
  origin?: RequestOrigin;
}

/** What every tool call gets, and nothing else: there is no client here that could write. */
export interface ToolCall {
  caller: Pick<Caller, 'userId'>;
  conversationId: string;
  /** The request's context object as the page sent it (`workflow_id`, `project_id`, …). */
  requestContext: JsonObject;
  signal: AbortSignal;
  scratch: RunScratch;
  /** The backend of the tool's source, as the caller may read it. */
  read: ReadClient;
  id?: string;
  /** How much of an answer is taken, in characters of JSON; absent: what a model can read. */
  answerChars?: number;
}

/** A change a tool proposes: shown to the user, stored, and applied only when the user accepts. */
export interface ChangeProposal {
  kind: string;
  description: string;
  payload: JsonObject;
  targetId?: string;
  /** What the proposal was made from, such as a draft, or sets: a newer proposal of the same replaces the older. */
  subject?: string;
  /** Its subject replaces proposals of other runs alone: two changes of one run may both be meant. */
  acrossRuns?: boolean;
  /** Further fields of the event (`name`, `rows`, `diff`…), in wire names. */
  extra?: JsonObject;
  /** What applying and undoing it need beside the payload; stored with it, never shown. */
  facts?: JsonObject;
}

export type ToolSignal =
  // `by`: whose proposal it is, where a tool shows what others proposed: all of them are stored as one plan, or none is.
  | { type: 'preview'; preview: ChangeProposal; by?: { tool: Tool; call: LlmCall } }
  /** An event of the plugin's own, in wire names; pages that do not know it ignore it. */
  | { type: 'event'; event: string; data: JsonObject };

/** `result` goes to the model, condensed; `signals` to the user before it. With a preview the model never gets its payload. */
export interface ToolOutcome {
  result: unknown;
  signals?: readonly ToolSignal[];
  /** What people are shown in place of `result`, where the model gets less of it. */
  shown?: unknown;
  /** The backend's own page of what was read; of rows, `{field}` is that field of each. */
  link?: string;
  /** The call failed, and `result` says how: for failures that also carry signals. */
  isError?: boolean;
}

export type ArgumentCheck = (input: JsonObject) => void;

/** The operation of a backend behind a tool: of an OpenAPI document, or a tool of an MCP server. */
export type ToolOperation = { id: string; method: string; path: string } | { tool: string };

interface ToolFacts {
  name: string;
  title?: string;
  description: string;
  /** JSON Schema (draft 2020-12 subset: object with properties, required, enum, items…). */
  inputSchema: JsonObject;
  /** The same for a form that people fill in, where the model is shown less. */
  formSchema?: () => JsonObject;
  /** Sentences a user might say when this tool is right; indexed, never sent to the model. */
  examples: readonly string[];
  /** Whole arguments as its documentation has them, for the models whose API takes such; perhaps not valid. */
  exampleCalls?: readonly JsonObject[];
  /** Which agents see it: those that name one of the groups. */
  groups: readonly string[];
  effect: ToolEffect;
  /** The kind of change it proposes; there exactly where `effect` is `propose`. */
  proposes?: string;
  /** What the index reads instead of the description and the fields of `inputSchema`. */
  indexed?: { description: string; parameters: string };
  /** Checks the arguments instead of `inputSchema`: for tools that show the model less than they take. */
  check?: ArgumentCheck;
  /** Where it comes from, for tools that were not written in code. */
  operation?: ToolOperation;
  /** It passes an `ExactNumber` on; every other tool gets plain numbers, and none that rounding would change. */
  exactNumbers?: true;
  /** The tool that shows a model what `inputSchema` leaves out: offered wherever this one is. */
  schemaTool?: string;
  /** Arguments filled from the request's context when the model leaves them out or blank. */
  contextIds?: Readonly<Record<string, { key: string }>>;
}

/** `execute` gets arguments that passed `inputSchema`, and throws an `AppError` that tells the model what to do next. */
export interface Tool extends ToolFacts {
  source: string;
  execute(input: JsonObject, call: ToolCall): Promise<ToolOutcome>;
}

/** A tool's description for a model: where it is shown a part of the arguments, with who shows the rest. */
export function modelDescription({ description, schemaTool }: Tool): string {
  return schemaTool === undefined
    ? description
    : `${description} Some arguments are shown without all their fields or values: ${schemaTool} shows them.`;
}

/** A tool written against its plugin's services; {@link withServices} makes a {@link Tool} of it. */
export interface ToolOf<Services> extends ToolFacts {
  execute(input: JsonObject, call: ToolCall & Services): Promise<ToolOutcome>;
}

export function withServices<Services>(
  source: string,
  tools: readonly ToolOf<Services>[],
  services: Services,
): Tool[] {
  return tools.map((tool) => ({
    ...tool,
    source,
    execute: (input, call) => tool.execute(input, { ...call, ...services }),
  }));
}

export interface NewTool<Input, Services> extends Omit<
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
  spec: NewTool<Input, Services>,
): ToolOf<Services> {
  const { properties, required = [], execute, effect = 'read', ...rest } = spec;
  return {
    ...rest,
    effect,
    inputSchema: closedObject(required, properties),
    execute: (input, call) => execute(input as Input, call),
  };
}

/** A {@link defineTool} for the tools of one plugin, over its services; of these groups where a tool names none. */
export function toolsFor<Services>(...groups: readonly string[]) {
  return <Input extends object>(
    spec: Omit<NewTool<Input, Services>, 'groups'> & { groups?: readonly string[] },
  ): ToolOf<Services> => defineTool<Input, Services>({ groups, ...spec });
}

/** How a call that is under way reaches its user, before it has a result. */
export interface LiveCall {
  /** Shows an event at once, in wire names. Nothing is shown any more once the call has ended. */
  show(event: string, data: JsonObject): void;
  /** Stops the time limit of the call, as it waits for its user; what it answers starts the limit again. */
  pause(): () => void;
}
