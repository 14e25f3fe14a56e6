import type { TableConfig } from '../../../src/platform/types.js';
import { insertRows, namedId, readData, type Seeder } from '../shared/seeder.js';

interface SampleConfig {
  name: string;
  description: string;
  isSystem: boolean;
  config: TableConfig;
}

export const sampleConfigs = readData<readonly SampleConfig[]>('table-configs.json');

/** The fixed id of a sample table config by name. */
export function tableConfigId(name: string): string {
  return namedId('table_config', name);
}

export const seedConfigs: Seeder = {
  name: 'table_configs',
  run: async (tx) =>
    insertRows(
      tx,
      'platform.table_configs',
      sampleConfigs.map(({ name, description, config, isSystem }) => ({
        id: tableConfigId(name),
        name,
        description,
        config,
        is_system: isSystem,
      })),
    ),
};
