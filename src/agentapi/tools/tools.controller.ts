import { performance } from 'node:perf_hooks';
import {
  applyDecorators,
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Put,
  Delete,
  Inject,
  Query,
  Req,
  Post,
  Res,
} from '@nestjs/common';
import {
  ArrayMaxSize,
  IsArray,
  IsString,
  MaxLength,
  IsIn,
  IsOptional,
  IsObject,
} from 'class-validator';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { MAX_EXAMPLES, MAX_LENGTH } from '../../agenttools/sources/examples/example-file.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import type { Caller, Tool } from '../../agenttools/tool.js';
import { UnmetWordStore } from '../../store/unmet-words.store.js';
import { PageLimit } from '../page-query.js';
import { Costly } from '../refuse-early.js';
import { Answers, page } from '../openapi/named-schema.js';
import { toolInfo } from '../openapi/schemas/chats.js';
import {
  ForOperators,
  callerOf,
  OPERATOR_RULE,
  requireOperator,
  type OperatorRule,
  By,
} from '../caller.js';
import type { JsonObject } from '../../foundation/json.js';
import { HistoryMessage } from '../chat.model.js';
import { defaultChatLimits } from '../route-limits.js';
import { FilledText, ListOf } from '../../http/body-fields.js';
import { LiveAgents } from '../../agentloop/agent.js';
import {
  type SelectionDeps,
  selectTools,
  type SelectionRequest,
} from '../../agentloop/select-tools.js';
import { closeSignal } from '../sse-writer.js';
import { queryTurns } from '../../agentloop/query-turns.js';

const SENTENCES = `must be a list of at most ${MAX_EXAMPLES} sentences of at most ${MAX_LENGTH} characters`;

function Sentences(): PropertyDecorator {
  const each = { each: true, message: `$property ${SENTENCES}` };
  return applyDecorators(
    IsArray({ message: `$property ${SENTENCES}` }),
    ArrayMaxSize(MAX_EXAMPLES, { message: `$property ${SENTENCES}` }),
    IsString(each),
    MaxLength(MAX_LENGTH, each),
  );
}

class ExamplesBody {
  @Sentences()
  examples!: string[];

  /** As they were shown: others by now are not overwritten. */
  @Sentences()
  was!: string[];
}

class UnmetQuery {
  @PageLimit(366, 'days')
  days: number = 7;

  @PageLimit(200)
  limit: number = 50;
}

/** What clients know the effects by. */
const EFFECTS = { read: 'read', draft: 'write', propose: 'preview' } as const;

/** The tool catalogue for people and pages: what exists, from where, in which groups, with which examples. */
@Controller('v1/agent')
export class ToolsController {
  constructor(
    private readonly catalog: LiveCatalog,
    private readonly unmetWords: UnmetWordStore,
  ) {}

  @Answers(page(toolInfo))
  @Get('tools')
  list() {
    const items = this.catalog.current.tools.map((tool) => this.toItem(tool));
    return { items, total: items.length };
  }

  /** Writes the examples of a tool to the file of its source; answers the tool as it is then. */
  @Answers(toolInfo)
  @ForOperators('Editing the examples of tools')
  @Put('tools/:name/examples')
  @HttpCode(200)
  async editExamples(@Param('name') name: string, @Body() { examples, was }: ExamplesBody) {
    return this.toItem(await this.catalog.editExamples(name, { examples, was }));
  }

  @ForOperators('What users ask for and no tool does')
  @Costly()
  @Get('tools/unmet')
  async unmet(@Query() query: UnmetQuery, @By() { userId }: Caller) {
    return { words: await this.unmetWords.frequent(userId, query) };
  }

  private toItem(tool: Tool) {
    const isEditable = this.catalog.canEditExamples(tool);
    return {
      name: tool.name,
      description: tool.description,
      source: tool.source,
      operation: tool.operation,
      groups: tool.groups,
      effect: EFFECTS[tool.effect],
      input_schema: tool.inputSchema,
      examples: tool.examples,
      examples_editable: isEditable || undefined,
    };
  }
}

interface Learned {
  countOf(userId: string): number;
  /** Forgets what was learned from a user, or from all; answers how many examples that were. */
  forget(userId?: string): Promise<number>;
}

export const LEARNED = Symbol('LEARNED');

/** Whose examples are meant: the caller's own where nothing is said. */
export class LearnedQuery {
  @IsOptional()
  @IsIn(['all'])
  of?: 'all';
}

/** What the ranking of tools has learned from a user's messages (docs/selection.md). */
@Controller('v1/agent/learned')
export class LearnedController {
  constructor(
    @Inject(LEARNED) private readonly learned: Learned,
    @Inject(OPERATOR_RULE) private readonly operators: OperatorRule,
  ) {}

  @Get()
  count(@By() { userId }: Caller) {
    return { examples: this.learned.countOf(userId) };
  }

  /** One's own are anybody's to delete, those of all an operator's. */
  @Delete()
  async forget(@Query() { of }: LearnedQuery, @Req() request: FastifyRequest) {
    if (of === 'all')
      requireOperator(request, this.operators, 'Deleting what was learned from all');
    const { userId } = callerOf(request);
    return { deleted: await this.learned.forget(of === 'all' ? undefined : userId) };
  }
}

const { maxMessage, maxHistory } = defaultChatLimits;

class SelectBody {
  @FilledText('message', maxMessage) message: string;

  @IsString({ message: 'context_type must be a text such as workflow or tables' })
  context_type: string;

  @IsOptional()
  @ArrayMaxSize(maxHistory, { message: `history must hold at most ${maxHistory} messages` })
  @ListOf(() => HistoryMessage, 'history', '{role, content}')
  history?: HistoryMessage[];

  @IsOptional()
  @IsObject({ message: 'request_context must be an object' })
  request_context?: JsonObject;
}

export const SELECTION = Symbol('SELECTION');

/** The workbench for people who write tool descriptions: what would be offered, and why (docs/routes.md). */
@Controller('v1/agent/tools')
export class SelectController {
  constructor(
    @Inject(SELECTION) private readonly selection: SelectionDeps,
    private readonly agents: LiveAgents,
  ) {}

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
    return { ...selection, elapsed_ms: Math.round(performance.now() - started) };
  }
}

/** What a run would offer at first, and how all tools of the context rank for it; nothing is run. Rejects when they cannot be ranked. */
async function explainSelection(request: SelectionRequest, deps: SelectionDeps) {
  // As in a conversation that is new: nothing is kept from before.
  const active = await selectTools({ ...request, conversation: { userId: '', id: '' } }, deps);
  const { fallbackReason, noneFits, unmetWords } = active;
  const allowed = deps.catalog.names(request.agent.groups);
  // The message, before it the turns it leans on, a line each.
  const query = queryTurns(request.message, request.history);
  const all = { topK: allowed.size, minScore: -1, allowed, signal: request.signal };
  const ranking = fallbackReason === undefined ? (await deps.index.rank(query, all)).matches : [];
  return {
    turn: 1,
    query: query.map(({ text }) => text).join('\n'),
    counts: active.counts(),
    tools: active.list(),
    fallback_reason: fallbackReason,
    none_fits: noneFits,
    unmet_words: unmetWords,
    ranking: ranking.map(({ name, score }, at) => ({ name, rank: at + 1, score })),
  };
}
