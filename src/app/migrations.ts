import type { AnyPlugin } from '../host/plugin.js';
import { builtInPlugins } from '../plugins/built-in.js';
import { coreMigrations, pluginMigrations, type MigrationSet } from '../store/migrate.js';

/**
 * The history that the core and the plugins shared before each had its own (docs/decisions/0048), as
 * far as 012. Its tables are what the first files of the sets below make on a new database.
 */
export const sharedHistory: MigrationSet = {
  directory: new URL('./upgrade/shared-history/', import.meta.url),
  schema: 'sextant',
  isClosed: true,
};

/** All tables of a server with these plugins, in the order they are made: a plugin's may refer to the core's. */
export function migrationsOf(plugins: readonly AnyPlugin[]): readonly MigrationSet[] {
  const own = plugins.flatMap(({ name, migrations }) =>
    migrations === undefined ? [] : [pluginMigrations(name, migrations)],
  );
  return [sharedHistory, coreMigrations, ...own];
}

export const serverMigrations = migrationsOf(builtInPlugins);
