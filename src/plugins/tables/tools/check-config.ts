import { AppError, type ErrorDetail } from '../../../foundation/errors.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import type { TableConfig } from './config-model.js';

/** The platform's judgement of a config. */
export interface ConfigCheck {
  valid: boolean;
  errors: ErrorDetail[];
  warnings: ErrorDetail[];
}

/** Lets the platform check a config against its rules and the live database. */
export function checkConfig(read: ReadClient, config: TableConfig): Promise<ConfigCheck> {
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

/** The check's warnings as a field of a result: sentences; no field when there are none. */
export function warningsOf({ warnings }: ConfigCheck): { warnings?: string[] } {
  return warnings.length === 0 ? {} : { warnings: warnings.map((warning) => warning.message) };
}
