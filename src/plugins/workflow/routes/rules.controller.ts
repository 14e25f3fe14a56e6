import { IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { JsonObject } from '../../../foundation/json.js';
import { Costly } from '../../../agentapi/refuse-early.js';
import { By } from '../../../agentapi/caller.js';
import type { Caller } from '../../../agenttools/tool.js';
import type { Backend } from '../../../agenttools/sources/backend.js';
import { invalidRequest } from '../../../foundation/errors.js';
import { findingsAs, LibraryQuery, listPage } from '../../../platform/routes.js';
import { eventBody } from '../tools/simulation.js';
import type { Simulation } from '../tools/wire.js';
import { listEntities, RULES } from '../tools/reference.js';
import { loadDirectory } from '../tools/people.js';
import type { DraftItem, DraftList } from '../../../agentapi/drafts/drafts.controller.js';
import { draftDocument } from '../tools/drafts.js';
import type { Draft, PgDraftStore } from '../store/drafts.store.js';

class SimulateBody {
  @IsOptional()
  @IsObject({ message: 'workflow must be an object: the whole body of a rule' })
  workflow?: JsonObject;

  @IsOptional()
  @IsString({ message: 'workflow_id must be the id of a stored rule' })
  workflow_id?: string;

  @IsObject({ message: 'record must be an object of column names and values' })
  record: JsonObject;

  @IsOptional()
  @IsObject({ message: 'previous must be an object: the record before the update' })
  previous?: JsonObject;

  @IsOptional()
  @IsIn(['on_create', 'on_update', 'on_delete', 'manual'], {
    message: 'event must be one of on_create, on_update, on_delete, manual',
  })
  event?: string;
}

export const RULES_BACKEND = Symbol('RULES_BACKEND');

@Controller('v1/agent/library/rules')
export class RulesController {
  constructor(@Inject(RULES_BACKEND) private readonly backend: Backend) {}

  @Get()
  rules(@Query() query: LibraryQuery, @By() caller: Caller) {
    return listPage(this.backend.readFor(caller), RULES, query);
  }

  @Get(':id')
  rule(@Param('id') id: string, @By() caller: Caller): Promise<JsonObject> {
    return this.backend.readFor(caller).get([...RULES, id]);
  }

  @Post('simulate')
  @Costly()
  @HttpCode(200)
  simulate(@Body() body: SimulateBody, @By() caller: Caller): Promise<Simulation> {
    const { workflow, workflow_id: id } = body;
    const read = this.backend.readFor(caller);
    const send = (segments: readonly string[], event: JsonObject) =>
      read.send<Simulation>({ method: 'POST', segments, body: event });
    return findingsAs('invalid_rule', () => {
      if (workflow !== undefined && id === undefined) {
        // The version that a change was made on says nothing about the way through it.
        const { if_version: _version, ...rule } = workflow;
        return send([...RULES, 'simulate'], { rule, ...eventBody(body) });
      }
      if (id === undefined || workflow !== undefined)
        throw invalidRequest(
          'Send either workflow, the whole body of a rule, or workflow_id, the id of a stored one.',
          [{ path: 'workflow', message: 'must be there when workflow_id is not, and only then' }],
        );
      return send([...RULES, id, 'simulate'], { ...eventBody(body) });
    });
  }
}

/** What rules name, as the caller may see it: whom steps are for, and the tables that they watch and write. */
@Controller('v1/agent/library')
export class RuleTermsController {
  constructor(@Inject(RULES_BACKEND) private readonly backend: Backend) {}

  @Get('entities')
  async entities(@By() caller: Caller) {
    const all = await listEntities(this.backend.readFor(caller));
    const items = all.map(({ name }) => ({ name }));
    return { items, total: items.length };
  }

  @Get('people')
  async people(@By() caller: Caller) {
    const { people } = await loadDirectory(this.backend.readFor(caller));
    const items = people.map(({ id, kind, name }) => ({ id, kind, name }));
    return { items, total: items.length };
  }
}

export function ruleDrafts(drafts: PgDraftStore): DraftList {
  return {
    list: async (userId, limit) => (await drafts.list(userId, limit)).map(itemOf),
    count: (userId) => drafts.count(userId),
    find: async (userId, id) => {
      const draft = await drafts.find(userId, id);
      return draft && itemOf(draft);
    },
    delete: (userId, id) => drafts.delete(userId, id),
  };
}

function itemOf(draft: Draft): DraftItem {
  const { id, name, description, workflowId, updatedAt, expiresAt } = draft;
  return {
    kind: 'workflow',
    id,
    name,
    description,
    workflow_id: workflowId,
    workflow: draftDocument(draft),
    updated_at: updatedAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
