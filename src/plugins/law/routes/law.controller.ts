import { Body, Controller, Headers, HttpCode, Inject, Post, Res, Get, Param } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ArrayNotEmpty } from 'class-validator';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';
import {
  ROUTE_LIMITS,
  type RouteLimits,
  checkConversationLimits,
  type ChatLimits,
} from '../../../agentapi/route-limits.js';
import { StartsRun, Costly } from '../../../agentapi/refuse-early.js';
import { RunsService } from '../../../agentapi/runs/runs.service.js';
import { closeSignal } from '../../../agentapi/sse-writer.js';
import type { JsonObject } from '../../../foundation/json.js';
import { formSentence } from '../../../agentapi/forms/forms.service.js';
import { completedEvents } from '../../../agentapi/runs/run-reader.js';
import { type AppError, invalidRequest, notFound } from '../../../foundation/errors.js';
import { HistoryMessage, type ChatRequest } from '../../../agentapi/chat.model.js';
import { ListOf } from '../../../http/body-fields.js';
import type { ExplorerClient } from '../graph/http-explorer.js';
import { nameLine } from '../graph/node-lines.js';

export const EXPLORER = Symbol('EXPLORER');

/** Ids are GraphQL's 32-bit integers. */
const ID = /^\d{1,9}$/;

/** The knowledge graph for the page, the same for all users: nothing in it is anybody's own. */
@Controller('v1/agent/graph')
export class GraphController {
  constructor(@Inject(EXPLORER) private readonly explorer: ExplorerClient) {}

  /** A node with its whole text and its first 50 connections; the client's time limit ends the question. */
  @Costly()
  @Get('nodes/:id')
  async node(@Param('id') id: string) {
    const { signal } = new AbortController();
    const found = ID.test(id) ? await this.explorer.node(Number(id), signal) : undefined;
    if (found === undefined)
      throw notFound(
        `There is no node ${id.slice(0, 80)} in the knowledge graph. Its ids are whole numbers, as search_nodes and the edges of a node give them.`,
      );
    const { node, edges } = found;
    return {
      ...nameLine(node),
      source_text: node.sourceText,
      edges: edges.map(({ other, ...line }) => ({ ...line, node: nameLine(other) })),
    };
  }
}

class ConversationBody {
  @ArrayNotEmpty({ message: 'messages must hold at least the message to answer' })
  @ListOf(() => HistoryMessage, 'messages', '{role, content}')
  messages: HistoryMessage[];
}

/** The conversation as a chat request of an agent; rejects with `invalid_request` one without a question at its end, or past `limits`. */
function toConversationRequest(
  { messages }: ConversationBody,
  contextType: string,
  limits: ChatLimits,
): ChatRequest {
  checkConversationLimits(messages, limits);
  const last = messages.at(-1);
  if (last?.role !== 'user') throw notAsked(messages, 'role', 'must be user: it is answered');
  if (last.content.trim() === '') throw notAsked(messages, 'content', 'must not be empty');
  return {
    message: last.content,
    contextType,
    requestContext: {},
    history: messages.slice(0, -1),
    conversationId: undefined,
  };
}

function notAsked({ length }: readonly unknown[], field: string, rule: string): AppError {
  const path = `messages[${length - 1}].${field}`;
  const message = `${path} ${rule}`;
  return invalidRequest(
    `The ${field} of the last message ${rule}. Send the conversation with the user's newest message last.`,
    [{ path, message }],
  );
}

/** The law agents for programs: a conversation in, one JSON answer out (docs/knowledge.md). */
@Controller()
export class LawController {
  constructor(
    private readonly runs: RunsService,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  @StartsRun()
  @Post('chat')
  @HttpCode(200)
  async chat(
    @Body() body: ConversationBody,
    @Headers('idempotency-key') key: string | undefined,
    @By() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Pick<Reply, 'reply'>> {
    return { reply: (await this.answer('law', body, key, caller, reply)).reply };
  }

  @StartsRun()
  @Post('research')
  @HttpCode(200)
  research(
    @Body() body: ConversationBody,
    @Headers('idempotency-key') key: string | undefined,
    @By() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Reply> {
    return this.answer('law_research', body, key, caller, reply);
  }

  /** Runs as a chat does, with the same limits; a run that fails answers its error. */
  private async answer(
    contextType: string,
    body: ConversationBody,
    key: string | undefined,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<Reply> {
    const chat = toConversationRequest(body, contextType, this.limits.chat);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    const closed = closeSignal(reply.raw);
    return collectReply(await this.runs.follow(caller.userId, runId, 0, closed));
  }
}

interface Reply {
  reply: string;
  toolResults: { tool: string; arguments: JsonObject; result: unknown; is_error: boolean }[];
}

async function collectReply(frames: AsyncIterable<string>): Promise<Reply> {
  const answer: Reply = { reply: '', toolResults: [] };
  let conversationId = '';
  const inputs = new Map<string, JsonObject>();
  for await (const event of completedEvents(frames)) {
    if (event.type === 'run_start') conversationId = event.data.conversation_id;
    if (event.type === 'operation_form')
      answer.reply += `\n\n${formSentence(event.data, conversationId)}`;
    if (event.type === 'content_chunk') answer.reply += event.data.chunk;
    if (event.type === 'tool_call_start') inputs.set(event.data.tool_use_id, event.data.input);
    if (event.type !== 'tool_call_result') continue;
    const { tool_use_id: id, name, result, is_error } = event.data;
    answer.toolResults.push({ tool: name, arguments: inputs.get(id) ?? {}, result, is_error });
  }
  return answer;
}
