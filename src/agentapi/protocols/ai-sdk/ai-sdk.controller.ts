import { Body, Controller, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LiveAgents } from '../../../agentloop/agent.js';
import type { Caller } from '../../../agenttools/tool.js';
import { invalidRequest, notFound } from '../../../foundation/errors.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { ExactNumbers, CarriesHistory } from '../../../http/json-bodies.js';
import { By } from '../../caller.js';
import { StartsRun } from '../../refuse-early.js';
import type { ChatRequest } from '../../chat.model.js';
import { FormsService } from '../../forms/forms.service.js';
import { PreviewsService } from '../../previews/previews.service.js';
import {
  contextTypeOf,
  ProtocolRuns,
  conversationIdOf,
  PROTOCOL_SETTINGS,
  type ProtocolSettings,
} from '../protocol-runs.js';
import {
  approvalsToDecide,
  decideEarlier,
  decisionFrames,
  AiChatBody,
  earlierMessages,
  formIn,
  textToAnswer,
  uiMessages,
  type UiMessage,
} from './chat-body.js';
import { UI_STREAM_HEADER, UiRendering, type AiSdkMajor } from './ui-rendering.js';

/** The UI message stream for `useChat` (docs/frontends.md), of the major version of the settings or the path. */
@Controller('api/ai')
export class AiSdkController {
  constructor(
    private readonly runs: ProtocolRuns,
    private readonly previews: PreviewsService,
    private readonly forms: FormsService,
    private readonly agents: LiveAgents,
    @Inject(PROTOCOL_SETTINGS) private readonly settings: ProtocolSettings,
  ) {}

  /** A message starts a run after the decisions before it; a chat that ends with an answer brings decisions alone. */
  @StartsRun()
  @Post(['chat', ':version/chat'])
  @ExactNumbers()
  @CarriesHistory()
  async chat(
    @Body() body: AiChatBody,
    @Param('version') version: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
    @By() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const major = this.majorOf(version);
    const messages = uiMessages(body);
    const last = messages.at(-1);
    if (last?.role === 'assistant') return this.decide(last, caller, reply, new UiRendering(major));
    const form = last && formIn(last, body.context ?? {});
    const chat = form
      ? await this.forms.toChat(caller.userId, form)
      : this.requestOf(body, messages, caller);
    const decided = await decideEarlier(this.previews, caller, messages);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    if (form) await this.forms.markSent(caller.userId, form.id);
    void reply.header(...UI_STREAM_HEADER);
    await this.runs.stream(reply, caller, runId, new UiRendering(major, decided));
  }

  /** The run that answers the chat at this moment, from its start; 204 when there is none. */
  @Get(['chat/:id/stream', ':version/chat/:id/stream'])
  async resume(
    @Param('id') id: string,
    @Param('version') version: string | undefined,
    @By() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const rendering = new UiRendering(this.majorOf(version));
    const runId = await this.runs.running(caller, conversationIdOf(caller.userId, id));
    if (runId === undefined) {
      await reply.status(204).send();
      return;
    }
    void reply.header(...UI_STREAM_HEADER);
    await this.runs.stream(reply, caller, runId, rendering);
  }

  private async decide(
    message: UiMessage,
    caller: Caller,
    reply: FastifyReply,
    rendering: UiRendering,
  ): Promise<void> {
    const approvals = approvalsToDecide(message);
    const frames = decisionFrames(this.previews, caller, message, approvals);
    void reply.header(...UI_STREAM_HEADER);
    await this.runs.write(reply, frames, rendering);
  }

  private requestOf(body: AiChatBody, messages: readonly UiMessage[], caller: Caller): ChatRequest {
    const last = messages.at(-1);
    if (last?.role !== 'user')
      throw invalidRequest(
        "messages must end with a user's message to answer, or with the assistant's message whose approvals were answered.",
        [{ path: 'messages', message: 'the last one is neither of the user nor of the assistant' }],
      );
    return {
      message: textToAnswer(last),
      contextType: contextTypeOf(this.agents, body.context_type),
      requestContext: body.context ?? {},
      history: earlierMessages(messages),
      conversationId: conversationIdOf(caller.userId, body.id),
      ...(body.trigger === 'regenerate-message' ? { regenerate: true } : {}),
    };
  }

  private majorOf(version: string | undefined): AiSdkMajor {
    if (version === undefined) return this.settings.aiSdkMajor;
    const major = majors.find((known) => version === `v${known}`);
    if (major !== undefined) return major;
    throw notFound(
      `There is no route for version ${version.slice(0, 20)} of the AI SDK. Use /api/ai/v7/chat, /api/ai/v6/chat or /api/ai/v5/chat.`,
    );
  }
}

const majors: readonly AiSdkMajor[] = [7, 6, 5];
