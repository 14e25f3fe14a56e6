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
import type { FastifyRequest } from 'fastify';
import type { LiveCatalog, SourceReport } from '../../agenttools/sources/live-catalog.js';
import { defined } from '../../foundation/defined.js';
import { LargerBody } from '../../http/body-limits.js';
import { callerOf } from '../caller.js';
import { ForOperators } from '../operator.js';
import type { EditSources, NewSource } from './edit-sources.js';
import { ApproveToolsBody, NewSourceBody, SourceBody, SourcesQuery } from './sources.model.js';

/** Tells how each source of tools stands, approves what waits, adds and removes. */
export interface Sources {
  catalog: Pick<
    LiveCatalog,
    'reports' | 'approve' | 'signInOf' | 'editExamples' | 'canEditExamples'
  >;
  edit: EditSources;
  /** Where users reach this server; absent: the host that the request was for. */
  publicUrl?: string;
}

/** Injection token of the server's {@link Sources}. */
export const SOURCES = Symbol('SOURCES');

const EDITING = 'Adding, changing and removing sources';

/** Where the tools come from, and how each source stands (docs/routes.md). */
@Controller('v1/agent/sources')
export class SourcesController {
  constructor(@Inject(SOURCES) private readonly sources: Sources) {}

  @Get()
  async list(@Query() query: SourcesQuery, @Req() request: FastifyRequest) {
    const { userId } = callerOf(request);
    const { catalog } = this.sources;
    const items = await Promise.all(
      catalog.reports
        .filter(({ id }) => query.id === undefined || query.id === id)
        .map(async (report) => {
          const signIn = await catalog.signInOf(report.id)?.stateOf(userId);
          return { ...this.toItem(report, query), ...defined({ sign_in: signIn }) };
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
    return this.toItem(await this.sources.edit.add(added, by));
  }

  /** What was added, as files by their names. */
  @ForOperators(EDITING)
  @Get('export')
  export() {
    return { files: this.sources.edit.export() };
  }

  /** One that was added, as it was added. */
  @ForOperators(EDITING)
  @Get(':id')
  definition(@Param('id') id: string) {
    const { forwardTo, ...added } = this.sources.edit.definition(id);
    return { ...added, ...defined({ forward_to: forwardTo }) };
  }

  /** Puts another in the place of one that was added; answers how it stands. */
  @ForOperators(EDITING)
  @Put(':id')
  @LargerBody(18)
  async replace(@Param('id') id: string, @Body() body: SourceBody, @Req() request: FastifyRequest) {
    const { userId: by } = callerOf(request);
    return this.toItem(await this.sources.edit.replace(toSource(id, body), by));
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
    await this.sources.catalog.approve(id, tools, by);
    return { id, approved: tools.map(({ tool }) => tool) };
  }

  @ForOperators(EDITING)
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string): Promise<void> {
    await this.sources.edit.remove(id);
  }

  private toItem(report: SourceReport, { limit, offset } = new SourcesQuery()) {
    const { id, title, kind, state, detail, tools, changes, refused, quarantined } = report;
    return {
      ...{ id, title, kind, state, detail, tools, changes },
      refused: refused.slice(offset, offset + limit),
      refused_total: refused.length,
      quarantined: quarantined.slice(offset, offset + limit),
      quarantined_total: quarantined.length,
      removable: this.sources.edit.added().includes(id),
    };
  }
}

function toSource(id: string, { source, agent, document, forward_to }: SourceBody): NewSource {
  return { id, source, ...defined({ agent, document, forwardTo: forward_to }) };
}
