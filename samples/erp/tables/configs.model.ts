import type { TableConfig } from './table-config.model.js';

/** A table config as stored, in wire names. */
export interface StoredConfig {
  id: string;
  name: string;
  description?: string;
  config: TableConfig;
  /** Rises by one with each change. */
  version: number;
  /** Part of the product: may be changed, not deleted. */
  is_system: boolean;
  created_at: Date;
  updated_at: Date;
}

/** A table config in a list, in wire names. */
export interface ConfigSummary {
  id: string;
  name: string;
  description?: string;
  title: string;
  /** `schema.table`. */
  source: string;
  version: number;
  updated_at: Date;
}

/** The fields of a config that its author chooses. */
export interface ConfigInput {
  name: string;
  description?: string | undefined;
  config: TableConfig;
}
