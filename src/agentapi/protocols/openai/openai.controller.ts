import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Agent, LiveAgents } from '../../../agentloop/agent.js';
import { AUTO } from '../../../agentloop/routing/agent-routing.js';
import { AppError } from '../../../foundation/errors.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { newId } from '../../../foundation/ids.js';
import { CarriesHistory } from '../../../http/json-bodies.js';
import { callerOf } from '../../caller.js';
import { StartsRun } from '../../refuse-early.js';
import { conversationIdOf } from '../conversation-id.js';
import { PROTOCOL_SETTINGS, type ProtocolSettings } from '../protocol-settings.js';
import { ProtocolRuns } from '../protocol-runs.js';
import {
  ChunkRendering,
  type CompletionHead,
  completionOf,
  readCompletion,
  sideCompletion,
  sideFrames,
} from './completion-rendering.js';
import { CompletionText } from './completion-text.js';
import {
  CompletionsBody,
  conversationOf,
  type Conversation,
  answerSideTask,
} from './completions-body.js';

/** The chat for clients of OpenAI's API: agents as models (docs/frontends.md). */
@Controller('v1')
export class OpenAiController {
  private readonly started = seconds();

  constructor(
    private readonly runs: ProtocolRuns,
    private readonly agents: LiveAgents,
    @Inject(PROTOCOL_SETTINGS) private readonly settings: ProtocolSettings,
  ) {}

  @Get('models')
  models() {
    return { object: 'list', data: this.modelAgents().map((agent) => this.toModel(agent)) };
  }

  @Get('models/:id')
  model(@Param('id') id: string) {
    return this.toModel(id === AUTO ? auto : this.agents.for(id));
  }

  /** A streamed or a whole answer; what a frontend asks for its own sake is answered without a run. */
  @StartsRun()
  @Post('chat/completions')
  @HttpCode(200)
  @CarriesHistory()
  async complete(
    @Body() body: CompletionsBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const model = body.model === AUTO ? AUTO : this.agents.for(body.model).contextType;
    const conversation = conversationOf(body);
    const sideAnswer = answerSideTask(conversation.message);
    if (sideAnswer !== undefined) return this.answerAside(body, model, sideAnswer, reply);
    const runId = await this.start(conversation, model, request);
    const head = headOf(runId, model);
    const text = new CompletionText(this.pageUrl(request));
    const caller = callerOf(request);
    if (body.stream === true) {
      const rendering = new ChunkRendering(head, text, wantsUsage(body));
      return this.runs.stream(reply, caller, runId, rendering);
    }
    const frames = await this.runs.frames(reply, caller, runId);
    // A run that failed is not made again by itself: it may have done something.
    void reply.header('x-should-retry', 'false');
    await reply.send(completionOf(head, await readCompletion(frames, text)));
  }

  private start(
    { message, history }: Conversation,
    contextType: string,
    request: FastifyRequest,
  ): Promise<string> {
    const caller = callerOf(request);
    const chatId = chatIdOf(request);
    const chat = {
      ...{ message, history, contextType, requestContext: {} },
      conversationId: chatId === undefined ? undefined : conversationIdOf(caller.userId, chatId),
    };
    return this.runs.start(chat, caller, idempotencyKey(request.headers['idempotency-key']));
  }

  private async answerAside(
    body: CompletionsBody,
    model: string,
    text: string,
    reply: FastifyReply,
  ): Promise<void> {
    const head = headOf(newId(), model);
    if (body.stream !== true) {
      await reply.send(sideCompletion(head, text));
      return;
    }
    const rendering = new ChunkRendering(head, new CompletionText(''), wantsUsage(body));
    await this.runs.write(reply, sideFrames(rendering, text), rendering);
  }

  /** Where there are several agents, first the one that is found out. */
  private modelAgents(): readonly ModelAgent[] {
    const { list } = this.agents;
    return list.length > 1 ? [auto, ...list] : list;
  }

  private toModel({ contextType, title, description }: ModelAgent) {
    const { started: created } = this;
    return {
      id: contextType,
      object: 'model',
      created,
      owned_by: 'sextant',
      name: title,
      description,
    };
  }

  private pageUrl(request: FastifyRequest): string {
    return this.settings.publicUrl ?? `${request.protocol}://${request.host}`;
  }
}

/** What the list of models says of an agent. */
type ModelAgent = Pick<Agent, 'contextType' | 'title' | 'description'>;

const auto: ModelAgent = {
  contextType: AUTO,
  title: 'Auto',
  description: 'Finds the agent that each message is for.',
};

const seconds = (): number => Math.floor(Date.now() / 1000);

function headOf(id: string, model: string): CompletionHead {
  return { id: `chatcmpl-${id}`, model, created: seconds() };
}

function wantsUsage({ stream_options: options }: CompletionsBody): boolean {
  return options?.['include_usage'] === true;
}

/** The headers in which frontends name the chat; the protocol itself has no place for it. */
const CHAT_HEADERS = ['x-conversation-id', 'x-openwebui-chat-id'];
const MAX_CHAT_ID = 200;

function chatIdOf({ headers }: FastifyRequest): string | undefined {
  const name = CHAT_HEADERS.find((header) => headers[header] !== undefined);
  const id = name === undefined ? undefined : headers[name];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && id.length <= MAX_CHAT_ID) return id;
  throw new AppError(
    'invalid_request',
    `The header ${name} must come once, with at most ${MAX_CHAT_ID} characters: the name of the chat.`,
  );
}
