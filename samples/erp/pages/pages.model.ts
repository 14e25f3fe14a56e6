import type { JsonObject } from '../../../src/foundation/json.js';

/** A page without its content, in wire names. */
export interface PageConfig {
  id: string;
  name: string;
  title: string;
  description?: string;
  version: number;
  content_count: number;
  updated_at: Date;
}

/** One piece of a page, in wire names. */
export interface PageContent {
  id: string;
  page_config_id: string;
  content_type: string;
  label: string;
  order_index: number;
  table_config_id?: string;
  form_id?: string;
  layout: JsonObject;
  parent_id?: string;
}

/** A form with its fields in order, in wire names. */
export interface Form {
  id: string;
  name: string;
  description?: string;
  /** `schema.table`. */
  entity: string;
  version: number;
  fields: FormField[];
  updated_at: Date;
}

/** One field of a form, in wire names. `name` is a column of the form's entity. */
export interface FormField {
  id: string;
  form_id: string;
  name: string;
  label: string;
  field_type: string;
  order_index: number;
  required: boolean;
  config: JsonObject;
}

export interface FieldType {
  type: string;
  description: string;
  /** Settings a field of this type may carry. */
  config: string[];
}

export interface ContentType {
  type: string;
  description: string;
  /** Fields of the content that must be set. */
  requires: string[];
}

/** What a preview answers, in wire names: one line per piece, indented by what holds it. */
export interface Preview {
  valid: boolean;
  errors: { path?: string; message: string; allowed?: readonly (string | number)[] }[];
  outline: string[];
}
