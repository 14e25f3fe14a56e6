import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import type { AddedSource } from '../../store/added-sources.store.js';
import type { FastifyRequest } from 'fastify';
import { LiveCatalog, type SourceReport } from '../../agenttools/sources/live-catalog.js';
import { LargerBody } from '../../http/json-bodies.js';
import { callerOf } from '../caller.js';
import { ForOperators } from '../operator.js';
import {
  EDIT_SOURCES,
  type EditSources,
  ApproveToolsBody,
  NewSourceBody,
  SourceBody,
  SourcesQuery,
} from './sources.model.js';

const EDITING = 'Adding, changing and removing sources';

/** Where the tools come from, and how each source stands (docs/routes.md). */
@Controller('v1/agent/sources')
export class SourcesController {
  constructor(
    private readonly catalog: LiveCatalog,
    @Inject(EDIT_SOURCES) private readonly edit: EditSources,
  ) {}

  @Get()
  async list(@Query() query: SourcesQuery, @Req() request: FastifyRequest) {
    const { userId } = callerOf(request);
    const items = await Promise.all(
      this.catalog.reports
        .filter(({ id }) => query.id === undefined || query.id === id)
        .map(async (report) => {
          const signIn = await this.catalog.signInOf(report.id)?.stateOf(userId);
          return { ...this.toItem(report, query), sign_in: signIn };
        }),
    );
    return { items, total: items.length };
  }

  /** 201 and how the source stands; a document is read behind it. */
  @ForOperators(EDITING)
  @Post()
  @LargerBody(18)
  async add(@Body() body: NewSourceBody, @Req() request: FastifyRequest) {
    const { userId: by } = callerOf(request);
    const added = toSource(body.id, body);
    return this.toItem(await this.edit.add(added, by));
  }

  /** What was added, as files by their names. */
  @ForOperators(EDITING)
  @Get('export')
  export() {
    return { files: this.edit.export() };
  }

  @ForOperators(EDITING)
  @Get(':id')
  definition(@Param('id') id: string) {
    const { forwardTo, ...added } = this.edit.definition(id);
    return { ...added, forward_to: forwardTo };
  }

  /** Puts another in the place of one that was added; answers how it stands. */
  @ForOperators(EDITING)
  @Put(':id')
  @LargerBody(18)
  async replace(@Param('id') id: string, @Body() body: SourceBody, @Req() request: FastifyRequest) {
    const { userId: by } = callerOf(request);
    return this.toItem(await this.edit.replace(toSource(id, body), by));
  }

  /** Approves tools exactly as they were shown. */
  @ForOperators('Approving tools')
  @Post(':id/approve')
  @HttpCode(200)
  async approve(
    @Param('id') id: string,
    @Body() { tools }: ApproveToolsBody,
    @Req() request: FastifyRequest,
  ) {
    const { userId: by } = callerOf(request);
    await this.catalog.approve(id, tools, by);
    return { id, approved: tools.map(({ tool }) => tool) };
  }

  @ForOperators(EDITING)
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string): Promise<void> {
    await this.edit.remove(id);
  }

  private toItem(report: SourceReport, { limit, offset } = new SourcesQuery()) {
    const { id, title, kind, forwards, state, detail, tools, changes, refused, quarantined } =
      report;
    return {
      ...{ id, title, kind, forwards, state, detail, tools, changes },
      refused: refused.slice(offset, offset + limit),
      refused_total: refused.length,
      quarantined: quarantined.slice(offset, offset + limit),
      quarantined_total: quarantined.length,
      removable: this.edit.added().includes(id),
    };
  }
}

function toSource(id: string, { source, agent, document, forward_to }: SourceBody): AddedSource {
  return { id, source, agent, document, forwardTo: forward_to };
}
