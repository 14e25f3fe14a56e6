import { insertRows, namedId, readData, type Seeder } from '../shared/seeder.js';
import { tableConfigId } from '../tables/seed-configs.js';

interface SampleField {
  name: string;
  label: string;
  type: string;
  required?: boolean;
  config?: Readonly<Record<string, unknown>>;
}

interface SampleForm {
  name: string;
  description: string;
  entity: string;
  fields: readonly SampleField[];
}

/** A piece of a sample page; `table` and `form` by name, `parent` by label. */
interface SampleContent {
  type: string;
  label: string;
  table?: string;
  form?: string;
  parent?: string;
  layout?: Readonly<Record<string, unknown>>;
}

interface SamplePage {
  name: string;
  title: string;
  description: string;
  content: readonly SampleContent[];
}

const sampleForms = readData<readonly SampleForm[]>('forms.json');
export const samplePages = readData<readonly SamplePage[]>('pages.json');

/** The fixed id of a sample form by name. */
export function formId(name: string): string {
  return namedId('form', name);
}

/** The fixed id of a sample page by name. */
export function pageId(name: string): string {
  return namedId('page_config', name);
}

/** The sample forms with their fields, and the sample pages with their content. */
export const seedPages: Seeder = {
  name: 'pages',
  run: async (tx) => {
    const forms = sampleForms.map(({ name, description, entity }) => ({
      id: formId(name),
      name,
      description,
      entity,
    }));
    const pages = samplePages.map(({ name, title, description }) => ({
      id: pageId(name),
      name,
      title,
      description,
    }));
    await insertRows(tx, 'platform.forms', forms);
    await insertRows(tx, 'platform.form_fields', fieldRows());
    await insertRows(tx, 'platform.page_configs', pages);
    await insertRows(tx, 'platform.page_content', samplePages.flatMap(contentRows));
  },
};

function fieldRows(): Record<string, unknown>[] {
  return sampleForms.flatMap((form) =>
    form.fields.map((field, index) => ({
      id: namedId('form_field', `${form.name}:${field.name}`),
      form_id: formId(form.name),
      name: field.name,
      label: field.label,
      field_type: field.type,
      order_index: index,
      required: field.required ?? false,
      config: field.config ?? {},
    })),
  );
}

function contentRows(page: SamplePage): Record<string, unknown>[] {
  const contentId = (label: string): string => namedId('page_content', `${page.name}:${label}`);
  return page.content.map((content, index) => ({
    id: contentId(content.label),
    page_config_id: pageId(page.name),
    content_type: content.type,
    label: content.label,
    order_index: index,
    table_config_id: content.table === undefined ? null : tableConfigId(content.table),
    form_id: content.form === undefined ? null : formId(content.form),
    layout: content.layout ?? {},
    parent_id: content.parent === undefined ? null : contentId(content.parent),
  }));
}
