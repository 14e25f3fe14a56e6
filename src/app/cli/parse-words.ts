import { parseArgs, type ParseArgsConfig } from 'node:util';
import { AppError, messageOf } from '../../foundation/errors.js';

/** Reads a command line; rejects with `config_error` that ends with the usage. */
export function parseWords<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  usage: string,
  options: O,
): ReturnType<typeof parseArgs<{ allowPositionals: true; options: O }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new AppError('config_error', `${messageOf(error)}\n\n${usage}`);
  }
}
