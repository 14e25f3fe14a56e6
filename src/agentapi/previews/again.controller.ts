import { Body, Controller, Headers, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { IsOptional, IsString, IsUUID, Length, Matches } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { referencesIn, referenceText } from '../../agenttools/changes/references.js';
import { systemClock } from '../../foundation/clock.js';
import { type AppError, conflict } from '../../foundation/errors.js';
import { idempotencyKey } from '../../foundation/idempotency.js';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { UNDO } from '../../store/change-sets.store.js';
import { PgConversationStore } from '../../store/conversations.store.js';
import type { StoredPreview } from '../../store/previews.model.js';
import { answerFrames } from '../sse-writer.js';
import { callerOf } from '../caller.js';
import type { ChatRequest } from '../chat.model.js';
import { Answers } from '../openapi/named-schema.js';
import { eventStream } from '../openapi/schemas/chats.js';
import { StartsRun } from '../refuse-early.js';
import { ROUTE_LIMITS, type RouteLimits } from '../route-limits.js';
import { RunsService } from '../runs/runs.service.js';
import { shownState } from './preview-states.js';
import { PreviewsService } from './previews.service.js';

export class AgainBody {
  @IsOptional()
  @Length(1, 200, { message: 'message must have 1 to 200 characters' })
  @Matches(/\S/, { message: 'message must not be empty' })
  @IsString({ message: 'message must be a text' })
  message?: string;

  @IsOptional()
  @IsUUID('all', { message: 'after_run_id must be the id of a run of the conversation, or zero' })
  after_run_id?: string;
}

/** Prepares the change of a preview that nobody can accept any more once again, as things are now. */
@Controller('v1/agent/previews')
export class AgainController {
  constructor(
    private readonly previews: PreviewsService,
    private readonly runs: RunsService,
    private readonly conversations: PgConversationStore,
    @Inject(ROUTE_LIMITS) private readonly limits: RouteLimits,
  ) {}

  /** Answers with the events of a run that begins with the call which proposed it, as a form's does. */
  @Answers(eventStream)
  @Post(':id/again')
  @StartsRun()
  @HttpCode(200)
  async again(
    @Param('id') id: string,
    @Body() body: AgainBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request);
    const chat = await this.toChat(caller.userId, await this.previews.find(caller, id), body);
    const runId = await this.runs.start(chat, caller, idempotencyKey(key));
    await answerFrames(reply, this.limits.sse, (closed) =>
      this.runs.follow(caller.userId, runId, 0, closed),
    );
  }

  /** What the page has open is left out: a call that took an id from there must not get another one now. */
  private async toChat(
    userId: string,
    preview: StoredPreview,
    { message = 'Prepare this change again, as things are now.', after_run_id: after }: AgainBody,
  ): Promise<ChatRequest> {
    const state = shownState(preview, systemClock());
    if (!['stale', 'expired', 'failed'].includes(state)) throw notAgain(`it is ${state}`);
    const { id, conversationId, toolUseId, facts } = preview;
    if (toolUseId.startsWith(UNDO))
      throw notAgain('it undoes a change: undo the set of that again');
    const stored = await this.conversations.callOf(userId, preview);
    const toolCalls = [facts?.['call']];
    const call = callIn({ toolCalls }, toolUseId) ?? callIn(stored?.message ?? {}, toolUseId);
    if (stored === undefined || call === undefined)
      throw notAgain('its call is not stored: propose it again where that was done');
    const { contextType } = stored;
    const [earlier] = referencesIn(call.arguments);
    if (earlier !== undefined)
      throw notAgain(
        `it uses what change_${earlier.position} of its plan makes (${referenceText(earlier)}), and a change of its own has no plan`,
      );
    return {
      message,
      contextType,
      conversationId,
      requestContext: {},
      history: [],
      afterRunId: after?.toLowerCase(),
      firstCall: { ...call, replaces: id },
    };
  }
}

function callIn({ toolCalls }: JsonObject, id: string) {
  const calls: unknown[] = Array.isArray(toolCalls) ? toolCalls : [];
  const call = calls.filter(isObject).find((one) => one['id'] === id);
  if (typeof call?.['name'] !== 'string' || !isObject(call['arguments'])) return undefined;
  return { name: call['name'], arguments: call['arguments'] };
}

function notAgain(why: string): AppError {
  return conflict(
    `The change cannot be prepared again, since ${why}; nothing was started. Only a preview that is out of date, was refused or has expired can; else ask for the change in the chat.`,
  );
}
