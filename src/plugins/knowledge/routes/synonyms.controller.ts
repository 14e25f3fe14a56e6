import { Body, Controller, Get, Inject, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../agentapi/caller.js';
import { DEFAULT_KB, KB_ID, KB_ID_RULE } from '../../../knowledge/document.model.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import type { SynonymGroups } from '../../../language/words.js';
import { IsArray, IsOptional, IsString, Matches } from 'class-validator';
import { AppError } from '../../../foundation/errors.js';

/** The query of `GET /v1/knowledge/synonyms`. */
class SynonymsQuery {
  @IsOptional()
  @Matches(KB_ID, { message: KB_ID_RULE })
  @IsString({ message: KB_ID_RULE })
  kb_id?: string;
}

/** The body of `PUT /v1/knowledge/synonyms`: the whole list. */
class SynonymsBody {
  @IsOptional()
  @Matches(KB_ID, { message: KB_ID_RULE })
  @IsString({ message: KB_ID_RULE })
  kb_id?: string;

  @IsArray({ message: 'groups must be a list of lists of words' })
  groups: unknown[];
}

/** The groups of a body; rejects with `invalid_request` what is no list of texts. */
function toGroups({ groups }: SynonymsBody): SynonymGroups {
  return groups.map((group, at) => {
    if (isTexts(group)) return group;
    const message = 'must be a list of words';
    const path = `groups[${at}]`;
    throw new AppError('invalid_request', `${path} ${message}.`, [{ path, message }]);
  });
}

function isTexts(group: unknown): group is string[] {
  return Array.isArray(group) && group.every((word) => typeof word === 'string');
}

/** Under this the routes find the {@link Knowledge}. */
export const SEARCHED_KNOWLEDGE = Symbol('SEARCHED_KNOWLEDGE');

interface WireSynonyms {
  kb_id: string;
  groups: SynonymGroups;
}

/** A caller's own synonyms for a knowledge base (docs/knowledge.md). */
@Controller('v1/knowledge/synonyms')
export class SynonymsController {
  constructor(@Inject(SEARCHED_KNOWLEDGE) private readonly knowledge: Knowledge) {}

  /** The list; empty where there is none. */
  @Get()
  async find(@Query() query: SynonymsQuery, @Req() request: FastifyRequest): Promise<WireSynonyms> {
    const { kb_id = DEFAULT_KB } = query;
    const { userId } = callerOf(request);
    return { kb_id, groups: await this.knowledge.synonyms.find(userId, kb_id) };
  }

  /** Replaces the list, and answers it as it is kept; the next search uses it. */
  @Put()
  async put(@Body() body: SynonymsBody, @Req() request: FastifyRequest): Promise<WireSynonyms> {
    const { kb_id = DEFAULT_KB } = body;
    const { userId } = callerOf(request);
    return { kb_id, groups: await this.knowledge.synonyms.put(userId, kb_id, toGroups(body)) };
  }
}
