import { AppError, type ErrorDetail } from '../../../foundation/errors.js';
import { ownValue } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { originsOf, type TableConfig } from './config-model.js';
import { visualColumn } from './changes/visual-column.js';
import type { Facts } from './facts.js';
import { headerOf, configColumns } from './references.js';
import { settlePosition } from './layout.js';

/** The platform's judgement of a config. */
interface ConfigCheck {
  valid: boolean;
  errors: ErrorDetail[];
  warnings: ErrorDetail[];
}

/** Lets the platform check a config against its rules and the live database. */
export function checkConfig(read: ReadClient, config: unknown): Promise<ConfigCheck> {
  return read.send({
    method: 'POST',
    segments: ['v1', 'data', 'configs', 'validate'],
    body: { config },
  });
}

/** The error that tells the model which paths to fix. */
export function invalidConfig(errors: readonly ErrorDetail[], consequence: string): AppError {
  const list = errors.map(({ path, message }) => {
    const text = message.replace(/\.$/, '');
    return path ? `${path}: ${text}` : text;
  });
  return new AppError(
    'invalid_config',
    `The table config would not be valid: ${list.join('; ')}. ${consequence}`,
    errors,
  );
}

/** The check's warnings as sentences; undefined when there are none. */
export function warningsOf({ warnings }: ConfigCheck): string[] | undefined {
  return warnings.length === 0 ? undefined : warnings.map((warning) => warning.message);
}

/**
 * Gives every selected column that has no visual settings the usual ones, and dates without a format
 * a pattern; what is there stays. Columns that `facts` do not know are left for the platform's check.
 */
export function completeConfig(base: TableConfig, facts: Facts): TableConfig {
  const config = structuredClone(base);
  const columns = config.visual_settings.columns;
  const places = new Map(configColumns(config, facts).map((place) => [place.key, place]));
  for (const [key] of originsOf(config)) {
    const place = places.get(key);
    if (place === undefined) continue;
    const usual = visualColumn(key, headerOf(key), place.column);
    const given = ownValue(columns, key);
    if (given === undefined) {
      columns[key] = usual;
      settlePosition(config, key);
      continue;
    }
    given.header ??= usual.header;
    given.type ??= usual.type;
    if (given.type === 'datetime' && usual.format) given.format ??= usual.format;
  }
  return config;
}
