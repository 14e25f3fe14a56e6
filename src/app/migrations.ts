import { coreMigrations, pluginMigrations, type MigrationSet } from '../store/migration-set.js';

/**
 * The history that the core and the plugins shared before each had its own (docs/decisions/0048), as
 * far as 012. Its tables are what the first files of the sets below make on a new database.
 */
export const sharedHistory: MigrationSet = {
  directory: new URL('./upgrade/shared-history/', import.meta.url),
  schema: 'sextant',
  isClosed: true,
};

/** The plugins that come with the server and have tables. */
const plugins = ['workflow', 'tables', 'law', 'research'] as const;

/** All tables of the server, in the order they are made: a plugin's may refer to the core's. */
export const serverMigrations: readonly MigrationSet[] = [
  sharedHistory,
  coreMigrations,
  ...plugins.map((name) =>
    pluginMigrations(name, new URL(`../plugins/${name}/store/migrations/`, import.meta.url)),
  ),
];
