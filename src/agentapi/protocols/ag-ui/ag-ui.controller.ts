import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LiveAgents } from '../../../agentloop/agent.js';
import type { Caller } from '../../../agenttools/tool.js';
import { systemClock } from '../../../foundation/clock.js';
import { AppError } from '../../../foundation/errors.js';
import { idempotencyKey } from '../../../foundation/idempotency.js';
import { isUuid } from '../../../foundation/ids.js';
import { isObject } from '../../../foundation/json.js';
import { ExactNumbers, CarriesHistory } from '../../../http/json-bodies.js';
import { By } from '../../caller.js';
import { FormsService } from '../../forms/forms.service.js';
import { StartsRun } from '../../refuse-early.js';
import { shownState } from '../../previews/preview-states.js';
import { PreviewsService } from '../../previews/previews.service.js';
import { contextTypeOf, ProtocolRuns, conversationIdOf } from '../protocol-runs.js';
import { decideForClient, type ClientDecision } from '../client-decision.js';
import type { ShownPreview } from '../preview-event.js';
import { badMessages, readMessages } from '../role-messages.js';
import { agUiFrames, type AgUiEvent, decisionEvents, deltaOf } from './ag-ui-events.js';
import { AgUiRendering } from './ag-ui-rendering.js';
import {
  AgUiBody,
  decisionsOf,
  formOf,
  forwardedPropsOf,
  openCalls,
  requireAnswers,
  type ForwardedProps,
} from './run-input.js';

/** How many of a thread's decided previews are told of again with its next run. */
const MAX_TOLD = 20;
/** The thread's newest previews, among which those are that a client answers: a run makes at most so many. */
const MAX_ASKED = 200;

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
    @By() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { threadId, runId, resume = [] } = body;
    const props = forwardedPropsOf(body);
    const rendering = renderingOf(body, props);
    const started: AgUiEvent = { type: 'RUN_STARTED', threadId, runId };
    const answer = (...events: AgUiEvent[]) =>
      this.runs.write(reply, once([started, ...events]), rendering);
    const asked = await this.read(caller, body, props).catch((error: unknown) => {
      if (resume.length > 0 && error instanceof AppError) return error;
      throw error;
    });
    if (asked instanceof AppError)
      return answer({ type: 'RUN_ERROR', message: asked.message, code: asked.code });
    const { chat, form, told } = asked;
    const decided = await this.decide(caller, asked.decisions, body, rendering);
    const { outcome } = rendering;
    if (!chat) return answer(...decided, { type: 'RUN_FINISHED', threadId, runId, outcome });
    const ownKey = idempotencyKey(key) ?? (isUuid(runId) ? runId : undefined);
    const ownId = await this.runs.start(chat, caller, ownKey);
    if (form) await this.forms.markSent(caller.userId, form.id);
    const head = agUiFrames([started, ...told, ...decided]);
    await this.runs.stream(reply, caller, ownId, rendering, head);
  }

  /** What a request asks for; rejects what cannot be done, before anything is decided. */
  private async read(caller: Caller, body: AgUiBody, { context, contextType }: ForwardedProps) {
    const { resume = [], threadId } = body;
    const decisions = decisionsOf(body);
    const { message, history } = readMessages(body.messages);
    if (message === undefined && resume.length === 0)
      throw badMessages(
        'messages must end with a message of the user, or resume must hold answers',
      );
    const conversationId = conversationIdOf(caller.userId, threadId);
    const form = formOf(body, context, message);
    const limit = resume.length > 0 ? MAX_ASKED : MAX_TOLD;
    const { items } = await this.previews.list(caller, { conversationId, limit });
    requireAnswers(body, decisions, items);
    const chat = form
      ? await this.forms.toChat(caller.userId, form)
      : message && {
          message,
          history,
          conversationId,
          requestContext: context,
          contextType: contextTypeOf(this.agents, contextType),
        };
    // The thread's newest decisions: they may have been made elsewhere since its last run.
    const before = items.filter(({ state }) => state !== 'waiting').slice(0, MAX_TOLD);
    return { chat, form, decisions, told: before.map(deltaOf) };
  }

  /** What still waits after its answer, as for another user's approval, is an interrupt again. */
  private async decide(
    caller: Caller,
    decisions: readonly ClientDecision[],
    body: AgUiBody,
    rendering: AgUiRendering,
  ): Promise<AgUiEvent[]> {
    const open = openCalls(body);
    const events: AgUiEvent[] = [];
    for (const decision of decisions) {
      const outcome = await decideForClient(this.previews, caller, decision);
      events.push(...decisionEvents(decision, outcome, open));
      const preview = await this.previews.find(caller, decision.previewId);
      if (shownState(preview, systemClock()) !== 'waiting') continue;
      const shown = { ...this.previews.view(preview), preview_id: preview.id } as ShownPreview;
      rendering.ask(shown, open.has(preview.toolUseId));
    }
    return events;
  }
}

/** A client that resumes knows interrupts. */
function renderingOf({ threadId, runId, state, resume = [] }: AgUiBody, props: ForwardedProps) {
  const interrupts = props.interrupts || resume.length > 0;
  return new AgUiRendering({ threadId, runId, interrupts, state: isObject(state) ? state : {} });
}

async function* once(events: readonly AgUiEvent[]): AsyncGenerator<string, void> {
  yield agUiFrames(events);
}
