import type { TableConfig } from '../../../src/platform/types.js';
import { insertRows } from '../shared/insert-rows.js';
import { namedId } from '../shared/named-id.js';
import { readData } from '../shared/read-data.js';
import type { Seeder } from '../shared/seeder.js';

/** A sample table config by name. */
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

/** The sample table configs. */
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
