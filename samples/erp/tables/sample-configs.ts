import { readData } from '../shared/read-data.js';
import type { TableConfig } from './table-config.model.js';

/** A sample table config by name. */
export interface SampleConfig {
  name: string;
  description: string;
  isSystem: boolean;
  config: TableConfig;
}

export const sampleConfigs = readData<readonly SampleConfig[]>('table-configs.json');
