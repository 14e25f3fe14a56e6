import { AppError } from '../foundation/errors.js';

/** One owner's migrations: numbered SQL files `001.do.name.sql`, forward only, never edited once landed. */
export interface MigrationSet {
  directory: URL;
  /** The schema that the owner's history is kept in; made when absent. */
  schema: string;
  /** The plugin that owns the files, whose history is a table of its own; absent for an engine. */
  plugin?: string;
  /** The number of its first file, where lower ones of the same history belong to a closed set. */
  first?: number;
  /**
   * Nothing begins with these files any more: a database that began with them is brought to the last
   * one, from where another set continues; every other database is left alone.
   */
  isClosed?: boolean;
  /** Leaves out files behind this number: the tables of an older server, for rows that it wrote. */
  upTo?: number;
}

/** The tables of the core: conversations, runs, previews. */
export const coreMigrations: MigrationSet = {
  directory: new URL('./migrations/', import.meta.url),
  schema: 'sextant',
  first: 13,
};

/** A name that no other makes the same history's table as. */
const PLUGIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The migrations of a plugin. Throws `config_error` for a name that no history can be kept under. */
export function pluginMigrations(plugin: string, directory: URL): MigrationSet {
  if (PLUGIN_NAME.test(plugin)) return { directory, schema: 'sextant', plugin };
  throw new AppError(
    'config_error',
    `"${plugin.slice(0, 80)}" cannot be the name of a plugin with tables: it must begin with a` +
      ' lower-case letter and have at most 40 lower-case letters, digits and dashes.',
    [{ path: 'plugin', message: 'must match ^[a-z][a-z0-9-]{0,39}$' }],
  );
}

/** The table that says which of the set's files ran, in the set's schema. */
export function historyOf({ plugin }: MigrationSet): string {
  return plugin === undefined ? 'schema_version' : `schema_version_${plugin.replaceAll('-', '_')}`;
}

/** The owner of the set as people know it. */
export function ownerOf({ plugin, schema }: MigrationSet): string {
  return plugin === undefined ? `schema "${schema}"` : `plugin "${plugin}"`;
}
