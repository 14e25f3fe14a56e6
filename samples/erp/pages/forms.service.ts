import { Injectable } from '@nestjs/common';
import { AppError } from '../../../src/foundation/errors.js';
import { CatalogStore } from '../introspection/catalog.store.js';
import { toPage, type Page } from '../shared/list.model.js';
import { requireNoProblems } from '../shared/problem.js';
import { requireUuid } from '../shared/require-uuid.js';
import { requireVersion } from '../shared/version-conflict.js';
import { FormFieldsStore, type FieldInput } from './form-fields.store.js';
import type {
  CreateFieldBody,
  CreateFormBody,
  FieldsQuery,
  FormsQuery,
  PreviewFormBody,
  UpdateFieldBody,
  UpdateFormBody,
} from './forms.dto.js';
import { FormsStore } from './forms.store.js';
import type { Form, FormField, Preview } from './pages.model.js';
import { entityErrors, fieldErrors, formErrors, type Field } from './validation/form-rules.js';
import { formOutline } from './validation/outline.js';

/** Forms and their fields: only fields that fit the form's entity are stored. */
@Injectable()
export class FormsService {
  constructor(
    private readonly forms: FormsStore,
    private readonly fields: FormFieldsStore,
    private readonly catalog: CatalogStore,
  ) {}

  async list(query: FormsQuery): Promise<Page<Form>> {
    const { items, total } = await this.forms.list(query);
    return toPage(items, total, query);
  }

  async get(id: string): Promise<Form> {
    const found = await this.forms.find(requireUuid(id, 'form'));
    if (found !== undefined) return found;
    throw new AppError('not_found', `There is no form with the id '${id}'.`);
  }

  async create(body: CreateFormBody): Promise<Form> {
    const catalog = await this.catalog.load();
    requireNoProblems('form', entityErrors(body.entity, catalog, 'entity'));
    return this.get(await this.forms.insert({ ...body, name: body.name.trim() }));
  }

  /** A new entity must have all columns the fields are for. */
  async update(id: string, body: UpdateFormBody): Promise<Form> {
    const current = await this.get(id);
    requireVersion('form', body.if_version, current.version);
    const entity = body.entity ?? current.entity;
    const catalog = await this.catalog.load();
    requireNoProblems('form', [
      ...entityErrors(entity, catalog, 'entity'),
      ...formErrors(entity, current.fields, catalog, 'fields'),
    ]);
    const changed = await this.forms.update(id, current.version, {
      name: body.name?.trim() ?? current.name,
      entity,
      description: body.description ?? current.description,
    });
    const now = await this.get(id);
    if (!changed) requireVersion('form', current.version, now.version);
    return now;
  }

  /** Checks a form that is not stored and draws its outline; writes nothing. */
  async preview({ form, fields }: PreviewFormBody): Promise<Preview> {
    const catalog = await this.catalog.load();
    const errors = [
      ...entityErrors(form.entity, catalog, 'form.entity'),
      ...formErrors(form.entity, fields, catalog, 'fields'),
    ];
    const outline = formOutline(form.name, form.entity, fields);
    return { valid: errors.length === 0, errors, outline };
  }

  async listFields(query: FieldsQuery): Promise<Page<FormField>> {
    const { items, total } = await this.fields.list(query);
    return toPage(items, total, query);
  }

  async getField(id: string): Promise<FormField> {
    const found = await this.fields.find(requireUuid(id, 'form field'));
    if (found !== undefined) return found;
    throw new AppError('not_found', `There is no form field with the id '${id}'.`);
  }

  async createField(body: CreateFieldBody): Promise<FormField> {
    const form = await this.get(body.form_id);
    await this.requireFit(form, body, form.fields);
    const last = form.fields.at(-1)?.order_index ?? -1;
    return this.getField(await this.fields.insert(toInput(body, form.id, last + 1)));
  }

  async updateField(id: string, body: UpdateFieldBody): Promise<FormField> {
    const current = await this.getField(id);
    const form = await this.get(current.form_id);
    const changed: Field = {
      ...current,
      name: body.name ?? current.name,
      label: body.label ?? current.label,
      field_type: body.field_type ?? current.field_type,
      order_index: body.order_index ?? current.order_index,
      required: body.required ?? current.required,
      config: body.config ?? current.config,
    };
    const others = form.fields.filter((field) => field.id !== id);
    await this.requireFit(form, changed, others);
    await this.fields.update(id, toInput(changed, form.id, current.order_index));
    return this.getField(id);
  }

  private async requireFit(form: Form, field: Field, others: readonly Field[]): Promise<void> {
    const catalog = await this.catalog.load();
    requireNoProblems('form field', fieldErrors(form.entity, field, others, catalog));
  }
}

function toInput(field: Field, formId: string, order: number): FieldInput {
  return {
    form_id: formId,
    name: field.name,
    label: field.label.trim(),
    field_type: field.field_type,
    order_index: field.order_index ?? order,
    required: field.required ?? false,
    config: field.config ?? {},
  };
}
