import { IsArray, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { SearchQuery, containsPattern, ListQuery, pageOf, type Page } from '../shared/fields.js';
import { Body, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../src/foundation/errors.js';
import type { FieldType, Form, Preview, PreviewField } from '../../../src/platform/types.js';
import { type Database, withoutNulls } from '../../../src/store/database.js';
import { CatalogStore } from '../introspection/catalog.store.js';
import { DATABASE, type Stored, pageOfRows, rowsOf } from '../shared/sql.js';
import { ErpController } from '../shared/erp-controller.js';
import { requireUuid, type WithFindings } from '../shared/refusals.js';
import { requireBody } from '../shared/schema-problems.js';
import { fieldTypes } from './content-types.js';
import { entityErrors, formErrors } from './validation/form-rules.js';
import { formOutline } from './validation/outline.js';

const ENTITY = 'entity must be schema.table, such as inventory.products';

/** A form to look at before it exists; what is inside is checked against the document. */
class PreviewFormBody {
  @IsObject({ message: 'form must be an object with name and entity' })
  form: { name: string; entity: string };

  @IsArray({ message: 'fields must be a list' })
  fields: PreviewField[];
}

class FormsQuery extends SearchQuery {
  @IsOptional()
  @IsString({ message: ENTITY })
  @MaxLength(127, { message: ENTITY })
  entity?: string;
}

const FORMS = sql`
  select f.id, f.name, f.description, f.entity, f.version, f.updated_at,
         coalesce((select json_agg(json_build_object(
             'id', x.id, 'form_id', x.form_id, 'name', x.name, 'label', x.label, 'field_type', x.field_type,
             'order_index', x.order_index, 'required', x.required, 'config', x.config)
             order by x.order_index, x.id)
           from platform.form_fields x where x.form_id = f.id), '[]') as fields
    from platform.forms f`;

/** Forms with their fields; a form that does not exist can be looked at. */
@ErpController('v1/config')
export class FormsController {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly catalog: CatalogStore,
  ) {}

  @Get('form-field-types')
  fieldTypes(@Query() query: ListQuery): Page<FieldType> {
    return pageOf(fieldTypes, query);
  }

  @Get('forms')
  async list(@Query() query: FormsQuery): Promise<Page<Stored<Form>>> {
    const pattern = containsPattern(query.search ?? '');
    const entity = query.entity ?? null;
    const select = sql`${FORMS} where (f.name ilike ${pattern} or f.description ilike ${pattern})
       and (${entity}::text is null or f.entity = ${entity})`;
    const found = await pageOfRows<Stored<Form>>(this.db, select, sql`lower(f.name)`, query);
    return { ...found, items: found.items.map(withoutNulls) };
  }

  /** Checks a form that is not stored and draws its outline; writes nothing. */
  @Post('forms/preview')
  @HttpCode(200)
  async preview(@Body() body: PreviewFormBody): Promise<WithFindings<Preview>> {
    requireBody('PreviewFormBody', body);
    const { form, fields } = body;
    const catalog = await this.catalog.load();
    const errors = [
      ...entityErrors(form.entity, catalog, 'form.entity'),
      ...formErrors(form.entity, fields, catalog, 'fields'),
    ];
    const outline = formOutline(form.name, form.entity, fields);
    return { valid: errors.length === 0, errors, outline };
  }

  @Get('forms/:id')
  async get(@Param('id') id: string): Promise<Stored<Form>> {
    const known = requireUuid(id, 'form');
    const [found] = await rowsOf<Stored<Form>>(this.db, sql`${FORMS} where f.id = ${known}`);
    if (found !== undefined) return withoutNulls(found);
    throw new AppError('not_found', `There is no form with the id '${id}'.`);
  }
}
