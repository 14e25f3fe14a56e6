import type { AnyPlugin } from '../host/plugin.js';
import { builtInPlugins } from '../plugins/built-in.js';
import { coreMigrations, pluginMigrations, type MigrationSet } from '../store/migrate.js';

/** All tables of a server with these plugins, in the order they are made: a plugin's may refer to the core's. */
export function migrationsOf(plugins: readonly AnyPlugin[]): readonly MigrationSet[] {
  const own = plugins.flatMap(({ name, migrations }) =>
    migrations === undefined ? [] : [pluginMigrations(name, migrations)],
  );
  return [coreMigrations, ...own];
}

export const serverMigrations = migrationsOf(builtInPlugins);
