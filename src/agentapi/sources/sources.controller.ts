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
} from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import type { AddedSource } from '../../store/added-sources.store.js';
import { LiveCatalog, type SourceReport } from '../../agenttools/sources/live-catalog.js';
import { LargerBody } from '../../http/json-bodies.js';
import { ForOperators, By } from '../caller.js';
import type { Caller } from '../../agenttools/tool.js';
import { SOURCE_ID } from '../../agenttools/sources/tool-source.js';
import type { JsonObject } from '../../foundation/json.js';
import { ListOf } from '../../http/body-fields.js';
import { PageLimit, PageOffset } from '../page-query.js';

const MAX_DOCUMENT = 16 * 1024 * 1024;

class SourcesQuery {
  @IsOptional()
  @Matches(SOURCE_ID, { message: 'id must be the id of a source' })
  id?: string;

  @PageLimit(200)
  limit: number = 50;

  @PageOffset('offset must be a whole number from 0 to 1000000')
  offset: number = 0;
}

class SourceBody {
  @IsObject({ message: 'source must be an object with the keys of a source in sextant.yaml' })
  source!: JsonObject;

  @IsOptional()
  @IsObject({ message: 'agent must be an object with the keys of an agent in sextant.yaml' })
  agent?: JsonObject;

  @IsOptional()
  @MaxLength(MAX_DOCUMENT, { message: 'document must be at most 16 MB; name its URL instead' })
  @IsString({ message: 'document must be the text of an OpenAPI document' })
  document?: string;

  @IsOptional()
  @MaxLength(300, { message: 'forward_to must be an origin, such as https://api.example.com' })
  @IsString({ message: 'forward_to must be an origin, such as https://api.example.com' })
  forward_to?: string;
}

class NewSourceBody extends SourceBody {
  @Matches(SOURCE_ID, {
    message: 'id must be 1 to 20 small letters, digits and underscores that begin with a letter',
  })
  @IsString({ message: 'id must be a text' })
  id!: string;
}

class ShownTool {
  @IsString({ message: 'tool must be the name of a tool' })
  @MaxLength(128, { message: 'tool must be the name of a tool' })
  tool!: string;

  @Matches(/^[0-9a-f]{64}$/, { message: 'sha256 must be the hash that was shown with the tool' })
  sha256!: string;
}

class ApproveToolsBody {
  @ArrayMinSize(1, { message: 'tools must name at least one tool' })
  @ArrayMaxSize(2000, {
    message: 'tools must name at most 2000 tools; approve the others with the next request',
  })
  @ListOf(() => ShownTool, 'tools', '{tool, sha256}')
  tools!: ShownTool[];
}

export interface EditSources {
  /** The ids of those that were added and can be removed. */
  added(): readonly string[];
  /** Answers how it stands once it was read, or after some seconds. Rejects with `invalid_request` or `conflict`. */
  add(source: AddedSource, userId: string): Promise<SourceReport>;
  /** One that was added, as it was added. Throws `not_found` for any other. */
  definition(id: string): AddedSource;
  /** Puts another in the place of one that was added; rejects as {@link add}, and with `not_found`. */
  replace(source: AddedSource, userId: string): Promise<SourceReport>;
  remove(id: string): Promise<void>;
  export(): Readonly<Record<string, string>>;
}

export const EDIT_SOURCES = Symbol('EDIT_SOURCES');

const EDITING = 'Adding, changing and removing sources';

@Controller('v1/agent/sources')
export class SourcesController {
  constructor(
    private readonly catalog: LiveCatalog,
    @Inject(EDIT_SOURCES) private readonly edit: EditSources,
  ) {}

  @Get()
  async list(@Query() query: SourcesQuery, @By() { userId }: Caller) {
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
  async add(@Body() body: NewSourceBody, @By() { userId: by }: Caller) {
    const added = toSource(body.id, body);
    return this.toItem(await this.edit.add(added, by));
  }

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

  @ForOperators(EDITING)
  @Put(':id')
  @LargerBody(18)
  async replace(@Param('id') id: string, @Body() body: SourceBody, @By() { userId: by }: Caller) {
    return this.toItem(await this.edit.replace(toSource(id, body), by));
  }

  /** Approves tools exactly as they were shown. */
  @ForOperators('Approving tools')
  @Post(':id/approve')
  @HttpCode(200)
  async approve(
    @Param('id') id: string,
    @Body() { tools }: ApproveToolsBody,
    @By() { userId: by }: Caller,
  ) {
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
    const { refused, quarantined } = report;
    return {
      ...report,
      refused: refused.slice(offset, offset + limit),
      refused_total: refused.length,
      quarantined: quarantined.slice(offset, offset + limit),
      quarantined_total: quarantined.length,
      removable: this.edit.added().includes(report.id),
    };
  }
}

function toSource(id: string, { source, agent, document, forward_to }: SourceBody): AddedSource {
  return { id, source, agent, document, forwardTo: forward_to };
}
