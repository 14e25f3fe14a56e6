import { readData } from '../shared/read-data.js';

/** A field of a sample form. */
export interface SampleField {
  name: string;
  label: string;
  type: string;
  required?: boolean;
  config?: Readonly<Record<string, unknown>>;
}

/** A sample form. */
export interface SampleForm {
  name: string;
  description: string;
  entity: string;
  fields: readonly SampleField[];
}

/** A piece of a sample page; `table` and `form` by name, `parent` by label. */
export interface SampleContent {
  type: string;
  label: string;
  table?: string;
  form?: string;
  parent?: string;
  layout?: Readonly<Record<string, unknown>>;
}

/** A sample page. */
export interface SamplePage {
  name: string;
  title: string;
  description: string;
  content: readonly SampleContent[];
}

export const sampleForms = readData<readonly SampleForm[]>('forms.json');
export const samplePages = readData<readonly SamplePage[]>('pages.json');
