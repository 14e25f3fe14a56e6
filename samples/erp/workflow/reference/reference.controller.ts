import { Get, Param, Query } from '@nestjs/common';
import { AppError } from '../../../../src/foundation/errors.js';
import { ListQuery, pageOf, type Page } from '../../shared/list.model.js';
import { ErpController } from '../../shared/erp-controller.js';
import { actionTypes, findActionType } from '../action-types/registry.js';
import type { Entity } from '../knowledge.js';
import { KnowledgeStore } from '../knowledge.store.js';
import { entityTypes, triggerTypes, type ReferenceItem } from '../trigger-types.js';
import {
  toActionTypeSchema,
  toActionTypeSummary,
  type ActionTemplate,
  type ActionTypeSchema,
  type ActionTypeSummary,
} from './reference.model.js';
import { TemplatesStore } from './templates.store.js';

/** `/v1/workflow/…`: what rules are made of. */
@ErpController('v1/workflow')
export class ReferenceController {
  constructor(
    private readonly knowledge: KnowledgeStore,
    private readonly templates: TemplatesStore,
  ) {}

  @Get('action-types')
  listActionTypes(@Query() query: ListQuery): Page<ActionTypeSummary> {
    return pageOf(actionTypes.map(toActionTypeSummary), query);
  }

  @Get('action-types/:type/schema')
  actionTypeSchema(@Param('type') type: string): ActionTypeSchema {
    const found = findActionType(type);
    if (found !== undefined) return toActionTypeSchema(found);
    const allowed = actionTypes.map((actionType) => actionType.type);
    const message = `There is no action type '${type.slice(0, 80)}'; the types are ${allowed.join(', ')}.`;
    throw new AppError('not_found', message, [{ path: 'type', message, allowed }]);
  }

  @Get('trigger-types')
  listTriggerTypes(@Query() query: ListQuery): Page<ReferenceItem> {
    return pageOf(triggerTypes, query);
  }

  @Get('entity-types')
  listEntityTypes(@Query() query: ListQuery): Page<ReferenceItem> {
    return pageOf(entityTypes, query);
  }

  @Get('entities')
  async listEntities(@Query() query: ListQuery): Promise<Page<Entity>> {
    return pageOf(await this.knowledge.entities(), query);
  }

  @Get('templates')
  async listTemplates(@Query() query: ListQuery): Promise<Page<ActionTemplate>> {
    return pageOf(await this.templates.list(), query);
  }
}
