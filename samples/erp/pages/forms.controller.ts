import { IsArray, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { Body, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import {
  SearchQuery,
  containsPattern,
  ListQuery,
  pageOf,
  type Page,
  ErpController,
  DATABASE,
  type Stored,
  pageOfRows,
  rowById,
} from '../shared/fields.js';
import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type {
  FieldType,
  Form,
  Preview,
  PreviewField,
  DatabaseColumnType,
} from '../../../src/platform/types.js';
import { type Database, withoutNulls } from '../../../src/store/database.js';
import { CatalogStore, type Catalog, type CatalogTable } from '../introspection/catalog.store.js';
import { type WithFindings, requireBody, problem } from '../shared/schema-problems.js';
import { fieldTypes, formOutline } from './content-rules.js';

const ENTITY = 'entity must be schema.table, such as inventory.products';

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
  list(@Query() query: FormsQuery): Promise<Page<Stored<Form>>> {
    const pattern = containsPattern(query.search ?? '');
    const entity = query.entity ?? null;
    const select = sql`${FORMS} where (f.name ilike ${pattern} or f.description ilike ${pattern})
       and (${entity}::text is null or f.entity = ${entity})`;
    return pageOfRows<Stored<Form>>(this.db, select, sql`lower(f.name)`, query, withoutNulls);
  }

  @Post('forms/preview')
  @HttpCode(200)
  async preview(@Body() body: PreviewFormBody): Promise<WithFindings<Preview>> {
    requireBody('PreviewFormBody', body);
    const { form, fields } = body;
    const catalog = await this.catalog.load();
    const errors = formErrors(form.entity, fields, catalog);
    const outline = formOutline(form.name, form.entity, fields);
    return { valid: errors.length === 0, errors, outline };
  }

  @Get('forms/:id')
  async get(@Param('id') id: string): Promise<Stored<Form>> {
    return withoutNulls(await rowById<Stored<Form>>(this.db, 'form', FORMS, id));
  }
}

const fieldsOf: Readonly<Record<DatabaseColumnType, readonly string[]>> = {
  string: ['text', 'textarea', 'select', 'multi_select', 'email', 'phone'],
  number: ['number', 'currency'],
  datetime: ['date', 'datetime'],
  boolean: ['checkbox'],
  uuid: ['lookup', 'text'],
  status: ['enum', 'select'],
};

function formErrors(
  entity: string,
  fields: readonly PreviewField[],
  catalog: Catalog,
): ErrorDetail[] {
  const [schema = '', name = '', ...rest] = entity.split('.');
  const table = rest.length === 0 ? catalog.table(schema, name) : undefined;
  const tables = catalog.tables().map((known) => `${known.schema}.${known.name}`);
  const unknown = problem('form.entity', `there is no table '${entity}'`, tables);
  const errors = table === undefined ? [unknown] : [];
  fields.forEach((field, index) => {
    const refuse: Refuse = (place, message, allowed) =>
      void errors.push(problem(`fields[${index}].${place}`, message, allowed));
    const named = field.name.toLowerCase();
    if (fields.slice(0, index).some((other) => other.name.toLowerCase() === named))
      refuse('name', `the form already has a field '${field.name}'`);
    if (field.label.trim() === '') refuse('label', 'label must not be blank');
    checkType(field, refuse);
    if (table !== undefined) checkColumn(entity, table, field, refuse);
    checkTarget(field, catalog, refuse);
  });
  return errors;
}

type Refuse = (place: string, message: string, allowed?: readonly string[]) => void;

function checkType({ field_type, config = {} }: PreviewField, refuse: Refuse): void {
  const type = fieldTypes.find((known) => known.type === field_type);
  const types = fieldTypes.map((known) => known.type);
  if (type === undefined) return refuse('field_type', `'${field_type}' is not a field type`, types);
  for (const name of Object.keys(config).filter((key) => !type.config.includes(key)))
    refuse(`config.${name}`, `a ${type.type} field has no setting '${name}'`, type.config);
}

function checkColumn(
  entity: string,
  table: CatalogTable,
  { name, field_type: type }: PreviewField,
  refuse: Refuse,
): void {
  const column = table.columns.find((known) => known.name === name);
  const names = table.columns.map((known) => known.name);
  if (column === undefined) return refuse('name', `'${entity}' has no column '${name}'`, names);
  const allowed = fieldsOf[column.type];
  const isKnown = fieldTypes.some((known) => known.type === type);
  const message = `'${name}' holds ${column.pg_type}: a ${type} field does not fit`;
  if (isKnown && !allowed.includes(type)) refuse('field_type', message, allowed);
}

/** Choices that come from elsewhere must be there. */
function checkTarget(
  { field_type: type, config = {} }: PreviewField,
  catalog: Catalog,
  refuse: Refuse,
): void {
  const schema = String(config['schema']);
  if (type === 'enum') {
    const name = String(config['enum']);
    if (catalog.enum(schema, name) !== undefined) return;
    const enums = catalog.schemas().flatMap((each) => catalog.enums(each));
    const known = enums.map((found) => `${found.schema}.${found.name}`);
    const message = `an enum field names schema and enum in its config; there is no '${schema}.${name}'`;
    refuse('config.enum', message, known);
  }
  if (type === 'lookup') checkLookup(schema, config, catalog, refuse);
  if (type !== 'select' && type !== 'multi_select') return;
  const options: unknown[] = Array.isArray(config['options']) ? config['options'] : [];
  if (options.length === 0 || options.some((item) => typeof item !== 'string'))
    refuse('config.options', 'options must be a list of texts');
}

function checkLookup(
  schema: string,
  config: Readonly<Record<string, unknown>>,
  catalog: Catalog,
  refuse: Refuse,
): void {
  const table = catalog.table(schema, String(config['table']));
  const names = catalog.tables().map((known) => `${known.schema}.${known.name}`);
  const unknown = `a lookup field names schema and table in its config; there is no '${schema}.${String(config['table'])}'`;
  if (table === undefined) return refuse('config.table', unknown, names);
  const columns = table.columns.map((column) => column.name);
  for (const name of ['value_column', 'label_column']) {
    const column = String(config[name]);
    if (!columns.includes(column))
      refuse(`config.${name}`, `'${table.name}' has no column '${column}'`, columns);
  }
}
