import { writeJson } from '../../../foundation/exact-json.js';
import type { Agent, Agents } from '../../../agentloop/agent.js';
import { storePreview } from '../../../agentloop/previews.js';
import type { LoopDeps } from '../../../agentloop/run.js';
import type { CatalogEntry } from '../../../agenttools/catalog.js';
import { executeCall, type ExecutedCall } from '../../../agenttools/executor.js';
import { RunScratch } from '../../../agenttools/run-scratch.js';
import {
  modelDescription,
  type Caller,
  type ChangeProposal,
  type Tool,
} from '../../../agenttools/tool.js';
import { Deadline, untilAborted } from '../../../foundation/clock.js';
import { defined } from '../../../foundation/defined.js';
import { AppError, indexError, invalidArguments } from '../../../foundation/errors.js';
import { newId } from '../../../foundation/ids.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { LlmMessage } from '../../../llm/types.js';
import { type PreviewsService } from '../../previews/previews.service.js';

interface ProposalConversations {
  open(userId: string, id: string, contextType: string): Promise<unknown>;
  append(userId: string, id: string, messages: readonly JsonObject[]): Promise<void>;
}

export interface McpRequest {
  caller: Caller;
  signal: AbortSignal;
  pageUrl: string;
}

/** An answer for a client: an object, or a result as the model there reads it. */
export interface McpAnswer {
  value?: JsonObject;
  text?: string;
  isError?: boolean;
  waiting?: string;
  link?: { url: string; title: string };
}

const FOUND = 6;

/** The tools of the server as an MCP client may use them: found, read, and proposed with; never applied. */
export class McpCalls {
  constructor(
    private readonly loop: () => Omit<LoopDeps, 'record'>,
    private readonly agents: Agents,
    private readonly previews: PreviewsService,
    private readonly conversations: ProposalConversations,
  ) {}

  async search(
    query: string,
    limit: number | undefined,
    { signal }: McpRequest,
  ): Promise<McpAnswer> {
    const { catalog, index } = this.loop().selection;
    const reason = await index.unavailable();
    if (reason !== undefined)
      throw indexError(`Tools cannot be searched at the moment: ${reason}.`);
    const allowed = new Set(this.usable().map(({ tool }) => tool.name));
    const options = { topK: limit ?? FOUND, minScore: -1, allowed, signal };
    const { matches } = await index.rank([{ text: query, weight: 1 }], options);
    const tools = matches.flatMap(({ name }) => {
      const found = catalog.find(name)?.tool;
      return found === undefined ? [] : [shortOf(found)];
    });
    const next = 'describe_tool shows the arguments of one of them.';
    return { value: { tools, searched: allowed.size, next } };
  }

  describe(name: string): McpAnswer {
    const { tool } = this.find(name);
    const description = modelDescription(tool);
    return { value: { ...shortOf(tool), description, input_schema: tool.inputSchema } };
  }

  /** Runs a tool that reads; anything else is refused before it begins. */
  async read(name: string, input: JsonObject, request: McpRequest): Promise<McpAnswer> {
    const entry = this.find(name);
    if (entry.tool.effect !== 'read')
      throw new AppError(
        'write_refused',
        `${name} does not only read, so it was not called. Use propose_change: a person decides then.`,
      );
    const { isError, content: text } = await this.run(entry, input, request, newId());
    return { text, isError };
  }

  /** Stores the change that a tool proposes, in a conversation of its own where the user decides. */
  async propose(
    name: string,
    input: JsonObject,
    request: McpRequest,
    replaces?: string,
  ): Promise<McpAnswer> {
    const entry = this.find(name);
    if (entry.tool.effect !== 'propose')
      throw invalidArguments(`${name} proposes no change; call_read_tool calls it.`);
    const conversationId = newId();
    const executed = await this.run(entry, input, request, conversationId);
    const signal = executed.signals.find((one) => one.type === 'preview');
    if (executed.isError || signal?.type !== 'preview')
      return { text: executed.content, isError: true };
    return this.show(entry.tool, executed, signal.preview, {
      ...request,
      conversationId,
      ...defined({ replaces }),
    });
  }

  /** How a change of the caller stands; rejects with `not_found` for anybody else's. */
  async status(id: string, { caller, pageUrl }: McpRequest): Promise<McpAnswer> {
    const { previews } = this;
    const preview = await previews.find(caller, id);
    const { state, description, expires_at: expires, error, result } = previews.view(preview);
    const url = linkTo(pageUrl, preview.conversationId);
    return {
      value: { preview_id: id, state, description, expires_at: expires, error, result, link: url },
    };
  }

  private async show(
    tool: Tool,
    { call }: ExecutedCall,
    proposal: ChangeProposal,
    request: McpRequest & { conversationId: string; replaces?: string },
  ): Promise<McpAnswer> {
    const { caller, pageUrl, conversationId, replaces } = request;
    const { userId } = caller;
    const contextType = this.agentOf(tool)?.contextType ?? '';
    await this.conversations.open(userId, conversationId, contextType);
    const run = { caller, runId: newId(), conversationId, ...defined({ replaces }) };
    const { saved, event } = await storePreview({ tool, call, proposal }, run, this.loop());
    const { tool_use_id: _call, ...shown } = event.data;
    const description = String(shown['description']);
    await this.conversations.append(userId, conversationId, messagesOf(call, description));
    const url = linkTo(pageUrl, conversationId);
    const status = saved.decided?.['state'] ?? 'waiting';
    const note =
      saved.decided === undefined
        ? 'Nothing is changed. The user decides at the link; change_status tells how.'
        : 'The operator lets changes of this kind through: nobody was asked. state says what became of it.';
    return {
      value: { status, link: url, note, ...shown },
      link: { url, title: `Decide: ${description}` },
      ...(saved.decided === undefined && { waiting: saved.id }),
    };
  }

  private async run(
    entry: CatalogEntry,
    input: JsonObject,
    { caller, signal }: McpRequest,
    conversationId: string,
  ): Promise<ExecutedCall> {
    const { toolCall, limits, timer, logger } = this.loop();
    const agent = this.agentOf(entry.tool) as Agent;
    const scratch = new RunScratch();
    const run = { runId: newId(), conversationId, agent, caller, message: '', history: [] };
    const deadline = new Deadline(signal, timer);
    const { name } = entry.tool;
    deadline.start(limits.maxToolSeconds, () => tooSlow(name, limits.maxToolSeconds));
    try {
      const offered = { find: () => entry, names: () => [name], allowed: () => true };
      const callOf = (tool: Tool) =>
        toolCall({ ...run, requestContext: {}, scratch }, tool, deadline.signal);
      const call = { id: newId(), name, arguments: input };
      const sizes = { content: limits.maxResultBytes, event: limits.maxResultBytes };
      const executed = executeCall(call, offered, callOf, logger, sizes);
      return await untilAborted(executed, deadline.signal);
    } finally {
      deadline.stop();
    }
  }

  /** Tools that some agent has, and that read or propose: drafts belong to a chat. */
  private usable(): CatalogEntry[] {
    const { catalog } = this.loop().selection;
    return catalog.tools.flatMap((tool) => {
      const entry = catalog.find(tool.name);
      const isUsable = tool.effect !== 'draft' && this.agentOf(tool) !== undefined;
      return entry !== undefined && isUsable ? [entry] : [];
    });
  }

  private find(name: string): CatalogEntry {
    const found = this.usable().find(({ tool }) => tool.name === name);
    if (found !== undefined) return found;
    throw new AppError(
      'unknown_tool',
      `There is no tool "${name.slice(0, 80)}" here. search_tools finds those there are.`,
    );
  }

  private agentOf({ groups }: Tool): Agent | undefined {
    return this.agents.list.find((agent) => agent.groups.some((group) => groups.includes(group)));
  }
}

function shortOf({ name, title, description, effect, source }: Tool): JsonObject {
  return { name, title: title ?? name, description, effect, source };
}

function linkTo(pageUrl: string, conversationId: string): string {
  return `${pageUrl}/#/chat/${conversationId}`;
}

function tooSlow(name: string, seconds: number): AppError {
  return new AppError(
    'tool_timeout',
    `${name} did not end within ${seconds} seconds and was stopped. Ask for less.`,
  );
}

/** What the page shows of a proposal: who asked for what, as if it had been said in a chat. */
function messagesOf(call: ExecutedCall['call'], description: string): JsonObject[] {
  const { id, name } = call;
  const content = writeJson({ status: 'preview_sent', change: description });
  const messages: LlmMessage[] = [
    { role: 'user', content: `Proposed over MCP: ${description}` },
    { role: 'assistant', content: '', toolCalls: [call] },
    { role: 'tool', toolCallId: id, name, content, isError: false },
  ];
  return messages;
}
