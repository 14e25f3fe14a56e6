import { Body, Controller, Get, Inject, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../agentapi/caller.js';
import { DEFAULT_KB } from '../../../knowledge/document.model.js';
import type { Knowledge } from '../../../knowledge/knowledge.js';
import type { SynonymGroups } from '../../../language/synonyms.js';
import { SynonymsBody, SynonymsQuery, toGroups } from './synonyms.model.js';

/** Under this the routes find the {@link Knowledge}. */
export const SEARCHED_KNOWLEDGE = Symbol('SEARCHED_KNOWLEDGE');

/** A list as it is on the wire. */
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
