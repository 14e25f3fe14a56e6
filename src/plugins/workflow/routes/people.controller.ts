import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../agentapi/caller.js';
import type { Backend } from '../../../agenttools/sources/backend.js';
import { loadDirectory, type Person } from '../tools/people.js';
import { RULES_BACKEND } from './rules.controller.js';

/** A user or role, as rules name those whom a step is for. */
type NamedPerson = Pick<Person, 'id' | 'kind' | 'name'>;

/** Whom the steps of rules can be for, as the caller may see them. */
@Controller('v1/agent/library/people')
export class PeopleController {
  constructor(@Inject(RULES_BACKEND) private readonly backend: Backend) {}

  @Get()
  async people(
    @Req() request: FastifyRequest,
  ): Promise<{ items: readonly NamedPerson[]; total: number }> {
    const { people } = await loadDirectory(this.backend.readFor(callerOf(request)));
    const items = people.map(({ id, kind, name }) => ({ id, kind, name }));
    return { items, total: items.length };
  }
}
