import { isLoopback } from '../../src/foundation/parse-url.js';
import { SettingsReader, type Environment } from '../../src/foundation/settings-reader.js';

/** How the ERP runs as a program of its own; every field is documented in its README. */
export interface ErpSettings {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Reads the settings; rejects all wrong ones at once with `config_error`, naming each variable. */
export function readErpSettings(env: Environment): ErpSettings {
  const read = new SettingsReader(env);
  const host = read.text('HOST', '127.0.0.1');
  if (!isLoopback(host)) read.problem('HOST', OPEN_HOST);
  const settings: ErpSettings = {
    host,
    port: read.integer('PORT', 3001, 0, 65535),
    dataDir: read.text('DATA_DIR', '.data/erp'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  read.finish();
  return settings;
}

const OPEN_HOST =
  'must be an address of this machine (127.0.0.1, ::1 or localhost), because the sample ERP checks no tokens and anybody who reaches it could change its data';
