import { Get, Inject, Param, Query } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../../src/foundation/errors.js';
import type {
  ActionTemplate,
  ActionTypeSchema,
  ActionTypeSummary,
  Entity,
  ReferenceItem,
} from '../../../../src/platform/types.js';
import type { Database } from '../../../../src/store/database.js';
import { DATABASE, pageOfRows } from '../../shared/sql.js';
import { ListQuery, pageOf, type Page } from '../../shared/fields.js';
import { ErpController } from '../../shared/erp-controller.js';
import { actionTypes, findActionType, portNames } from '../action-types.js';
import { KnowledgeStore } from '../knowledge.store.js';
import { triggerTypes } from '../trigger-types.js';

/** `/v1/workflow/…`: what rules are made of. */
@ErpController('v1/workflow')
export class ReferenceController {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly knowledge: KnowledgeStore,
  ) {}

  @Get('action-types')
  listActionTypes(@Query() query: ListQuery): Page<ActionTypeSummary> {
    const summaries = actionTypes.map((actionType) => {
      const { type, name, description, category, config_schema } = actionType;
      const { required } = config_schema;
      return { type, name, description, category, ports: portNames(actionType), required };
    });
    return pageOf(summaries, query);
  }

  @Get('action-types/:type/schema')
  actionTypeSchema(@Param('type') wanted: string): ActionTypeSchema {
    return findActionType(wanted) ?? missing(wanted);
  }

  @Get('trigger-types')
  listTriggerTypes(@Query() query: ListQuery): Page<ReferenceItem> {
    return pageOf(triggerTypes, query);
  }

  @Get('entities')
  async listEntities(@Query() query: ListQuery): Promise<Page<Entity>> {
    return pageOf(await this.knowledge.entities(), query);
  }

  @Get('templates')
  listTemplates(@Query() query: ListQuery): Promise<Page<ActionTemplate>> {
    const found = sql`select id, name, description, action_type, config, tags from platform.action_templates`;
    return pageOfRows<ActionTemplate>(this.db, found, sql`name`, query);
  }
}

function missing(type: string): never {
  const allowed = actionTypes.map((actionType) => actionType.type);
  const message = `There is no action type '${type.slice(0, 80)}'; the types are ${allowed.join(', ')}.`;
  throw new AppError('not_found', message, [{ path: 'type', message, allowed }]);
}
