import { insertRows } from '../shared/insert-rows.js';
import { namedId } from '../shared/named-id.js';
import type { Seeder } from '../shared/seeder.js';
import { sampleConfigs } from './sample-configs.js';

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
        config: JSON.stringify(config),
        is_system: isSystem,
      })),
    ),
};
