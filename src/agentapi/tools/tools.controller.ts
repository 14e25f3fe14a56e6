import { applyDecorators, Body, Controller, Get, HttpCode } from '@nestjs/common';
import { Param, Put, Query, Req } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { MAX_EXAMPLES, MAX_LENGTH } from '../../agenttools/sources/examples/read-examples.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import type { Tool } from '../../agenttools/tool.js';
import { UnmetWordStore } from '../../store/unmet-words.store.js';
import { callerOf } from '../caller.js';
import { PageLimit } from '../page-query.js';
import { Costly } from '../refuse-early.js';
import { Answers, page } from '../openapi/named-schema.js';
import { toolInfo } from '../openapi/schemas/chats.js';
import type { FastifyRequest } from 'fastify';
import { ForOperators } from '../operator.js';

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

/** The body of `PUT /v1/agent/tools/:name/examples`. */
class ExamplesBody {
  @Sentences()
  examples!: string[];

  /** As they were shown: others by now are not overwritten. */
  @Sentences()
  was!: string[];
}

/** The query of `GET /v1/agent/tools/unmet`. */
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

  /** The words that no tool knew (docs/selection.md). */
  @ForOperators('What users ask for and no tool does')
  @Costly()
  @Get('tools/unmet')
  async unmet(@Query() query: UnmetQuery, @Req() request: FastifyRequest) {
    return { words: await this.unmetWords.frequent(callerOf(request).userId, query) };
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
