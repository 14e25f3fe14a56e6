import { Body, Controller, Headers, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LiveAgents } from '../../../agentloop/agent.js';
import type { Caller } from '../../../agenttools/tool.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { isUuid } from '../../../foundation/ids.js';
import { isObject } from '../../../foundation/json.js';
import { ExactNumbers, CarriesHistory } from '../../../http/json-bodies.js';
import { callerOf } from '../../caller.js';
import { FormsService } from '../../forms/forms.service.js';
import { StartsRun } from '../../refuse-early.js';
import { PreviewsService } from '../../previews/previews.service.js';
import { contextTypeOf, ProtocolRuns } from '../protocol-runs.js';
import { decideForClient, type ClientDecision } from '../client-decision.js';
import { conversationIdOf } from '../conversation-id.js';
import { readMessages } from '../role-messages.js';
import { agUiFrames, type AgUiEvent, decisionEvents, deltaOf } from './ag-ui-events.js';
import { AgUiRendering } from './ag-ui-rendering.js';
import {
  AgUiBody,
  decisionsOf,
  bothAtOnce,
  formOf,
  forwardedPropsOf,
  nothingToAnswer,
  type ForwardedProps,
} from './run-input.js';

/** How many of a thread's decided previews are told of again with its next run. */
const MAX_TOLD = 20;

/** The chat for clients of AG-UI 1.0 (docs/frontends.md). */
@Controller('api/ag-ui')
export class AgUiController {
  constructor(
    private readonly runs: ProtocolRuns,
    private readonly previews: PreviewsService,
    private readonly forms: FormsService,
    private readonly agents: LiveAgents,
  ) {}

  /** Decides what `resume` brings, then answers the user's message or form, if there is a new one. */
  @StartsRun()
  @Post()
  @ExactNumbers()
  @CarriesHistory()
  async run(
    @Body() body: AgUiBody,
    @Headers('idempotency-key') key: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request);
    const { threadId, runId } = body;
    const props = forwardedPropsOf(body);
    const decisions = decisionsOf(body);
    const { message, history } = readMessages(body.messages);
    if (message === undefined && (body.resume ?? []).length === 0) throw nothingToAnswer();
    const conversationId = conversationIdOf(caller.userId, threadId);
    const form = formOf(body, props.context);
    if (form !== undefined && message !== undefined) throw bothAtOnce();
    const chat = form
      ? await this.forms.toChat(caller.userId, form)
      : message && {
          ...{ message, history, conversationId, requestContext: props.context },
          contextType: contextTypeOf(this.agents, props.contextType),
        };
    const decided = await this.decide(caller, decisions);
    const started: AgUiEvent = { type: 'RUN_STARTED', threadId, runId };
    const rendering = renderingOf(body, props);
    if (!chat) {
      const outcome = { type: 'success' } as const;
      const finished: AgUiEvent = { type: 'RUN_FINISHED', threadId, runId, outcome };
      return this.runs.write(reply, once([started, ...decided, finished]), rendering);
    }
    const told = await this.decidedBefore(caller, conversationId);
    const ownKey = idempotencyKey(key) ?? (isUuid(runId) ? runId : undefined);
    const ownId = await this.runs.start(chat, caller, ownKey);
    if (form) await this.forms.markSent(caller.userId, form.id);
    const head = agUiFrames([started, ...told, ...decided]);
    await this.runs.stream(reply, caller, ownId, rendering, head);
  }

  private async decide(caller: Caller, decisions: readonly ClientDecision[]): Promise<AgUiEvent[]> {
    const events: AgUiEvent[] = [];
    for (const decision of decisions) {
      const outcome = await decideForClient(this.previews, caller, decision);
      events.push(...decisionEvents(decision, outcome));
    }
    return events;
  }

  /** The thread's newest decisions: they may have been made elsewhere since its last run. */
  private async decidedBefore(caller: Caller, conversationId: string): Promise<AgUiEvent[]> {
    const filter = { conversationId, limit: MAX_TOLD, offset: 0 };
    const { items } = await this.previews.list(caller, filter);
    return items.filter(({ state }) => state !== 'waiting').map(deltaOf);
  }
}

function renderingOf({ threadId, runId, state }: AgUiBody, { interrupts }: ForwardedProps) {
  const own = isObject(state) ? state : {};
  return new AgUiRendering({ threadId, runId, interrupts, state: own });
}

async function* once(events: readonly AgUiEvent[]): AsyncGenerator<string, void> {
  yield agUiFrames(events);
}
