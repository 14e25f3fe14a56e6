import { Get, Query } from '@nestjs/common';
import type { JsonObject } from '../../../src/foundation/json.js';
import { ListQuery, pageOf, type Page } from '../shared/list.model.js';
import { ErpController } from '../shared/erp-controller.js';
import { tableConfigSchema } from '../tables/table-config.schema.js';
import { contentTypes, fieldTypes } from './content-types.js';
import type { ContentType, FieldType } from './pages.model.js';

/** What pages, forms and tables can be made of. */
@ErpController('v1/config')
export class TypesController {
  @Get('form-field-types')
  fieldTypes(@Query() query: ListQuery): Page<FieldType> {
    return pageOf(fieldTypes, query);
  }

  @Get('content-types')
  contentTypes(@Query() query: ListQuery): Page<ContentType> {
    return pageOf(contentTypes, query);
  }

  @Get('schemas/table-config')
  tableConfigSchema(): JsonObject {
    return tableConfigSchema;
  }
}
