import {
  ArrayMaxSize,
  IsArray,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../foundation/json.js';
import { type ExplainedSelection, explainSelection } from '../../agentloop/explain-selection.js';
import { HistoryMessage } from '../chat.model.js';
import { defaultChatLimits } from '../chat-limits.js';
import { Type } from '../../http/field-type.js';
import { performance } from 'node:perf_hooks';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LiveAgents } from '../../agentloop/agent.js';
import type { SelectionDeps } from '../../agentloop/select-tools.js';
import { Costly } from '../refuse-early.js';
import { closeSignal } from '../sse-writer.js';

const { maxMessage, maxHistory } = defaultChatLimits;

/** The body of `POST /v1/agent/tools/select`: what a chat request says, as far as tools are selected by it. */
class SelectBody {
  @MaxLength(maxMessage, { message: `message must be at most ${maxMessage} characters` })
  @Matches(/\S/, { message: 'message must not be empty' })
  @IsString({ message: 'message must be a text' })
  message: string;

  @IsString({ message: 'context_type must be a text such as workflow or tables' })
  context_type: string;

  @IsOptional()
  @IsArray({ message: 'history must be a list of {role, content}' })
  @ArrayMaxSize(maxHistory, { message: `history must hold at most ${maxHistory} messages` })
  @IsObject({ each: true, message: 'history must be a list of {role, content}' })
  @ValidateNested({ each: true, message: 'must be {role, content}' })
  @Type(() => HistoryMessage)
  history?: HistoryMessage[];

  @IsOptional()
  @IsObject({ message: 'request_context must be an object' })
  request_context?: JsonObject;
}

/** The selection in the shape of the event `tool_selection`, with the rank of every tool. */
function toWireSelection(selection: ExplainedSelection, elapsedMs: number) {
  const { query, counts, tools, fallbackReason, noneFits, unmetWords, ranking } = selection;
  return {
    turn: 1,
    query,
    counts,
    tools,
    fallback_reason: fallbackReason,
    none_fits: noneFits,
    unmet_words: unmetWords,
    elapsed_ms: Math.round(elapsedMs),
    ranking: ranking.map(({ name, score }, at) => ({ name, rank: at + 1, score })),
  };
}

/** Injection token of what tools are selected with. */
export const SELECTION = Symbol('SELECTION');

/** The workbench for people who write tool descriptions: what would be offered, and why (docs/routes.md). */
@Controller('v1/agent/tools')
export class SelectController {
  constructor(
    @Inject(SELECTION) private readonly selection: SelectionDeps,
    private readonly agents: LiveAgents,
  ) {}

  /** Selects as a chat would; no model is asked. */
  @Post('select')
  @Costly()
  @HttpCode(200)
  async select(@Body() body: SelectBody, @Res({ passthrough: true }) reply: FastifyReply) {
    const started = performance.now();
    const request = {
      agent: this.agents.for(body.context_type),
      requestContext: body.request_context ?? {},
      message: body.message,
      history: body.history ?? [],
      signal: closeSignal(reply.raw),
    };
    const selection = await explainSelection(request, this.selection);
    return toWireSelection(selection, performance.now() - started);
  }
}
