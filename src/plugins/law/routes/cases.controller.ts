import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';
import { type NewCase, type StoredCase, PgCaseStore } from '../store/cases.store.js';
import { Type } from '../../../http/field-type.js';
import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Req,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../agentapi/caller.js';

/** The most characters of each text, and the most deadlines of a case. */
const MAX = { number: 80, title: 300, court: 200, summary: 4000, deadlines: 50 } as const;
/** What PostgreSQL and people mean by a day. */
const DAY = /^(19|20|21)\d\d-\d\d-\d\d$/;
const DAY_RULE = 'must be a day such as 2026-03-31';
const LIST_RULE = 'deadlines must be a list of {title, due_on, is_done}';

/** A text of one character that shows, at least, and not more than there may be. */
const Text = (field: 'number' | 'title') =>
  applyDecorators(
    IsString({ message: `${field} must be a text` }),
    Matches(/\S/, { message: `${field} must not be empty` }),
    MaxLength(MAX[field], { message: `${field} must be at most ${MAX[field]} characters` }),
  );

const OptionalText = (field: 'court' | 'summary') =>
  applyDecorators(
    IsString({ message: `${field} must be a text` }),
    MaxLength(MAX[field], { message: `${field} must be at most ${MAX[field]} characters` }),
    IsOptional(),
  );

const Day = (field: string) =>
  applyDecorators(
    Matches(DAY, { message: `${field} ${DAY_RULE}` }),
    IsISO8601({ strict: true }, { message: `${field} ${DAY_RULE}` }),
  );

class DeadlineBody {
  @Text('title') title: string;
  @Day('due_on') due_on: string;

  @IsOptional()
  @IsBoolean({ message: 'is_done must be true or false' })
  is_done?: boolean | null;
}

class CaseBody {
  @Text('number') number: string;
  @Text('title') title: string;
  @OptionalText('court') court?: string | null;

  @IsOptional()
  @IsIn(['open', 'closed'], { message: 'status must be open or closed' })
  status?: 'open' | 'closed' | null;

  @OptionalText('summary') summary?: string | null;
  @Day('opened_on') opened_on: string;

  @IsOptional()
  @ArrayMaxSize(MAX.deadlines, { message: `deadlines must be at most ${MAX.deadlines}` })
  @IsArray({ message: LIST_RULE })
  // A list inside the list would pass the nested check unseen.
  @IsObject({ each: true, message: LIST_RULE })
  @ValidateNested({ each: true, message: 'must be {title, due_on, is_done}' })
  @Type(() => DeadlineBody)
  deadlines?: DeadlineBody[] | null;
}

/** The body as the server's own type; what is `null` is left out. */
function toNewCase(body: CaseBody): NewCase {
  const { number, title, court, status, summary, opened_on: openedOn, deadlines } = body;
  return {
    number: number.trim(),
    title,
    status: status ?? 'open',
    summary: summary ?? '',
    court: typeof court === 'string' ? court : undefined,
    openedOn,
    deadlines: (deadlines ?? []).map(({ title: what, due_on: dueOn, is_done: isDone }) => ({
      title: what,
      dueOn,
      isDone: isDone ?? false,
    })),
  };
}

function toWireCase({
  id,
  number,
  title,
  court,
  status,
  summary,
  ...more
}: StoredCase): JsonObject {
  return {
    ...{ id, number, title, court, status, summary },
    opened_on: more.openedOn,
    sample: more.isSample,
    deadlines: more.deadlines.map(({ title: what, dueOn, isDone, daysLeft }) => ({
      title: what,
      due_on: dueOn,
      is_done: isDone,
      days_left: daysLeft,
    })),
    updated_at: more.updatedAt.toISOString(),
  };
}

/** The cases of a caller and what is due in them, as the law agent's tools read them (docs/knowledge.md). */
@Controller('v1/cases')
export class CasesController {
  constructor(private readonly cases: PgCaseStore) {}

  @Get()
  async list(@Req() request: FastifyRequest) {
    const found = await this.cases.list(callerOf(request).userId);
    return { items: found.map(toWireCase), total: found.length };
  }

  @Post()
  async create(@Body() body: CaseBody, @Req() request: FastifyRequest) {
    return toWireCase(await this.cases.create(callerOf(request).userId, toNewCase(body)));
  }

  @Put(':id')
  async replace(@Param('id') id: string, @Body() body: CaseBody, @Req() request: FastifyRequest) {
    return toWireCase(await this.cases.replace(callerOf(request).userId, id, toNewCase(body)));
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: FastifyRequest): Promise<void> {
    await this.cases.remove(callerOf(request).userId, id);
  }
}
