import { AppError } from '../../../foundation/errors.js';
import { isUuid } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { fetchAll } from '../../../../samples/erp/client/lists.js';
import type { StoredConfig } from './config-model.js';

/** A saved table in a list. */
export interface ConfigSummary {
  id: string;
  name: string;
  description?: string;
  title: string;
  /** `schema.table`. */
  source: string;
  version: number;
  updated_at: string;
}

/** A page as the platform lists it. */
export interface PageConfig {
  id: string;
  name: string;
  title: string;
  description?: string;
  version: number;
  content_count: number;
  updated_at: string;
}

/** One field of a form. */
export interface FormField {
  id: string;
  name: string;
  label: string;
  field_type: string;
  order_index: number;
  required: boolean;
  config: Record<string, unknown>;
}

/** A form with its fields. */
export interface Form {
  id: string;
  name: string;
  description?: string;
  entity: string;
  version: number;
  fields: FormField[];
  updated_at: string;
}

/** The saved table with this id or name; rejects with `not_found` that lists close names. */
export async function resolveConfig(read: ReadClient, idOrName: string): Promise<StoredConfig> {
  const id = isUuid(idOrName) ? idOrName : (await findConfig(read, idOrName)).id;
  return read.get<StoredConfig>(['v1', 'data', 'configs', id]);
}

/** The saved table of exactly this name (without case); undefined when there is none. */
export async function savedByName(
  read: ReadClient,
  name: string,
): Promise<StoredConfig | undefined> {
  try {
    return await read.get<StoredConfig>(['v1', 'data', 'configs', 'name', name]);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function findConfig(read: ReadClient, name: string): Promise<ConfigSummary> {
  const configs = await fetchAll<ConfigSummary>(read, ['v1', 'data', 'configs']);
  return requireByName(configs, name, {
    nameOf: (config) => config.name,
    noun: 'table',
    listTool: 'list_table_configs',
  });
}

/** The page with this id or name; rejects with `not_found` that lists close names. */
export async function resolvePage(read: ReadClient, idOrName: string): Promise<PageConfig> {
  if (isUuid(idOrName)) return read.get(['v1', 'config', 'page-configs', idOrName]);
  const pages = await fetchAll<PageConfig>(read, ['v1', 'config', 'page-configs']);
  return requireByName(pages, idOrName, {
    nameOf: (page) => page.name,
    noun: 'page',
    listTool: 'list_pages',
  });
}

/** The form with this id or name; rejects with `not_found` that lists close names. */
export async function resolveForm(read: ReadClient, idOrName: string): Promise<Form> {
  if (isUuid(idOrName)) return read.get(['v1', 'config', 'forms', idOrName]);
  const forms = await fetchAll<Form>(read, ['v1', 'config', 'forms']);
  const form = requireByName(forms, idOrName, {
    nameOf: (item) => item.name,
    noun: 'form',
    listTool: 'list_forms',
  });
  return read.get(['v1', 'config', 'forms', form.id]);
}
