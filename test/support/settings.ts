import { SettingsReader, type Environment } from '../../src/foundation/settings-reader.js';

/** What `read` makes of these variables; throws what is wrong with them. */
export function settingsOf<T>(env: Environment, read: (reader: SettingsReader) => T): T {
  const reader = new SettingsReader(env);
  const settings = read(reader);
  reader.finish();
  return settings;
}
