import { ArrayMaxSize, IsBoolean, IsIn, IsISO8601, IsOptional, Matches } from 'class-validator';
import type { JsonObject } from '../../../foundation/json.js';
import { type NewCase, type StoredCase, PgCaseStore } from '../store/cases.store.js';
import { AnyText, FilledText, ListOf } from '../../../http/body-fields.js';
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
} from '@nestjs/common';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';

const MAX = { number: 80, title: 300, court: 200, summary: 4000, deadlines: 50 } as const;
/** What PostgreSQL and people mean by a day. */
const DAY = /^(19|20|21)\d\d-\d\d-\d\d$/;
const DAY_RULE = 'must be a day such as 2026-03-31';

const Day = (field: string) =>
  applyDecorators(
    Matches(DAY, { message: `${field} ${DAY_RULE}` }),
    IsISO8601({ strict: true }, { message: `${field} ${DAY_RULE}` }),
  );

class DeadlineBody {
  @FilledText('title', MAX.title) title: string;
  @Day('due_on') due_on: string;

  @IsOptional()
  @IsBoolean({ message: 'is_done must be true or false' })
  is_done?: boolean | null;
}

class CaseBody {
  @FilledText('number', MAX.number) number: string;
  @FilledText('title', MAX.title) title: string;
  @IsOptional() @AnyText('court', MAX.court) court?: string;

  @IsOptional()
  @IsIn(['open', 'closed'], { message: 'status must be open or closed' })
  status?: 'open' | 'closed';

  @IsOptional() @AnyText('summary', MAX.summary) summary?: string;
  @Day('opened_on') opened_on: string;

  @IsOptional()
  @ArrayMaxSize(MAX.deadlines, { message: `deadlines must be at most ${MAX.deadlines}` })
  @ListOf(() => DeadlineBody, 'deadlines', '{title, due_on, is_done}')
  deadlines?: DeadlineBody[];
}

function toNewCase(body: CaseBody): NewCase {
  const { number, title, court, status = 'open', summary = '', deadlines = [] } = body;
  return {
    number: number.trim(),
    title,
    status,
    summary,
    court,
    openedOn: body.opened_on,
    deadlines: deadlines.map(({ due_on: dueOn, is_done: isDone, ...deadline }) => ({
      title: deadline.title,
      dueOn,
      isDone: isDone ?? false,
    })),
  };
}

function toWireCase({ openedOn, isSample, deadlines, updatedAt, ...own }: StoredCase): JsonObject {
  return {
    ...own,
    opened_on: openedOn,
    sample: isSample,
    deadlines: deadlines.map(({ dueOn, isDone, daysLeft, ...deadline }) => ({
      ...deadline,
      due_on: dueOn,
      is_done: isDone,
      days_left: daysLeft,
    })),
    updated_at: updatedAt.toISOString(),
  };
}

/** The cases of a caller and what is due in them, as the law agent's tools read them (docs/knowledge.md). */
@Controller('v1/cases')
export class CasesController {
  constructor(private readonly cases: PgCaseStore) {}

  @Get()
  async list(@By() { userId }: Caller) {
    const found = await this.cases.list(userId);
    return { items: found.map(toWireCase), total: found.length };
  }

  @Post()
  async create(@Body() body: CaseBody, @By() { userId }: Caller) {
    return toWireCase(await this.cases.create(userId, toNewCase(body)));
  }

  @Put(':id')
  async replace(@Param('id') id: string, @Body() body: CaseBody, @By() { userId }: Caller) {
    return toWireCase(await this.cases.replace(userId, id, toNewCase(body)));
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @By() { userId }: Caller): Promise<void> {
    await this.cases.remove(userId, id);
  }
}
