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

function entityErrors(entity: string, catalog: Catalog, path: string): ErrorDetail[] {
  if (tableOf(entity, catalog) !== undefined) return [];
  const names = catalog.tables().map((table) => `${table.schema}.${table.name}`);
  return [problem(path, `there is no table '${entity}'`, names)];
}

function formErrors(
  entity: string,
  fields: readonly PreviewField[],
  catalog: Catalog,
  path: string,
): ErrorDetail[] {
  return fields.flatMap((field, index) =>
    fieldErrors(entity, field, fields.slice(0, index), catalog, `${path}[${index}].`),
  );
}

function fieldErrors(
  entity: string,
  field: PreviewField,
  others: readonly PreviewField[],
  catalog: Catalog,
  prefix: string,
): ErrorDetail[] {
  const errors: ErrorDetail[] = [];
  if (others.some((other) => other.name.toLowerCase() === field.name.toLowerCase())) {
    errors.push(problem(`${prefix}name`, `the form already has a field '${field.name}'`));
  }
  if (field.label.trim() === '') errors.push(problem(`${prefix}label`, 'label must not be blank'));
  errors.push(...typeErrors(field, prefix));
  errors.push(...columnErrors(entity, field, catalog, prefix));
  errors.push(...targetErrors(field, catalog, prefix));
  return errors;
}

function typeErrors(field: PreviewField, prefix: string): ErrorDetail[] {
  const type = fieldTypes.find((known) => known.type === field.field_type);
  if (type === undefined) {
    const types = fieldTypes.map((known) => known.type);
    return [problem(`${prefix}field_type`, `'${field.field_type}' is not a field type`, types)];
  }
  return Object.keys(field.config ?? {})
    .filter((name) => !type.config.includes(name))
    .map((name) =>
      problem(
        `${prefix}config.${name}`,
        `a ${type.type} field has no setting '${name}'`,
        type.config,
      ),
    );
}

function columnErrors(
  entity: string,
  field: PreviewField,
  catalog: Catalog,
  prefix: string,
): ErrorDetail[] {
  const table = tableOf(entity, catalog);
  if (table === undefined) return [];
  const column = table.columns.find((known) => known.name === field.name);
  if (column === undefined) {
    const names = table.columns.map((known) => known.name);
    return [problem(`${prefix}name`, `'${entity}' has no column '${field.name}'`, names)];
  }
  const allowed = fieldsOf[column.type];
  const isKnown = fieldTypes.some((known) => known.type === field.field_type);
  if (!isKnown || allowed.includes(field.field_type)) return [];
  const message = `'${field.name}' holds ${column.pg_type}: a ${field.field_type} field does not fit`;
  return [problem(`${prefix}field_type`, message, allowed)];
}

/** Choices that come from elsewhere must be there. */
function targetErrors(field: PreviewField, catalog: Catalog, prefix: string): ErrorDetail[] {
  if (field.field_type === 'enum') return enumErrors(field, catalog, prefix);
  if (field.field_type === 'lookup') return lookupErrors(field, catalog, prefix);
  const isChoice = field.field_type === 'select' || field.field_type === 'multi_select';
  if (!isChoice) return [];
  const options = field.config?.['options'];
  const isRight =
    Array.isArray(options) &&
    options.length > 0 &&
    options.every((item) => typeof item === 'string');
  return isRight ? [] : [problem(`${prefix}config.options`, 'options must be a list of texts')];
}

function enumErrors(field: PreviewField, catalog: Catalog, prefix: string): ErrorDetail[] {
  const schema = String(field.config?.['schema']);
  const name = String(field.config?.['enum']);
  if (catalog.enum(schema, name) !== undefined) return [];
  const known = catalog
    .schemas()
    .flatMap((each) => catalog.enums(each).map((found) => `${found.schema}.${found.name}`));
  const message = `an enum field names schema and enum in its config; there is no '${schema}.${name}'`;
  return [problem(`${prefix}config.enum`, message, known)];
}

function lookupErrors(field: PreviewField, catalog: Catalog, prefix: string): ErrorDetail[] {
  const config = field.config ?? {};
  const table = catalog.table(String(config['schema']), String(config['table']));
  if (table === undefined) {
    const names = catalog.tables().map((known) => `${known.schema}.${known.name}`);
    const message = `a lookup field names schema and table in its config; there is no '${String(config['schema'])}.${String(config['table'])}'`;
    return [problem(`${prefix}config.table`, message, names)];
  }
  const columns = table.columns.map((column) => column.name);
  return ['value_column', 'label_column']
    .filter((name) => !columns.includes(String(config[name])))
    .map((name) =>
      problem(
        `${prefix}config.${name}`,
        `'${table.name}' has no column '${String(config[name])}'`,
        columns,
      ),
    );
}

function tableOf(entity: string, catalog: Catalog): CatalogTable | undefined {
  const [schema = '', table = '', ...rest] = entity.split('.');
  return rest.length === 0 ? catalog.table(schema, table) : undefined;
}
